#include "models/query/filterkeys.h"

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array<FilterKeyInfo, 17> kJobKeys{{
    {FilterKey::State, FilterType::State, "state"_L1, "state:failed",
     QT_TRANSLATE_NOOP("Filter", "What the job is doing or waiting for.")},
    {FilterKey::Task, FilterType::Name, "task"_L1, "task:send_*",
     QT_TRANSLATE_NOOP("Filter", "The task that runs it. * matches anything.")},
    {FilterKey::Queue, FilterType::Name, "queue"_L1, "queue:a,b",
     QT_TRANSLATE_NOOP("Filter", "Its named queue; \"\" for jobs without one.")},
    {FilterKey::Key, FilterType::Name, "key"_L1, "key:welcome-*",
     QT_TRANSLATE_NOOP("Filter", "Its job key; \"\" for jobs without one.")},
    {FilterKey::Flag, FilterType::Name, "flag"_L1, "flag:beta",
     QT_TRANSLATE_NOOP("Filter", "A flag it carries; \"\" for jobs without flags.")},
    {FilterKey::LockedBy, FilterType::Name, "locked-by"_L1, "locked-by:web-*",
     QT_TRANSLATE_NOOP("Filter", "The worker that holds its lock; \"\" for unlocked jobs.")},
    {FilterKey::Error, FilterType::Text, "error"_L1, "error~\"ETIMEDOUT|refused\"",
     QT_TRANSLATE_NOOP("Filter", "Its last error: \":\" finds words, \"~\" a pattern.")},
    {FilterKey::Id, FilterType::Number, "id"_L1, "id:1000..2000",
     QT_TRANSLATE_NOOP("Filter", "Its number, one, several or a range.")},
    {FilterKey::Priority, FilterType::Number, "priority"_L1, "priority<0",
     QT_TRANSLATE_NOOP("Filter", "Its priority; smaller numbers run first.")},
    {FilterKey::Attempts, FilterType::Number, "attempts"_L1, "attempts>=3",
     QT_TRANSLATE_NOOP("Filter", "How many times it was started.")},
    {FilterKey::MaxAttempts, FilterType::Number, "max-attempts"_L1, "max-attempts:1",
     QT_TRANSLATE_NOOP("Filter", "How many times it may be started.")},
    {FilterKey::Revision, FilterType::Number, "revision"_L1, "revision>0",
     QT_TRANSLATE_NOOP("Filter", "How many times it was updated by its key.")},
    {FilterKey::Run, FilterType::Time, "run"_L1, "run<now-1h",
     QT_TRANSLATE_NOOP("Filter", "When it is due.")},
    {FilterKey::Created, FilterType::Time, "created"_L1, "created>2026-11-01",
     QT_TRANSLATE_NOOP("Filter", "When it was added.")},
    {FilterKey::Updated, FilterType::Time, "updated"_L1, "updated:today",
     QT_TRANSLATE_NOOP("Filter", "When it was last updated; workers do not change this.")},
    {FilterKey::Locked, FilterType::Time, "locked"_L1, "locked<now-10m",
     QT_TRANSLATE_NOOP("Filter", "When a worker fetched it.")},
    {FilterKey::Payload, FilterType::Json, "payload"_L1, "payload.user.id=42",
     QT_TRANSLATE_NOOP("Filter", "A path in its payload, or its whole text.")},
}};

constexpr std::array<FilterKeyInfo, 11> kRunKeys{{
    {FilterKey::Task, FilterType::Name, "task"_L1, "task:send_*",
     QT_TRANSLATE_NOOP("Filter", "The task that ran. * matches anything.")},
    {FilterKey::Outcome, FilterType::Outcome, "outcome"_L1, "outcome:failed",
     QT_TRANSLATE_NOOP("Filter", "How the run ended.")},
    {FilterKey::Finished, FilterType::Time, "finished"_L1, "finished>now-1h",
     QT_TRANSLATE_NOOP("Filter", "When it ended.")},
    {FilterKey::Took, FilterType::Duration, "took"_L1, "took>5s",
     QT_TRANSLATE_NOOP("Filter",
                       "How long the handler ran, if its worker reports it; otherwise how long the "
                       "worker held the job.")},
    {FilterKey::Wait, FilterType::Duration, "wait"_L1, "wait>1m",
     QT_TRANSLATE_NOOP("Filter", "How long it was due before a worker fetched it.")},
    {FilterKey::Worker, FilterType::Name, "worker"_L1, "worker:web-*",
     QT_TRANSLATE_NOOP("Filter",
                       "The worker that held the job; \"\" for jobs that no worker held.")},
    {FilterKey::Queue, FilterType::Name, "queue"_L1, "queue:a,b",
     QT_TRANSLATE_NOOP("Filter", "Its named queue; \"\" for jobs without one.")},
    {FilterKey::Id, FilterType::Number, "id"_L1, "id:1000..2000",
     QT_TRANSLATE_NOOP("Filter", "The job's number, one, several or a range.")},
    {FilterKey::Attempt, FilterType::Number, "attempt"_L1, "attempt>1",
     QT_TRANSLATE_NOOP("Filter", "Which attempt of the job it was.")},
    {FilterKey::Error, FilterType::Text, "error"_L1, "error~\"ETIMEDOUT|refused\"",
     QT_TRANSLATE_NOOP("Filter", "Why it failed: \":\" finds words, \"~\" a pattern.")},
    {FilterKey::Started, FilterType::Time, "started"_L1, "started<now-1d",
     QT_TRANSLATE_NOOP("Filter", "When a worker fetched it.")},
}};

