#include "models/alerts/alertmonitor.h"

#include "models/alerts/alertwords.h"
#include "models/alerts/registrypoller.h"
#include "models/alerts/runspoller.h"
#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/overview/metricspoller.h"

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::seconds kTick{5};
/// Without a reading or an error for so long, a question has got lost on its way.
constexpr std::chrono::minutes kLostQuestion{3};

/// The monitor is paused, or has trouble of its own.
constexpr std::chrono::minutes kOldCounts{2};

bool isSameCondition(const AlertRule &left, const AlertRule &right)
{
    return left.isEnabled == right.isEnabled && left.kind == right.kind
        && left.threshold == right.threshold && left.hold == right.hold && left.task == right.task;
}

} // namespace

AlertMonitor::AlertMonitor(MetricsPoller *metrics, const ConsoleTarget &target, QSettings *settings,
                           QObject *parent)
    : QObject(parent)
    , m_metrics(metrics)
    , m_store(settings, target.profileId)
    , m_settings(m_store.settings())
    , m_history(m_store.history())
    , m_snoozedUntil(m_store.snoozedUntil())
    , m_clock(&QDateTime::currentDateTimeUtc)
{
    if (m_metrics) {
        m_registry = std::make_unique<RegistryPoller>(m_metrics->sessions(), target.schema);
        m_runs = std::make_unique<RunsPoller>(m_metrics->sessions(), target.schema);
        connect(m_metrics, &MetricsPoller::read, this, &AlertMonitor::onRead);
        connect(m_metrics, &MetricsPoller::failed, this, &AlertMonitor::onFailed);
    }
    connect(&m_tick, &QTimer::timeout, this, &AlertMonitor::onTick);
    m_tick.start(kTick);
    m_sinceReading.start();
    updateWatching();
}

AlertMonitor::~AlertMonitor() = default;

void AlertMonitor::setSettings(const AlertSettings &settings)
{
    const QList<AlertRule> before = std::exchange(m_settings, settings).rules;
    for (const AlertRule &old : before) {
        const bool isKept = std::any_of(
            settings.rules.cbegin(), settings.rules.cend(),
            [&](const AlertRule &rule) { return rule.id == old.id && isSameCondition(rule, old); });
        if (isKept)
            continue;
        m_states.remove(old.id);
        m_ledger.forget(old.id);
        closeRecord(old.id, m_clock());
    }
    m_store.setSettings(settings);
    updateWatching();
    // No need to wait for values, if these are not old.
    if (m_latest.at.isValid() && m_latest.at.addSecs(kTick.count()) >= m_clock())
        take(m_latest);
    else
        Q_EMIT updated();
}

bool AlertMonitor::isWatching() const
{
    return std::any_of(m_settings.rules.cbegin(), m_settings.rules.cend(),
                       [](const AlertRule &rule) { return rule.isEnabled; });
}

void AlertMonitor::updateWatching()
{
    if (m_registry) {
        const bool wantsWorkers = std::any_of(
            m_settings.rules.cbegin(), m_settings.rules.cend(), [](const AlertRule &rule) {
                return rule.isEnabled && rule.kind == AlertKind::StaleWorker;
            });
        m_registry->setPaused(!wantsWorkers);
        m_runs->follow(m_settings.rules);
    }
    if (std::exchange(m_wasWatching, isWatching()) != isWatching())
        Q_EMIT watchingChanged();
}

void AlertMonitor::onRead()
{
    const QueueMetrics &metrics = m_metrics->latest();
    if (!metrics.time.isValid())
        return;
    AlertSnapshot reading = alertSnapshotOf(metrics);
    const QDateTime counted = m_metrics->monitor()->readAt();
    if (!counted.isValid() || std::chrono::milliseconds(counted.msecsTo(reading.at)) > kOldCounts) {
        reading.ready = {};
        reading.stuck = {};
        reading.failed = {};
    }
    reading.workers = m_registry->heartbeatAges(reading.at);
    m_runs->addTo(&reading);
    take(reading);
}

void AlertMonitor::onFailed()
{
    AlertSnapshot reading;
    reading.at = m_clock();
    reading.isAnswered = false;
    take(reading);
}

