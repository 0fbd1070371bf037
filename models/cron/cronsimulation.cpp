#include "models/cron/cronsimulation.h"

#include "worker/cron/cronbackfill.h"

#include <QHash>

#include <algorithm>
#include <limits>

namespace yardmaster {

namespace {

constexpr qint32 kSlice = 60; // minutes
constexpr qint32 kNever = std::numeric_limits<qint32>::max();

} // namespace

CronSimulation simulate(const QList<CrontabEntry> &entries, const QDateTime &from,
                        const QDateTime &to, qint64 limit, const std::function<bool()> &isCancelled)
{
    CronSimulation simulation;
    simulation.from = nextFullMinute(from.toUTC());
    simulation.to
        = std::clamp(to.toUTC(), simulation.from, simulation.from.addDays(kLongestSimulationDays));
    const auto length = qint32((simulation.from.secsTo(simulation.to) + 59) / 60);
    const auto count = size_t(entries.size());
    simulation.minutes.resize(count);
    std::vector<qint32> upcoming(count);

    const auto next = [&](size_t i, const QDateTime &after) {
        const auto due = entries[qsizetype(i)].schedule.next(after);
        if (!due)
            return kNever;
        const qint64 minute = simulation.from.secsTo(*due) / 60;
        return minute < length ? qint32(minute) : kNever;
    };
    for (size_t i = 0; i < count; ++i) {
        if (isCancelled && i % 256 == 0 && isCancelled()) {
            simulation.until = simulation.from;
            return simulation;
        }
        upcoming[i] = next(i, simulation.from.addSecs(-1));
    }
    // Hour by hour, so that what is left out at the limit is left out of all entries alike.
    qint32 begin = 0;
    while (begin < length && simulation.runs < limit && !(isCancelled && isCancelled())) {
        const qint32 end = std::min(begin + kSlice, length);
        for (size_t i = 0; i < count; ++i) {
            while (upcoming[i] < end) {
                simulation.minutes[i].push_back(upcoming[i]);
                ++simulation.runs;
                upcoming[i] = next(i, simulation.timeOf(upcoming[i]));
            }
        }
        begin = end;
        const qint32 soonest
            = upcoming.empty() ? kNever : *std::min_element(upcoming.begin(), upcoming.end());
        if (soonest == kNever)
            begin = length; // nothing comes any more
    }
    simulation.until = begin >= length ? simulation.to : simulation.timeOf(begin);
    return simulation;
}

QList<CronPileUp> pileUps(const CronSimulation &simulation, int least, int most)
{
    const qint64 length = (simulation.from.secsTo(simulation.until) + 59) / 60;
    std::vector<qint32> sizes(size_t(std::max<qint64>(length, 0)), 0);
    for (const std::vector<qint32> &minutes : simulation.minutes) {
        for (const qint32 minute : minutes) {
            if (size_t(minute) < sizes.size())
                ++sizes[size_t(minute)];
        }
    }
    // Who meets in a crowded minute, told apart by a sum that hardly two sets share.
    struct Crowd
    {
        quint64 sum = 0;
        QList<int> entries;
    };
    QHash<qint32, Crowd> crowds;
    for (size_t i = 0; i < simulation.minutes.size(); ++i) {
        const quint64 mark = (quint64(i) + 1) * 0x9e3779b97f4a7c15ULL;
        for (const qint32 minute : simulation.minutes[i]) {
            if (size_t(minute) >= sizes.size() || sizes[size_t(minute)] < least)
                continue;
            Crowd &crowd = crowds[minute];
            crowd.sum += mark ^ (mark >> 29);
            if (crowd.entries.size() < kPileUpEntries)
                crowd.entries << int(i);
        }
    }
    QHash<quint64, CronPileUp> bySum;
    for (auto it = crowds.cbegin(); it != crowds.cend(); ++it) {
        CronPileUp &pileUp = bySum[it->sum];
        const QDateTime time = simulation.timeOf(it.key());
        pileUp.entries = it->entries;
        pileUp.size = sizes[size_t(it.key())];
        ++pileUp.times;
        if (!pileUp.first.isValid() || time < pileUp.first)
            pileUp.first = time;
    }
    QList<CronPileUp> list = bySum.values();
    std::ranges::sort(list, [](const CronPileUp &a, const CronPileUp &b) {
        if (a.size != b.size)
            return a.size > b.size;
        return a.times != b.times ? a.times > b.times : a.first < b.first;
    });
    if (list.size() > most)
        list.resize(most);
    return list;
}

} // namespace yardmaster
