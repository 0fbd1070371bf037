#include "models/alerts/alertrule.h"

#include "models/alerts/alertstext.h"
#include "models/values/format.h"

#include <QCoreApplication>
#include <QUuid>

#include <array>
#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Suggestion
{
    AlertKind kind;
    const char *key;
    AlertSeverity severity;
    double threshold;
    std::chrono::seconds hold;
};

constexpr std::array<Suggestion, kAlertKinds> kSuggestions{{
    {AlertKind::FailureRate, "failure-rate", AlertSeverity::Warning, 10, 2min},
    {AlertKind::FailureShare, "failure-share", AlertSeverity::Warning, 25, 5min},
    {AlertKind::OldestReady, "oldest-ready", AlertSeverity::Warning, 300, 1min},
    {AlertKind::NoThroughput, "no-throughput", AlertSeverity::Critical, 1, 5min},
    {AlertKind::Stuck, "stuck", AlertSeverity::Warning, 1, 0s},
    {AlertKind::FailedForGood, "failed-for-good", AlertSeverity::Notice, 100, 0s},
    {AlertKind::ReadyBacklog, "ready-backlog", AlertSeverity::Warning, 5000, 5min},
    {AlertKind::StaleWorker, "silent-worker", AlertSeverity::Critical, 60, 0s},
    {AlertKind::SlowRuns, "slow-runs", AlertSeverity::Warning, 60, 5min},
    {AlertKind::NoSuccess, "no-success", AlertSeverity::Critical, 25 * 3600, 0s},
    {AlertKind::Unreachable, "unreachable", AlertSeverity::Critical, 0, 1min},
}};

const Suggestion &suggestionFor(AlertKind kind)
{
    return kSuggestions.at(size_t(kind));
}

constexpr double kMostJobs = 1e9;
constexpr double kLongestSeconds = 30.0 * 24 * 3600;

QString thresholdProblem(const AlertRule &rule)
{
    const double limit = rule.threshold;
    switch (unitOf(rule.kind)) {
    case AlertUnit::None:
        return {};
    case AlertUnit::PerMinute:
        return std::isfinite(limit) && limit > 0 && limit <= kMostJobs
            ? QString()
            : AlertsText::tr("Enter a number of failures per minute above 0.");
    case AlertUnit::Percent:
        return limit > 0 && limit <= 100 ? QString()
                                         : AlertsText::tr("Enter a share above 0 and up to 100 %.");
    case AlertUnit::Seconds:
        return limit >= 1 && limit <= kLongestSeconds
            ? QString()
            : AlertsText::tr("Enter a time from 1 s to 30 d, such as “90 s” or “5 min”.");
    case AlertUnit::Jobs:
        break;
    }
    if (!(limit >= 1 && limit <= kMostJobs) || limit != std::floor(limit))
        return AlertsText::tr("Enter a whole number of jobs, 1 or more.");
    return {};
}

} // namespace

AlertUnit unitOf(AlertKind kind)
{
    switch (kind) {
    case AlertKind::FailureRate:
        return AlertUnit::PerMinute;
    case AlertKind::FailureShare:
        return AlertUnit::Percent;
    case AlertKind::OldestReady:
    case AlertKind::StaleWorker:
    case AlertKind::SlowRuns:
    case AlertKind::NoSuccess:
        return AlertUnit::Seconds;
    case AlertKind::NoThroughput:
    case AlertKind::Stuck:
    case AlertKind::FailedForGood:
    case AlertKind::ReadyBacklog:
        return AlertUnit::Jobs;
    case AlertKind::Unreachable:
        return AlertUnit::None;
    }
    Q_UNREACHABLE();
}

bool looksAtTask(AlertKind kind)
{
    return kind == AlertKind::SlowRuns || kind == AlertKind::NoSuccess;
}

bool looksAtHistory(AlertKind kind)
{
    return looksAtTask(kind) || kind == AlertKind::FailureRate || kind == AlertKind::FailureShare;
}

std::chrono::seconds calmTime(const AlertRule &rule)
{
    return std::max<std::chrono::seconds>(rule.hold, 1min);
}

QList<AlertRule> suggestedAlertRules()
{
    QList<AlertRule> rules;
    for (const Suggestion &suggestion : kSuggestions) {
        AlertRule rule = suggestedAlertRule(suggestion.kind);
        rule.id = QString::fromLatin1(suggestion.key); // the same in every program
        rules << rule;
    }
    return rules;
}

AlertRule suggestedAlertRule(AlertKind kind)
{
    const Suggestion &suggestion = suggestionFor(kind);
    AlertRule rule;
    rule.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    rule.kind = kind;
    rule.severity = suggestion.severity;
    rule.threshold = suggestion.threshold;
    rule.hold = suggestion.hold;
    return rule;
}

QList<AlertProblem> problemsOf(const AlertRule &rule)
{
    QList<AlertProblem> problems;
    if (const QString sentence = thresholdProblem(rule); !sentence.isEmpty())
        problems << AlertProblem{AlertProblem::Field::Threshold, sentence};
    if (rule.kind == AlertKind::NoThroughput && rule.hold < 1min)
        problems << AlertProblem{
            AlertProblem::Field::Hold,
            AlertsText::tr("Throughput is measured over a minute: enter at least 1 min.")};
    else if (rule.hold < 0s || rule.hold > kLongestHold)
        problems << AlertProblem{AlertProblem::Field::Hold,
                                 AlertsText::tr("Enter a time from 0 s to 24 h.")};
    return problems;
}

QString alertKindKey(AlertKind kind)
{
    return QString::fromLatin1(suggestionFor(kind).key);
}

std::optional<AlertKind> alertKindFromKey(const QString &key)
{
    for (const Suggestion &suggestion : kSuggestions) {
        if (key == QLatin1StringView(suggestion.key))
            return suggestion.kind;
    }
    return std::nullopt;
}

QString alertSeverityKey(AlertSeverity severity)
{
    switch (severity) {
    case AlertSeverity::Notice:
        return u"notice"_s;
    case AlertSeverity::Warning:
        return u"warning"_s;
    case AlertSeverity::Critical:
        return u"critical"_s;
    }
    Q_UNREACHABLE();
}

std::optional<AlertSeverity> alertSeverityFromKey(const QString &key)
{
    for (const AlertSeverity severity :
         {AlertSeverity::Notice, AlertSeverity::Warning, AlertSeverity::Critical}) {
        if (key == alertSeverityKey(severity))
            return severity;
    }
    return std::nullopt;
}

} // namespace yardmaster