void AlertMonitor::onTick()
{
    if (!m_metrics || m_metrics->isPaused())
        m_sinceReading.start();
    if (m_metrics && isWatching()
        && m_sinceReading.hasExpired(std::chrono::milliseconds(kLostQuestion).count())) {
        onFailed();
        // The question is still lost the next time.
        return;
    }
    if (m_snoozedUntil.isValid() && m_clock() >= m_snoozedUntil)
        endSnooze();
}

void AlertMonitor::take(const AlertSnapshot &reading)
{
    if (m_snoozedUntil.isValid() && reading.at >= m_snoozedUntil)
        endSnooze();
    m_latest = reading;
    if (reading.isAnswered)
        m_sinceReading.start();
    for (const AlertRule &rule : std::as_const(m_settings.rules)) {
        AlertState &state = m_states[rule.id];
        if (!rule.isEnabled) { // only its value, for the rule editor
            state.last = measure(rule, reading);
            continue;
        }
        const AlertState before = state;
        state = evaluate(rule, before, reading);
        record(rule, before, state);
    }
    const QList<AlertNews> news
        = m_ledger.take(m_settings.rules, m_states, m_settings.policy, reading.at,
                        reading.at.toLocalTime(), snoozedUntil().isValid());
    Q_EMIT updated();
    if (!news.isEmpty())
        Q_EMIT told({news, reading.at});
}

void AlertMonitor::record(const AlertRule &rule, const AlertState &before, const AlertState &after)
{
    if (before.isRaised() == after.isRaised())
        return;
    if (!after.isRaised()) {
        closeRecord(rule.id, after.since);
        return;
    }
    AlertRecord raised;
    raised.rule = rule.id;
    raised.kind = rule.kind;
    raised.severity = rule.severity;
    raised.text = alertLine(rule, after.last);
    raised.raisedAt = after.raisedAt;
    m_history.prepend(raised);
    while (m_history.size() > kMostRecords)
        m_history.removeLast();
    m_store.setHistory(m_history);
}

void AlertMonitor::closeRecord(const QString &rule, const QDateTime &at)
{
    for (AlertRecord &record : m_history) {
        if (record.rule != rule)
            continue;
        if (!record.overAt.isValid()) {
            record.overAt = at;
            m_store.setHistory(m_history);
        }
        return; // the latest of the rule
    }
}

QList<AlertMonitor::Active> AlertMonitor::active() const
{
    QList<Active> alerts;
    for (const AlertRule &rule : m_settings.rules) {
        const AlertState state = m_states.value(rule.id);
        if (rule.isEnabled && state.isRaised())
            alerts << Active{rule, state, m_ledger.isAcknowledged(rule.id)};
    }
    std::stable_sort(alerts.begin(), alerts.end(), [](const Active &left, const Active &right) {
        if (left.rule.severity != right.rule.severity)
            return left.rule.severity > right.rule.severity;
        return left.state.raisedAt < right.state.raisedAt;
    });
    return alerts;
}

void AlertMonitor::acknowledge(const QString &rule)
{
    if (m_states.value(rule).isRaised())
        m_ledger.acknowledge(rule);
    Q_EMIT updated();
}

void AlertMonitor::clearHistory()
{
    m_history.clear();
    m_store.setHistory(m_history);
    Q_EMIT updated();
}

void AlertMonitor::snooze(std::chrono::minutes time)
{
    m_snoozedUntil = m_clock().addMSecs(std::chrono::milliseconds(time).count());
    m_store.setSnoozedUntil(m_snoozedUntil);
    Q_EMIT updated();
}

void AlertMonitor::endSnooze()
{
    if (!m_snoozedUntil.isValid())
        return;
    m_snoozedUntil = {};
    m_store.setSnoozedUntil({});
    Q_EMIT updated();
}

QDateTime AlertMonitor::snoozedUntil() const
{
    return m_snoozedUntil.isValid() && m_clock() < m_snoozedUntil ? m_snoozedUntil : QDateTime();
}

} // namespace yardmaster
