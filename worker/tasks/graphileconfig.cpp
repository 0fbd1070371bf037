#include "worker/tasks/graphileconfig.h"

#include "worker/tasks/filetrust.h"
#include "worker/tasks/hostchild.h"
#include "worker/tasks/nodehost.h"

#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QThread>
#include <QTimer>

#include <memory>
#include <optional>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct ConfigAnswer
{
    std::optional<QJsonObject> found;
    QStringList said; ///< on standard error
    QString how;      ///< the process ended; empty: it was still running
};

/// On a thread of its own, which may run an event loop.
ConfigAnswer askNode(const HostProgram &program, std::chrono::milliseconds patience)
{
    ConfigAnswer answer;
    QEventLoop loop;
    HostChild child(program,
                    {[&](QByteArrayView text) {
                         answer.found = QJsonDocument::fromJson(text.toByteArray()).object();
                     },
                     [](QByteArrayView) {},
                     [&](const QString &line, bool isError) {
                         if (isError && answer.said.size() < 5)
                             answer.said << line;
                     },
                     [&](const QString &how) {
                         answer.how = how;
                         loop.quit();
                     }});
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    child.start();
    if (answer.how.isEmpty())
        loop.exec();
    return answer;
}

} // namespace

QString graphileConfigIn(const QString &folder)
{
    // Those of graphile-config that Node.js reads by itself or with a loader, in its order.
    for (const auto &extension : {".js"_L1, ".cjs"_L1, ".mjs"_L1, ".ts"_L1}) {
        const QString file = folder + "/graphile.config"_L1 + extension;
        if (QFileInfo::exists(file))
            return QDir::cleanPath(file);
    }
    return {};
}

tl::expected<ConfigFile, QString> readGraphileConfig(const QString &file, const QStringList &node,
                                                     std::chrono::milliseconds patience)
{
    const QString name = QFileInfo(file).fileName();
    const auto refuse = [&name](const QString &why) {
        return tl::make_unexpected(u"%1 cannot be used: %2"_s.arg(name, why));
    };
    if (!QFileInfo(file).isFile())
        return tl::make_unexpected(u"there is no configuration file '%1'"_s.arg(file));
    ConfigFile config;
    config.file = file;
    if (const QString who = whoElseMayChange(file); !who.isEmpty()) {
        if (::geteuid() == 0)
            return refuse(u"root runs no file that others may change, and %1"_s.arg(who));
        config.warnings << u"%1 and so decide what this worker runs"_s.arg(who);
    }
    const QByteArray asked
        = QJsonDocument(QJsonObject{{u"file"_s, QFileInfo(file).absoluteFilePath()}})
              .toJson(QJsonDocument::Compact);
    const HostProgram program
        = nodeProgram(node, "worker/hosts/graphileconfig.cjs", "const asked = " + asked + "; ");
    ConfigAnswer answer;
    const std::unique_ptr<QThread> thread(
        QThread::create([&] { answer = askNode(program, patience); }));
    thread->start();
    thread->wait();
    if (!answer.found && answer.how.isEmpty())
        return refuse(u"it was not evaluated within %1 s"_s.arg(patience.count() / 1000));
    if (!answer.found) {
        const QString said = answer.said.join(u' ').trimmed();
        return refuse(u"%1 %2%3"_s.arg(program.command.first(), answer.how,
                                       said.isEmpty() ? QString() : u": "_s + said));
    }
    if (const QString error = (*answer.found)["error"_L1].toString(); !error.isEmpty())
        return refuse(error);
    const QJsonObject options = (*answer.found)["options"_L1].toObject();
    for (auto it = options.begin(); it != options.end(); ++it) {
        const QJsonArray value = it->toArray();
        config.options.insert(it.key(),
                              {u"%1 in %2"_s.arg(value[0].toString(), name), value[1].toString()});
    }
    const QJsonArray extensions = (*answer.found)["extensions"_L1].toArray();
    for (const QJsonValue &extension : extensions)
        config.extensions << extension.toString();
    const QJsonArray environment = (*answer.found)["environment"_L1].toArray();
    for (const QJsonValue &variable : environment)
        config.environment.insert(variable[0].toString(), variable[1].toString());
    const QJsonArray warnings = (*answer.found)["warnings"_L1].toArray();
    for (const QJsonValue &warning : warnings)
        config.warnings << u"%1: %2"_s.arg(name, warning.toString());
    return config;
}

} // namespace yardmaster
