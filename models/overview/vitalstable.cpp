#include "models/overview/vitalstable.h"

#include "models/overview/vitalswords.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

VitalsTable::VitalsTable(QObject *parent)
    : RowsModel(parent)
{
    const auto column = [](QLatin1StringView id, const QString &title,
                           TableColumn<Vitals>::Of<QString> text, const QString &widest) {
        return TableColumn<Vitals>{
            .id = id, .title = title, .text = std::move(text), .isFigure = true, .widest = widest};
    };
    setColumns({
        column(
            "time"_L1, tr("Time"), [](const Vitals &vitals) { return formatInstant(vitals.time); },
            u"2026-11-20 14:03:07 UTC "_s),
        column(
            "added"_L1, tr("Added a minute"),
            [](const Vitals &vitals) { return formatRate(vitals.arrivals); }, u"100,000"_s),
        column(
            "finished"_L1, tr("Finished a minute"),
            [](const Vitals &vitals) { return formatRate(vitals.completions); }, u"100,000"_s),
        column(
            "failed-runs"_L1, tr("Failed runs a minute"),
            [](const Vitals &vitals) {
                return formatRate(vitals.failures, vitals.isFailuresLowerBound);
            },
            u"100,000"_s),
        column(
            "ready"_L1, tr("Ready"), [](const Vitals &vitals) { return formatCount(vitals.ready); },
            u"10,000+"_s),
        column(
            "failed"_L1, tr("Failed for good"),
            [](const Vitals &vitals) { return formatCount(vitals.failed); }, u"10,000+"_s),
        column(
            "oldest-ready"_L1, tr("Oldest ready"),
            [](const Vitals &vitals) {
                return formatWait(vitals.oldestReady, vitals.isOldestLowerBound);
            },
            u"4 min 05 s"_s),
    });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] { tellAll(); });
}

void VitalsTable::setReadings(const QList<Vitals> &readings)
{
    merge(QList<Vitals>(readings.crbegin(), readings.crend()));
}

void VitalsTable::clear()
{
    reset({});
}

} // namespace yardmaster
