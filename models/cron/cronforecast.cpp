#include "models/cron/cronforecast.h"

#include "models/session/delivery.h"

#include <QtConcurrentRun>

namespace yardmaster {

namespace {

constexpr int kMostPileUps = 200;

} // namespace

CronForecaster::CronForecaster(QObject *parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

CronForecaster::~CronForecaster()
{
    if (m_stop)
        m_stop->store(true);
    m_pool.waitForDone();
}

void CronForecaster::ask(CronAnalysisPtr analysis,
                         std::optional<QHash<QString, KnownCronEntry>> known, const QDateTime &now,
                         int least)
{
    if (m_stop)
        m_stop->store(true);
    m_stop = std::make_shared<std::atomic<bool>>(false);
    const quint64 epoch = ++m_epoch;
    m_isBusy = true;
    const auto work = [analysis = std::move(analysis), known = std::move(known), now, least,
                       stop = m_stop]() -> CronForecastPtr {
        const std::function<bool()> isStopped = [stop] { return stop->load(); };
        auto forecast = std::make_shared<CronForecast>();
        forecast->analysis = analysis;
        forecast->week = simulate(analysis->entries, now, now.addDays(kDays), kMostRuns, isStopped);
        if (isStopped())
            return forecast; // nobody looks at it
        forecast->pileUps = pileUps(forecast->week, least, kMostPileUps);
        forecast->hasKnownEntries = known.has_value();
        if (known)
            forecast->backfill = estimateBackfill(analysis->entries, *known, now, isStopped);
        return forecast;
    };
    deliver(QtConcurrent::run(&m_pool, work), this, [this, epoch](const CronForecastPtr &answer) {
        if (epoch != m_epoch)
            return;
        m_isBusy = false;
        m_forecast = answer;
        Q_EMIT ready();
    });
}

} // namespace yardmaster
