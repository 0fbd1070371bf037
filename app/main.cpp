#include "app/commandline.h"
#include "app/commands/commandcall.h"
#include "app/consolelog.h"
#include "app/exitcodes.h"
#include "app/headless.h"
#include "app/processone.h"
#include "app/readoptions.h"
#include "app/windowed.h"
#include "models/connecting/sshquestions.h"
#include "models/values/language.h"

#include <QCoreApplication>
#include <QFile>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace yardmaster;

namespace {

QStringList rawArguments(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

/// If standard input, output or error are closed, a database connection must not get their
/// descriptors, because log lines or events would then be written to it.
void holdStandardFiles()
{
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(file, F_GETFD) < 0)
            ::open("/dev/null", O_RDWR); // gets the lowest free number: this one
    }
}

/// Whether this window was started by a `yardmaster` of another version; prints an error if so.
bool isOfAnotherVersion()
{
    const QByteArray startedBy = qgetenv(kStartedBy);
    qunsetenv(kStartedBy); // not for child processes
    if (startedBy.isEmpty() || startedBy == YARDMASTER_VERSION)
        return false;
    complain(u"yardmaster-window is from another version of Yardmaster (%1; the program is %2): "
             "install both from one build, or use --no-gui"_s.arg(u"" YARDMASTER_VERSION ""_s,
                                                                  QString::fromUtf8(startedBy)));
    return true;
}

int print(const QByteArray &text)
{
    std::signal(SIGPIPE, SIG_DFL); // "| head" ends it, as it does others
    if (std::fputs(text.constData(), stdout) >= 0 && std::fflush(stdout) == 0)
        return ExitOk;
    complain(u"the output could not be written: "_s + qt_error_string(errno));
    return ExitRuntime;
}

/// The commands, which print and exit.
int shortCommand(const QStringList &arguments, const QString &group)
{
    if (group != "tasks"_L1)           // which writes to task hosts
        std::signal(SIGPIPE, SIG_DFL); // as in print()
    QFile in;
    QFile out;
    QFile err;
    if (!in.open(stdin, QFile::ReadOnly) || !out.open(stdout, QFile::WriteOnly)
        || !err.open(stderr, QFile::WriteOnly | QFile::Unbuffered))
        return ExitRuntime;
    Language::install(u"en"_s); // plurals; commands speak English only
    const bool isTerminal = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDERR_FILENO) != 0;
    return runCommand(arguments, QProcessEnvironment::systemEnvironment(),
                      {&in, &out, &err, isTerminal});
}

} // namespace

/// Of both programs, see windowed.h.
int main(int argc, char **argv)
{
    holdStandardFiles();
    if (const auto ended = superviseAsProcessOne())
        return *ended;
    if (const QString socket = qEnvironmentVariable(SshQuestions::kVariable); !socket.isEmpty()) {
        const QCoreApplication app(argc, argv);
        return runAskpass(socket, rawArguments(argc, argv).value(0));
    }
    std::signal(SIGPIPE, SIG_IGN); // a closed log must not end the worker
    if (isOfAnotherVersion())
        return ExitUsage;
    QCoreApplication::setApplicationName(u"yardmaster"_s);
    QCoreApplication::setOrganizationName(u"yardmaster"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(YARDMASTER_VERSION));

    const QStringList arguments = rawArguments(argc, argv);
    if (const QString group = commandGroupIn(arguments); !group.isEmpty()) {
        const QCoreApplication app(argc, argv); // finds the database driver, runs task hosts
        return shortCommand(arguments, group);
    }
    const auto options = readOptions(arguments, QProcessEnvironment::systemEnvironment());
    if (!options) {
        complain(options.error());
        complain(u"see yardmaster --help"_s);
        return ExitUsage;
    }
    const CommandLine *line = &options->line;
    if (line->showHelp)
        return print(CommandLine::helpText().toUtf8());
    if (line->showVersion)
        return print("yardmaster " YARDMASTER_VERSION "\n");
    if (line->gui)
        return runWindowed(*line, argc, argv);
    startConsoleLog(*line);
    QCoreApplication app(argc, argv);
    return runHeadless(*line);
}
