#include "app/consolelog.h"

#include "worker/json/visibletext.h"

#include <QDateTime>
#include <QLoggingCategory>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Level = CommandLine::LogLevel;

Level g_level = Level::Info; // written once, before threads
bool g_isTerminal = false;   // likewise

Level levelOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return Level::Debug;
    case QtInfoMsg:
        return Level::Info;
    case QtWarningMsg:
        return Level::Warning;
    default:
        return Level::Error;
    }
}

struct Face
{
    const char *word;
    const char *colour;
};

Face faceOf(Level level)
{
    switch (level) {
    case Level::Debug:
        return {"debug", "\033[90m"};
    case Level::Info:
        return {"info ", ""};
    case Level::Warning:
        return {"warn ", "\033[33m"};
    default:
        return {"error", "\033[31m"};
    }
}

void writeLine(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    const Level level = levelOf(type);
    if (level < g_level)
        return;
    const Face face = faceOf(level);
    // Much of it is foreign: output of jobs, errors, names. A line is one line, and does nothing to
    // the terminal.
    const QByteArray text = visibleLine(message).toUtf8();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QByteArray line;
    if (g_isTerminal) {
        line = "\033[90m" + now.toLocalTime().toString(u"HH:mm:ss.zzz").toUtf8() + "\033[0m "
            + face.colour + text + "\033[0m\n";
    } else {
        line = now.toString(Qt::ISODateWithMs).toUtf8() + ' ' + face.word + ' ' + text + '\n';
    }
    // One write a line, so that lines of several threads do not mix.
    [[maybe_unused]] const auto written
        = ::write(STDERR_FILENO, line.constData(), size_t(line.size()));
}

} // namespace

void startConsoleLog(const CommandLine &line)
{
    g_level = line.logLevel;
    g_isTerminal = ::isatty(STDERR_FILENO) && qEnvironmentVariableIsEmpty("NO_COLOR");
    if (line.logLevel == Level::Debug)
        QLoggingCategory::setFilterRules(u"yardmaster.*.debug=true"_s);
    qInstallMessageHandler(writeLine);
    for (const QString &warning : line.warnings)
        qWarning("%s", qUtf8Printable(warning));
}

} // namespace yardmaster
