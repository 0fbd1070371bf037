#include "app/consolelog.h"

#include "worker/db/openingsession.h"
#include "worker/events/logtrace.h"
#include "worker/json/jsonline.h"
#include "worker/json/visibletext.h"

#include <QDateTime>
#include <QLoggingCategory>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Level = CommandLine::LogLevel;

using Format = CommandLine::LogFormat;

Level g_level = Level::Info;    // written once, before threads
Format g_format = Format::Text; // likewise
bool g_isTerminal = false;      // likewise

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
    const char *name;     ///< in JSON
    const char *priority; ///< for journald, see sd-daemon(3)
};

Face faceOf(Level level)
{
    switch (level) {
    case Level::Debug:
        return {"debug", "\033[90m", "debug", "<7>"};
    case Level::Info:
        return {"info ", "", "info", "<6>"};
    case Level::Warning:
        return {"warn ", "\033[33m", "warning", "<4>"};
    default:
        return {"error", "\033[31m", "error", "<3>"};
    }
}

QByteArray lineOf(const Face &face, const QString &message, const char *category)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QString &trace = LogTrace::current();
    if (g_format == Format::Json) {
        JsonLine line;
        line.add("time"_L1, now)
            .add("level"_L1, QLatin1StringView(face.name))
            .add("category"_L1, QLatin1StringView(category ? category : "default"))
            .add("message"_L1, message);
        if (!trace.isEmpty())
            line.add("trace_id"_L1, trace.section(u'-', 1, 1))
                .add("span_id"_L1, trace.section(u'-', 2, 2));
        return line.take();
    }
    // Much of it is foreign: output of jobs, errors, names. A line is one line, and does nothing to
    // the terminal.
    QByteArray text = visibleLine(message).toUtf8();
    if (!trace.isEmpty())
        text += " trace_id=" + trace.section(u'-', 1, 1).toLatin1();
    if (g_format == Format::Journald)
        return face.priority + text + '\n'; // which has the time
    if (g_isTerminal)
        return "\033[90m" + now.toLocalTime().toString(u"HH:mm:ss.zzz").toUtf8() + "\033[0m "
            + face.colour + face.word + ' ' + text + "\033[0m\n";
    return now.toString(Qt::ISODateWithMs).toUtf8() + ' ' + face.word + ' ' + text + '\n';
}

void writeLine(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const Level level = levelOf(type);
    if (level < g_level)
        return;
    if (OpeningSession::isAny() && qstrcmp(context.category, "default") == 0)
        return; // Qt's driver
    const QByteArray line = lineOf(faceOf(level), message, context.category);
    // One write a line, so that lines of several threads do not mix.
    [[maybe_unused]] const auto written
        = ::write(STDERR_FILENO, line.constData(), size_t(line.size()));
}

} // namespace

bool isLogForPrograms()
{
    return g_format != Format::Text;
}

void startConsoleLog(const CommandLine &line)
{
    g_level = line.logLevel;
    g_format = line.logFormat;
    g_isTerminal = ::isatty(STDERR_FILENO) && qEnvironmentVariableIsEmpty("NO_COLOR");
    if (line.logLevel == Level::Debug) {
        QLoggingCategory::setFilterRules(u"yardmaster.*.debug=true"_s);
        qputenv("GRAPHILE_LOGGER_DEBUG", "1"); // for the processes that run tasks
    }
    qInstallMessageHandler(writeLine);
    for (const QString &warning : line.warnings)
        qWarning("%s", qUtf8Printable(warning));
}

} // namespace yardmaster
