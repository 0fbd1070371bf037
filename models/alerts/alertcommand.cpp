#include "models/alerts/alertcommand.h"

#include "models/alerts/alertstext.h"
#include "models/alerts/alertwords.h"
#include "models/values/program.h"
#include "models/values/showntext.h"
#include "worker/db/childgroup.h"

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QProcess>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(log, "yardmaster.alerts.command", QtInfoMsg)

constexpr qsizetype kKeptOutput = 2048;

const QRegularExpression &placeholder()
{
    static const QRegularExpression pattern(u"\\{([a-zA-Z_]+)\\}"_s);
    return pattern;
}

bool isKnown(const QString &name)
{
    return name == "rule"_L1 || name == "value"_L1 || name == "profile"_L1 || name == "schema"_L1;
}

/// {value}: the figure alone, so that a program can compute with it.
QString plainValue(const AlertNews &news)
{
    return news.measure.value ? QString::number(*news.measure.value, 'g', 12) : QString();
}

QString newsKey(AlertNews::Kind kind)
{
    switch (kind) {
    case AlertNews::Kind::Raised:
        return u"raised"_s;
    case AlertNews::Kind::Reminder:
        return u"reminder"_s;
    case AlertNews::Kind::Over:
        return u"over"_s;
    case AlertNews::Kind::Test:
        return u"test"_s;
    }
    Q_UNREACHABLE();
}

} // namespace

QList<AlertProblem> problemsOf(const AlertCommand &command)
{
    using Field = AlertProblem::Field;
    QList<AlertProblem> problems;
    const QString program = command.program.trimmed();
    if (program.isEmpty())
        problems << AlertProblem{Field::Program, AlertsText::tr("Enter a program.")};
    else if (placeholder().match(program).hasMatch())
        problems << AlertProblem{Field::Program,
                                 AlertsText::tr("Placeholders belong in the arguments, not here.")};
    else if (findProgram(program).isEmpty())
        problems << AlertProblem{
            Field::Program,
            AlertsText::tr("No executable program “%1” found. Arguments belong in the field below.")
                .arg(program)};
    if (command.arguments.count(u'"') % 2 != 0)
        problems << AlertProblem{Field::Arguments,
                                 AlertsText::tr("A quotation mark is not closed.")};
    auto names = placeholder().globalMatch(command.arguments);
    while (names.hasNext()) {
        const QString name = names.next().captured(1);
        if (isKnown(name))
            continue;
        problems << AlertProblem{
            Field::Arguments,
            AlertsText::tr("{%1} is unknown. Use {rule}, {value}, {profile} or {schema}.")
                .arg(name)};
        break;
    }
    return problems;
}

QStringList argumentsFor(const AlertCommand &command, const AlertNews &news,
                         const AlertOrigin &origin)
{
    QStringList filled;
    const QStringList pieces = QProcess::splitCommand(command.arguments);
    for (const QString &piece : pieces) {
        QString text;
        qsizetype done = 0;
        auto matches = placeholder().globalMatch(piece);
        while (matches.hasNext()) { // in one pass: what was filled in is not looked at again
            const QRegularExpressionMatch match = matches.next();
            text += QStringView(piece).sliced(done, match.capturedStart() - done);
            done = match.capturedEnd();
            const QString name = match.captured(1);
            text += name == "rule"_L1  ? alertKindKey(news.rule.kind)
                : name == "value"_L1   ? plainValue(news)
                : name == "profile"_L1 ? origin.profile
                : name == "schema"_L1  ? origin.schema
                                       : match.captured();
        }
        filled << text + piece.sliced(done);
    }
    return filled;
}

void describeAlert(QProcessEnvironment &environment, const AlertNews &news,
                   const AlertOrigin &origin)
{
    const auto set = [&environment](const char *name, const QString &value) {
        environment.insert("YARDMASTER_ALERT_"_L1 + QLatin1StringView(name), value);
    };
    set("STATE", newsKey(news.kind));
    set("RULE", alertKindKey(news.rule.kind));
    set("SEVERITY", alertSeverityKey(news.rule.severity));
    set("VALUE", plainValue(news));
    set("LIMIT",
        unitOf(news.rule.kind) == AlertUnit::None ? QString()
                                                  : QString::number(news.rule.threshold, 'g', 12));
    set("TEXT", withoutIsolates(alertHeadline(news)));
    set("WORKERS", looksAtTask(news.rule.kind) ? QString() : news.measure.names.join(u'\n'));
    set("TASK", news.rule.task);
    set("SINCE", news.raisedAt.toUTC().toString(Qt::ISODate));
    set("PROFILE", origin.profile);
    set("SCHEMA", origin.schema);
}

AlertCommandRunner::AlertCommandRunner(QObject *parent)
    : QObject(parent)
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        m_isTimedOut = true;
        ChildGroup::kill(m_process.get());
    });
}

AlertCommandRunner::~AlertCommandRunner()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    ChildGroup::kill(m_process.get());
    m_process->waitForFinished(1000); // a moment: it cannot refuse
}

void AlertCommandRunner::run(const AlertCommand &command, const AlertNews &news,
                             const AlertOrigin &origin)
{
    if (m_waiting.size() >= kMostWaiting) {
        qCWarning(log, "too many alerts are waiting for their command; one was dropped");
        return;
    }
    m_waiting.enqueue({command, news, origin});
    if (!m_process)
        startNext();
}

void AlertCommandRunner::startNext()
{
    if (m_waiting.isEmpty())
        return;
    const Run next = m_waiting.dequeue();
    m_rule = alertKindTitle(next.news.rule.kind);
    m_output.clear();
    m_isTimedOut = false;
    m_process = std::make_unique<QProcess>();
    QProcessEnvironment environment = programEnvironment();
    describeAlert(environment, next.news, next.origin);
    m_process->setProcessEnvironment(environment);
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->setStandardInputFile(QProcess::nullDevice());
    const QString program = next.command.program.trimmed();
    m_process->setProgram(program);
    m_process->setArguments(argumentsFor(next.command, next.news, next.origin));
    ChildGroup::prepare(m_process.get());
    connect(m_process.get(), &QProcess::readyRead, this, &AlertCommandRunner::takeOutput);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(AlertCommandResult::End::NotStarted, m_process->errorString());
    });
    connect(m_process.get(), &QProcess::finished, this, [this](int, QProcess::ExitStatus status) {
        using End = AlertCommandResult::End;
        takeOutput();
        const End how = m_isTimedOut        ? End::TimedOut
            : status == QProcess::CrashExit ? End::Crashed
                                            : End::Exited;
        end(how, QString::fromUtf8(m_output).trimmed());
    });
    m_elapsed.start();
    m_limit.start(m_timeout);
    m_process->start();
}

void AlertCommandRunner::takeOutput()
{
    m_output += m_process->readAll();
    m_output = m_output.right(kKeptOutput);
}

void AlertCommandRunner::end(AlertCommandResult::End end, const QString &output)
{
    m_limit.stop();
    AlertCommandResult result;
    result.end = end;
    result.exitCode = end == AlertCommandResult::End::Exited ? m_process->exitCode() : -1;
    result.rule = m_rule;
    result.output = output;
    result.at = QDateTime::currentDateTimeUtc();
    result.took = std::chrono::milliseconds(m_elapsed.elapsed());
    if (!result.isGood())
        qCWarning(log, "%s", qUtf8Printable(alertCommandText(result)));
    // Not deleted in its own signal.
    m_process.release()->deleteLater();
    m_last = result;
    Q_EMIT finished(result);
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (!m_process)
                startNext();
        },
        Qt::QueuedConnection);
}

} // namespace yardmaster