constexpr std::array<FilterState, 8> kStates{{
    {JobState::Ready, "ready"_L1},
    {JobState::Scheduled, "scheduled"_L1},
    {JobState::Retrying, "retrying"_L1},
    {JobState::Running, "running"_L1},
    {JobState::Stuck, "stuck"_L1},
    {JobState::FailedForGood, "failed"_L1},
    {JobState::Blocked, "blocked"_L1},
    {JobState::Forbidden, "forbidden"_L1},
}};

int editDistance(const QString &a, const QString &b)
{
    std::vector<int> row(size_t(b.size()) + 1);
    for (size_t j = 0; j < row.size(); ++j)
        row[j] = int(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        int diagonal = std::exchange(row[0], int(i));
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const auto at = size_t(j);
            const int substituted = diagonal + (a.at(i - 1) == b.at(j - 1) ? 0 : 1);
            diagonal = row[at];
            row[at] = std::min({substituted, row[at] + 1, row[at - 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::span<const FilterKeyInfo> filterKeys(FilterLanguage language)
{
    if (language == FilterLanguage::Runs)
        return kRunKeys;
    return kJobKeys;
}

const FilterKeyInfo &filterKeyInfo(FilterKey key)
{
    const auto found = std::ranges::find(kJobKeys, key, &FilterKeyInfo::key);
    return found != kJobKeys.end() ? *found
                                   : *std::ranges::find(kRunKeys, key, &FilterKeyInfo::key);
}

const FilterKeyInfo *findFilterKey(QStringView name, FilterLanguage language)
{
    QString plain = name.toString().toLower().replace(u'_', u'-');
    if (plain.endsWith("-at"_L1)) // the columns' names: run_at, locked_at
        plain.chop(3);
    const auto keys = filterKeys(language);
    const auto it
        = std::ranges::find_if(keys, [&plain](const auto &info) { return plain == info.name; });
    return it == keys.end() ? nullptr : &*it;
}

QLatin1StringView filterOperatorText(FilterOperator op)
{
    switch (op) {
    case FilterOperator::Is:
        return ":"_L1;
    case FilterOperator::Equals:
        return "="_L1;
    case FilterOperator::Less:
        return "<"_L1;
    case FilterOperator::LessOrEqual:
        return "<="_L1;
    case FilterOperator::Greater:
        return ">"_L1;
    case FilterOperator::GreaterOrEqual:
        return ">="_L1;
    case FilterOperator::Matches:
        return "~"_L1;
    }
    Q_UNREACHABLE();
}

bool allowsOperator(FilterKey key, bool hasPath, FilterOperator op)
{
    const bool isCompared = op == FilterOperator::Less || op == FilterOperator::LessOrEqual
        || op == FilterOperator::Greater || op == FilterOperator::GreaterOrEqual;
    switch (filterKeyInfo(key).type) {
    case FilterType::State:
    case FilterType::Outcome:
        return !isCompared && op != FilterOperator::Matches;
    case FilterType::Name:
    case FilterType::Text:
        return !isCompared;
    case FilterType::Number:
    case FilterType::Duration:
    case FilterType::Time:
        return op != FilterOperator::Matches;
    case FilterType::Json:
        return hasPath || (!isCompared && op != FilterOperator::Equals);
    }
    Q_UNREACHABLE();
}

std::span<const FilterState> filterStates()
{
    return kStates;
}

std::optional<JobState> findFilterState(QStringView name)
{
    for (const FilterState &state : kStates) {
        if (name.compare(state.name, Qt::CaseInsensitive) == 0)
            return state.state;
    }
    return std::nullopt;
}

QLatin1StringView filterStateName(JobState state)
{
    const auto it = std::ranges::find(kStates, state, &FilterState::state);
    return it == kStates.end() ? QLatin1StringView() : it->name;
}

QString closestName(const QString &typed, const QStringList &known)
{
    QString best;
    int bestDistance = 3; // further away is no typing mistake
    for (const QString &name : known) {
        const bool isBegun = typed.size() >= 2 && name.startsWith(typed, Qt::CaseInsensitive);
        const int distance = isBegun ? 0 : editDistance(typed.toLower(), name);
        if (distance < bestDistance && distance < name.size()) {
            bestDistance = distance;
            best = name;
        }
    }
    return best;
}

} // namespace yardmaster
