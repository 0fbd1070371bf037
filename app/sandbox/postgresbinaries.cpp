#include "app/sandbox/postgresbinaries.h"

#include <yardmaster/migrator.h>

#include <QCollator>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kAnswerTimeoutMs = 10'000;

QString answerOf(const QString &program, const QString &option)
{
    QProcess process;
    process.start(program, {option}, QIODevice::ReadOnly);
    if (!process.waitForFinished(kAnswerTimeoutMs) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0)
        return {};
    return QString::fromLocal8Bit(process.readAllStandardOutput()).trimmed();
}

/// `parent/<anything>/bin`, highest version number first ("15" before "9.6").
QStringList versionFolders(const QString &parent, const QString &pattern)
{
    QStringList names = QDir(parent).entryList({pattern}, QDir::Dirs | QDir::NoDotAndDotDot);
    QCollator collator(QLocale::c());
    collator.setNumericMode(true);
    std::sort(names.begin(), names.end(), [&collator](const QString &a, const QString &b) {
        return collator.compare(a, b) > 0;
    });
    QStringList folders;
    for (const QString &name : std::as_const(names))
        folders << parent + u'/' + name + "/bin"_L1;
    return folders;
}

/// nullopt unless all programs exist and print their version.
std::optional<PostgresBinaries> installationIn(const QString &folder)
{
    PostgresBinaries binaries{folder, 0};
    for (const QString &name : {u"initdb"_s, u"pg_ctl"_s, u"postgres"_s}) {
        if (!QFileInfo(binaries.program(name)).isExecutable())
            return std::nullopt;
    }
    // "postgres (PostgreSQL) 15.4 (Debian 15.4-1)", "postgres (PostgreSQL) 17devel"
    static const QRegularExpression version(u"\\(PostgreSQL\\) (\\d+)"_s);
    const auto match = version.match(answerOf(binaries.program(u"postgres"_s), u"--version"_s));
    if (!match.hasMatch())
        return std::nullopt;
    binaries.major = match.capturedView(1).toInt();
    return binaries;
}

QString complaint(const QString &bindir, const QStringList &found, int madeBy)
{
    const QString seen = found.join(u", "_s);
    if (madeBy != 0) {
        return u"the sandbox's data was created by PostgreSQL %1, which is not %2; install "
               "it (Debian: apt install postgresql-%1) or move the folder away to start "
               "over"_s.arg(QString::number(madeBy),
                            bindir.isEmpty() ? u"installed%1"_s.arg(
                                found.isEmpty() ? QString() : u" (found: %1)"_s.arg(seen))
                                             : u"in %1"_s.arg(bindir));
    }
    if (!found.isEmpty())
        return u"the sandbox needs PostgreSQL %1 or newer; only %2 was found"_s.arg(
            QString::number(kOldestServer), seen);
    if (!bindir.isEmpty())
        return u"there are no PostgreSQL server programs (initdb, pg_ctl, postgres) in %1"_s.arg(
            bindir);
    return u"the sandbox needs a PostgreSQL server and none is installed; install one (Debian: apt "
           "install postgresql) or name its folder with --pg-bindir"_s;
}

} // namespace

QString PostgresBinaries::program(const QString &name) const
{
    return folder + u'/' + name;
}

QStringList usualPostgresFolders(const QProcessEnvironment &environment)
{
    const QStringList path = environment.value(u"PATH"_s).split(u':', Qt::SkipEmptyParts);
    QStringList folders;
    if (const QString config = QStandardPaths::findExecutable(u"pg_config"_s, path);
        !config.isEmpty())
        folders << answerOf(config, u"--bindir"_s);
    folders << versionFolders(u"/usr/lib/postgresql"_s, u"*"_s)
            << versionFolders(u"/usr"_s, u"pgsql-*"_s)
            << versionFolders(u"/opt/homebrew/opt"_s, u"postgresql*"_s)
            << versionFolders(u"/usr/local/opt"_s, u"postgresql*"_s) << u"/usr/local/pgsql/bin"_s
            << path;
    folders.removeAll(QString());
    folders.removeDuplicates();
    return folders;
}

tl::expected<PostgresBinaries, QString> findPostgres(const std::optional<QString> &bindir,
                                                     const QStringList &folders, int madeBy)
{
    QStringList found;
    const QStringList candidates = bindir ? QStringList{*bindir} : folders;
    for (const QString &folder : candidates) {
        const auto binaries = installationIn(QDir::cleanPath(QDir().absoluteFilePath(folder)));
        if (!binaries)
            continue;
        if (madeBy != 0 ? binaries->major == madeBy : binaries->major >= kOldestServer)
            return *binaries;
        found << QString::number(binaries->major);
    }
    found.removeDuplicates();
    return tl::make_unexpected(complaint(bindir.value_or(QString()), found, madeBy));
}

} // namespace yardmaster
