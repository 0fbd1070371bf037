#include "models/alerts/alertwords.h"

#include "models/alerts/alertcommand.h"
#include "models/alerts/alertstext.h"
#include "models/values/format.h"
#include "models/values/language.h"
#include "models/values/showntext.h"
#include "worker/time/duration.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// "12", "0.5"; as people write numbers here.
QString number(double value)
{
    return value == std::floor(value) || std::abs(value) >= 100
        ? formatNumber(qint64(std::llround(value)))
        : Language::locale().toString(value, 'f', 1);
}

QString seconds(double value)
{
    auto span = std::chrono::seconds(std::llround(value));
    if (span >= 1h)
        span = std::chrono::floor<std::chrono::minutes>(span);
    return typedDuration(span);
}

/// With its unit.
QString amount(AlertKind kind, double value)
{
    switch (unitOf(kind)) {
    case AlertUnit::PerMinute:
        return AlertsText::tr("%1 per minute").arg(number(value));
    case AlertUnit::Percent:
        return AlertsText::tr("%1 %").arg(number(value));
    case AlertUnit::Seconds:
        return seconds(value);
    case AlertUnit::Jobs:
    case AlertUnit::None:
        break;
    }
    return number(value);
}

} // namespace

QString alertKindTitle(AlertKind kind)
{
    switch (kind) {
    case AlertKind::FailureRate:
        return AlertsText::tr("Failures per minute");
    case AlertKind::FailureShare:
        return AlertsText::tr("Share of failed runs");
    case AlertKind::OldestReady:
        return AlertsText::tr("Oldest ready job");
    case AlertKind::NoThroughput:
        return AlertsText::tr("No throughput");
    case AlertKind::Stuck:
        return AlertsText::tr("Stuck jobs");
    case AlertKind::FailedForGood:
        return AlertsText::tr("Jobs failed for good");
    case AlertKind::ReadyBacklog:
        return AlertsText::tr("Ready jobs");
    case AlertKind::StaleWorker:
        return AlertsText::tr("Stale worker");
    case AlertKind::SlowRuns:
        return AlertsText::tr("Slow runs");
    case AlertKind::NoSuccess:
        return AlertsText::tr("No success");
    case AlertKind::Unreachable:
        return AlertsText::tr("Queue unreachable");
    }
    Q_UNREACHABLE();
}

QString alertKindHelp(AlertKind kind)
{
    switch (kind) {
    case AlertKind::FailureRate:
        return AlertsText::tr(
            "Runs that failed in the last minute, whether they will be retried or not. Exact if "
            "the history is recorded; otherwise estimated from changes in the table.");
    case AlertKind::FailureShare:
        return AlertsText::tr(
            "Share of failed runs among those that ended in the last minute. Evaluated while at "
            "least 5 runs end per minute. Exact if the history is recorded.");
    case AlertKind::OldestReady:
        return AlertsText::tr(
            "How long the oldest job that could run has been waiting for a worker.");
    case AlertKind::NoThroughput:
        return AlertsText::tr("This many jobs are ready, but in the last minute no run has ended, "
                              "successfully or not.");
    case AlertKind::Stuck:
        return AlertsText::tr("Jobs that have been locked for more than four hours.");
    case AlertKind::FailedForGood:
        return AlertsText::tr("Jobs that have no attempts left.");
    case AlertKind::ReadyBacklog:
        return AlertsText::tr("Jobs that could run and are waiting for a worker. A large table is "
                              "counted only every few minutes.");
    case AlertKind::StaleWorker:
        return AlertsText::tr("A registered worker has sent no heartbeat for this long. Workers "
                              "that do not register are not checked.");
    case AlertKind::SlowRuns:
        return AlertsText::tr("Of the jobs that ended in the last 15 minutes, workers held 95 % "
                              "for at most this long. Needs the history; see Maintenance.");
    case AlertKind::NoSuccess:
        return AlertsText::tr(
            "No run of the task has succeeded for this long. For a task that has to run every "
            "night, choose a little more than a day. Needs the history; see Maintenance.");
    case AlertKind::Unreachable:
        return AlertsText::tr("This window cannot read the queue: the server does not answer, or "
                              "refuses the request.");
    }
    Q_UNREACHABLE();
}

QString alertSeverityWord(AlertSeverity severity)
{
    switch (severity) {
    case AlertSeverity::Notice:
        return AlertsText::tr("Notice");
    case AlertSeverity::Warning:
        return AlertsText::tr("Warning");
    case AlertSeverity::Critical:
        return AlertsText::tr("Critical");
    }
    Q_UNREACHABLE();
}

QString alertCondition(const AlertRule &rule)
{
    if (rule.kind == AlertKind::Unreachable)
        return rule.hold > 0s ? AlertsText::tr("for %1").arg(typedDuration(rule.hold))
                              : AlertsText::tr("at once");
    QString limit = rule.kind == AlertKind::NoThroughput
        ? AlertsText::tr("with %1 ready or more").arg(number(rule.threshold))
        : AlertsText::tr("%1 or more").arg(amount(rule.kind, rule.threshold));
    if (!rule.task.isEmpty())
        limit = AlertsText::tr("%1: %2").arg(isolated(rule.task), limit);
    return rule.hold > 0s ? AlertsText::tr("%1, for %2").arg(limit, typedDuration(rule.hold))
                          : limit;
}

