#include "app/examples.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QStandardPaths>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

std::vector<ExampleKind> exampleKinds(const TaskHostOptions &hosts)
{
    std::vector<ExampleKind> kinds{
        {u"node"_s, u"mjs"_s, u"JavaScript"_s, hosts.node.value(0, u"node"_s)},
        {u"python"_s, u"py"_s, u"Python"_s, hosts.python.value(0, u"python3"_s)}};
    for (ExampleKind &kind : kinds)
        kind.program = QStandardPaths::findExecutable(kind.program);
    return kinds;
}

tl::expected<void, QString> unpackExamples(const QString &folder,
                                           const std::vector<ExampleKind> &kinds)
{
    const auto isMissing = [&kinds](const QString &extension) {
        return std::any_of(kinds.begin(), kinds.end(), [&extension](const ExampleKind &kind) {
            return kind.extension == extension && kind.program.isEmpty();
        });
    };
    const QString root = u":/yardmaster/resources/examples"_s;
    QDirIterator files(root, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString source = files.next();
        const QString relative = source.mid(root.size() + 1);
        const bool isTask = relative.startsWith("tasks/"_L1);
        if (!isTask && relative != "crontab"_L1)
            continue;
        const QString target = folder + u'/' + relative;
        const QString extension = QFileInfo(relative).suffix();
        if (QFile::exists(target) || isMissing(extension))
            continue;
        if (!QDir().mkpath(QFileInfo(target).path()) || !QFile::copy(source, target))
            return tl::make_unexpected(u"the example %1 cannot be written"_s.arg(target));
        using Owner = QFileDevice;
        auto mode = Owner::ReadOwner | Owner::WriteOwner | Owner::ReadGroup | Owner::ReadOther;
        if (isTask && extension.isEmpty())
            mode |= Owner::ExeOwner | Owner::ExeGroup | Owner::ExeOther;
        QFile::setPermissions(target, mode);
    }
    return {};
}

Result<void> queueExampleJobs(Session &session, const QString &schema,
                              const std::vector<ExampleKind> &kinds)
{
    QStringList files{u"jobs.sql"_s};
    for (const ExampleKind &kind : kinds) {
        if (!kind.program.isEmpty())
            files << u"jobs-%1.sql"_s.arg(kind.name);
    }
    for (const QString &file : std::as_const(files)) {
        const QByteArray path = "resources/examples/" + file.toLatin1();
        if (auto queued = session.script(sqlText(path.constData(), schema)); !queued)
            return queued;
    }
    return {};
}

} // namespace yardmaster
