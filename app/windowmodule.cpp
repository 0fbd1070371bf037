#include "app/windowmodule.h"

#include "app/exitcodes.h"
#include "app/headless.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLibrary>
#include <QStandardPaths>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The file that runs, links followed; empty if nobody knows. There is no QCoreApplication to ask.
QString programFile(const char *invokedAs)
{
    const QString running = QFile::symLinkTarget(u"/proc/self/exe"_s);
    if (!running.isEmpty())
        return running;
    const QString found = QStandardPaths::findExecutable(QString::fromLocal8Bit(invokedAs));
    return QFileInfo(found).canonicalFilePath();
}

int refuse(const QString &sentence)
{
    complain(sentence);
    return ExitUsage;
}

} // namespace

int runWindowModule(const CommandLine &line, int &argc, char **argv)
{
    const QString name = u"" YARDMASTER_WINDOW_FILE ""_s;
    const QString program = programFile(argv[0]);
    if (program.isEmpty()) // never from the folder that happens to be the current one
        return refuse(u"cannot find %1: the program's own folder is not known"_s.arg(name));
    const QDir folder = QFileInfo(program).dir();
    const QString installed
        = QDir::cleanPath(folder.absoluteFilePath(u"" YARDMASTER_WINDOW_FOLDER ""_s));
    QString file = folder.absoluteFilePath(name);
    if (!QFileInfo::exists(file))
        file = installed + u'/' + name;
    if (!QFileInfo::exists(file))
        return refuse(
            u"this installation has no window: %1 is neither in %2 nor in %3; use --no-gui"_s.arg(
                name, installed, folder.path()));

    QLibrary module(file);
    // All at once: what does not fit is to be said now, not to end the process in an hour.
    module.setLoadHints(QLibrary::ResolveAllSymbolsHint | QLibrary::PreventUnloadHint);
    if (!module.load())
        return refuse(
            u"the window cannot be loaded, perhaps it is of another build; use --no-gui. "_s
            + module.errorString());
    const auto build = reinterpret_cast<decltype(&yardmaster_window_build)>(
        module.resolve("yardmaster_window_build"));
    const auto run = reinterpret_cast<decltype(&yardmaster_window_run)>(
        module.resolve("yardmaster_window_run"));
    if (!build || !run)
        return refuse(u"%1 is not the window of Yardmaster; use --no-gui"_s.arg(file));
    if (qstrcmp(build(), YARDMASTER_BUILD_NAME) != 0)
        return refuse(u"%1 belongs to another build of Yardmaster (%2; the program is %3): install "
                      "both from one build, or use --no-gui"_s.arg(file, QString::fromUtf8(build()),
                                                                   u"" YARDMASTER_BUILD_NAME ""_s));
    return run(line, argc, argv);
}

} // namespace yardmaster