QString alertValue(AlertKind kind, const AlertMeasure &measure)
{
    if (kind == AlertKind::Unreachable) {
        if (!measure.isMet)
            return AlertsText::tr("unknown");
        return *measure.isMet ? AlertsText::tr("no answer") : AlertsText::tr("answers");
    }
    if (!measure.value)
        return AlertsText::tr("unknown");
    QString text = amount(kind, *measure.value);
    if (unitOf(kind) == AlertUnit::Jobs)
        text = formatCount({std::llround(*measure.value), measure.precision});
    else if (measure.precision == Count::AtLeast)
        text = AlertsText::tr("%1 or more").arg(text);
    else if (measure.precision == Count::Estimate && *measure.value > 0)
        text.prepend(u'~');
    if (kind == AlertKind::NoThroughput)
        return measure.isMet == true ? AlertsText::tr("%1 ready, none finishing").arg(text)
                                     : AlertsText::tr("%1 ready").arg(text);
    return text;
}

QString alertLine(const AlertRule &rule, const AlertMeasure &measure)
{
    if (rule.kind == AlertKind::Unreachable)
        return alertKindTitle(rule.kind);
    const QString value = alertValue(rule.kind, measure);
    QString line = AlertsText::tr("%1: %2").arg(alertKindTitle(rule.kind), value);
    if (measure.names.size() == 1)
        line += u" · "_s + isolated(measure.names.first());
    else if (measure.names.size() > 1)
        line += u" · "_s
            + AlertsText::tr("%1 workers", nullptr, pluralOf(measure.names.size()))
                  .arg(formatNumber(measure.names.size()));
    return line;
}

QString alertHeadline(const AlertNews &news)
{
    const auto lasted = std::chrono::milliseconds(news.raisedAt.msecsTo(news.at));
    const QString span = seconds(double(std::max(lasted, 0ms).count()) / 1000);
    switch (news.kind) {
    case AlertNews::Kind::Raised:
        return alertLine(news.rule, news.measure);
    case AlertNews::Kind::Reminder:
        return AlertsText::tr("%1 (for %2)").arg(alertLine(news.rule, news.measure), span);
    case AlertNews::Kind::Over:
        return AlertsText::tr("Resolved: %1, after %2").arg(alertKindTitle(news.rule.kind), span);
    case AlertNews::Kind::Test:
        return AlertsText::tr("This is a test alert. Nothing is wrong.");
    }
    Q_UNREACHABLE();
}

QString alertCommandText(const AlertCommandResult &result)
{
    const QString took = formatDuration(result.took);
    switch (result.end) {
    case AlertCommandResult::End::Exited:
        return AlertsText::tr("%1: the command exited with %2 after %3.")
            .arg(result.rule)
            .arg(result.exitCode)
            .arg(took);
    case AlertCommandResult::End::Crashed:
        return AlertsText::tr("%1: the command crashed after %2.").arg(result.rule, took);
    case AlertCommandResult::End::TimedOut:
        return AlertsText::tr("%1: the command did not end and was killed after %2.")
            .arg(result.rule, took);
    case AlertCommandResult::End::NotStarted:
        return AlertsText::tr("%1: the command could not be started: %2.")
            .arg(result.rule, result.output);
    }
    Q_UNREACHABLE();
}

QString thresholdText(const AlertRule &rule)
{
    if (unitOf(rule.kind) == AlertUnit::Seconds)
        return typedDuration(std::chrono::seconds(std::llround(rule.threshold)));
    const double limit = rule.threshold;
    return limit == std::floor(limit) ? formatNumber(qint64(limit))
                                      : Language::locale().toString(limit, 'g', 6);
}

std::optional<double> parseThreshold(AlertKind kind, const QString &text)
{
    QString typed = text.trimmed();
    if (unitOf(kind) == AlertUnit::Seconds) {
        const auto span = parseSpan(typed);
        return span ? std::optional(double(span->count())) : std::nullopt;
    }
    if (unitOf(kind) == AlertUnit::Percent && typed.endsWith(u'%'))
        typed = typed.chopped(1).trimmed();
    bool isNumber = false;
    double value = Language::locale().toDouble(typed, &isNumber);
    if (!isNumber)
        value = QLocale::c().toDouble(typed, &isNumber);
    return isNumber && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<std::chrono::seconds> parseSpan(const QString &text)
{
    bool isNumber = false;
    const double minutes = text.trimmed().toDouble(&isNumber);
    if (isNumber)
        return std::abs(minutes) < 1e7
            ? std::optional(std::chrono::seconds(std::llround(minutes * 60)))
            : std::nullopt;
    const auto span = parseDuration(text, DurationSyntax::Typed);
    return span ? std::optional(std::chrono::round<std::chrono::seconds>(*span)) : std::nullopt;
}

} // namespace yardmaster
