#pragma once

#include <yardmaster/eventbus.h>

#include <QMutex>
#include <QStringList>

namespace yardmaster::test {

/// The cron events of a bus, as lines to compare. Thread-safe.
class CronEvents final : public QObject
{
public:
    explicit CronEvents(EventBus *events)
    {
        const auto on = [&](auto signal, auto slot) {
            connect(events, signal, this, slot, Qt::DirectConnection); // on any thread
        };
        on(&EventBus::cronStarting, [this](const QString &, const QDateTime &start) {
            add(QStringLiteral("starting ") + start.toString(Qt::ISODate));
        });
        on(&EventBus::cronStarted, [this](const QString &, const QDateTime &start) {
            add(QStringLiteral("started ") + start.toString(Qt::ISODate));
        });
        on(&EventBus::cronBackfill,
           [this](const CronEvent &event) { add(QStringLiteral("backfill ") + text(event)); });
        on(&EventBus::cronSchedule,
           [this](const CronEvent &event) { add(QStringLiteral("schedule ") + text(event)); });
        on(&EventBus::cronScheduled,
           [this](const CronEvent &event) { add(QStringLiteral("scheduled ") + text(event)); });
        on(&EventBus::cronPrematureTimer,
           [this](const QString &, const QDateTime &now, const QDateTime &expected) {
               add(QStringLiteral("premature ") + now.toString(Qt::ISODate) + u' '
                   + expected.toString(Qt::ISODate));
           });
        on(&EventBus::cronOverdueTimer,
           [this](const QString &, const QDateTime &now, const QDateTime &expected) {
               add(QStringLiteral("overdue ") + now.toString(Qt::ISODate) + u' '
                   + expected.toString(Qt::ISODate));
           });
        on(&EventBus::cronReloaded,
           [this](const QString &, const QStringList &all, const QStringList &added,
                  const QStringList &removed) {
               add(QStringLiteral("reloaded ") + all.join(u',') + QStringLiteral(" added ")
                   + added.join(u',') + QStringLiteral(" removed ") + removed.join(u','));
           });
        on(&EventBus::cronReloadFailed, [this](const QString &, const QStringList &errors) {
            add(QStringLiteral("reloadFailed ") + errors.join(u'|'));
        });
        on(&EventBus::databaseTrouble,
           [this](const QString &during) { add(QStringLiteral("trouble ") + during); });
        on(&EventBus::databaseRecovered,
           [this](const QString &during) { add(QStringLiteral("recovered ") + during); });
    }

    [[nodiscard]] QStringList lines() const
    {
        const QMutexLocker locker(&m_mutex);
        return m_lines;
    }
    /// Those that begin with `word`.
    [[nodiscard]] QStringList lines(const QString &word) const
    {
        QStringList some;
        for (const QString &line : lines()) {
            if (line.startsWith(word + u' '))
                some << line;
        }
        return some;
    }

private:
    static QString text(const CronEvent &event)
    {
        static const char *outcomes[] = {"", "=added", "=elsewhere", "=skipped", "=failed"};
        QString text = event.minute.toString(Qt::ISODate);
        if (event.isBackfilled)
            text += QStringLiteral(" backfilled");
        for (const CronRun &run : event.runs)
            text += u' ' + run.identifier + QLatin1StringView(outcomes[int(run.outcome)]);
        return text;
    }
    void add(const QString &line)
    {
        const QMutexLocker locker(&m_mutex);
        m_lines << line;
    }

    mutable QMutex m_mutex;
    QStringList m_lines;
};

} // namespace yardmaster::test
