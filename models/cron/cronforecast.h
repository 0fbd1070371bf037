#pragma once

#include "models/cron/cronanalysis.h"
#include "models/cron/cronbackfillestimate.h"
#include "models/cron/cronsimulation.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace yardmaster {

/// What a crontab will do. A value.
struct CronForecast
{
    CronAnalysisPtr analysis; ///< whose entries it is about; never null
    CronSimulation week;
    QList<CronPileUp> pileUps;
    CronBackfillEstimates backfill;
    bool hasKnownEntries = false; ///< the database was asked, so `backfill` means something
};
using CronForecastPtr = std::shared_ptr<const CronForecast>;

/// Simulates a week of a crontab on a background thread, and what a start would make up for. A
/// newer question puts an end to the one under way. GUI thread.
class CronForecaster final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronForecaster)

public:
    static constexpr int kDays = 7;
    static constexpr qint64 kMostRuns = 200'000;

    explicit CronForecaster(QObject *parent = nullptr);
    ~CronForecaster() override;

    /// @param known  nullopt: the database was not asked.   @param least  entries of a pile-up.
    void ask(CronAnalysisPtr analysis, std::optional<QHash<QString, KnownCronEntry>> known,
             const QDateTime &now, int least);
    /// Null before the first answer.
    [[nodiscard]] const CronForecastPtr &forecast() const { return m_forecast; }
    /// An answer is on its way.
    [[nodiscard]] bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void ready();

private:
    quint64 m_epoch = 0;
    bool m_isBusy = false;
    CronForecastPtr m_forecast;
    std::shared_ptr<std::atomic<bool>> m_stop;
    QThreadPool m_pool;
};

} // namespace yardmaster
