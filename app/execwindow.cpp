#include "app/exitcodes.h"
#include "app/headless.h"
#include "app/windowed.h"

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <cerrno>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The running executable, links followed; empty if unknown. QCoreApplication knows it as well, but
/// reads the whole locale first.
QString programFile(const char *invokedAs)
{
    const QString running = QFile::symLinkTarget(u"/proc/self/exe"_s);
    if (!running.isEmpty())
        return running;
    const QString found = QStandardPaths::findExecutable(QString::fromLocal8Bit(invokedAs));
    return QFileInfo(found).canonicalFilePath();
}

} // namespace

/// In `yardmaster`: replaces this program by the other one, which lies beside it. Process id,
/// arguments and environment stay, except for kStartedBy. Returns only if that fails.
int runWindowed(const CommandLine &, int &, char **argv)
{
    const QString program = programFile(argv[0]);
    if (program.isEmpty()) { // never from the current directory
        complain(u"cannot find yardmaster-window: the program's own folder is not known"_s);
        return ExitUsage;
    }
    const QString window = QFileInfo(program).path() + "/yardmaster-window"_L1;
    qputenv(kStartedBy, YARDMASTER_VERSION);
    const QByteArray file = QFile::encodeName(window);
    ::execv(file.constData(), argv);
    if (errno == ENOENT)
        complain(u"this installation has no window (there is no %1); use --no-gui"_s.arg(window));
    else
        complain(u"the window cannot be started: %1: %2; use --no-gui"_s.arg(
            window, qt_error_string(errno)));
    return ExitUsage;
}

} // namespace yardmaster
