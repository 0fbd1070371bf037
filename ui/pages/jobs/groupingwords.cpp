#include "ui/pages/jobs/groupingwords.h"

#include "models/query/jobgroups.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace yardmaster {

namespace {

struct GroupingWords
{
    FilterKey grouping;
    const char *text;
};
constexpr std::array kGroupingWords{
    GroupingWords{FilterKey::Task, QT_TRANSLATE_NOOP("JobGroupings", "Group by task")},
    GroupingWords{FilterKey::Queue, QT_TRANSLATE_NOOP("JobGroupings", "Group by queue")},
    GroupingWords{FilterKey::State, QT_TRANSLATE_NOOP("JobGroupings", "Group by state")},
    GroupingWords{FilterKey::Priority, QT_TRANSLATE_NOOP("JobGroupings", "Group by priority")},
    GroupingWords{FilterKey::Attempts, QT_TRANSLATE_NOOP("JobGroupings", "Group by attempts")},
    GroupingWords{FilterKey::LockedBy, QT_TRANSLATE_NOOP("JobGroupings", "Group by worker")},
    GroupingWords{FilterKey::Flag, QT_TRANSLATE_NOOP("JobGroupings", "Group by flag")},
    GroupingWords{FilterKey::Error, QT_TRANSLATE_NOOP("JobGroupings", "Group by error")},
};

} // namespace

QString groupingWords(std::optional<FilterKey> grouping)
{
    if (!grouping)
        return QCoreApplication::translate("JobGroupings", "No groups");
    return QCoreApplication::translate(
        "JobGroupings",
        std::ranges::find(kGroupingWords, *grouping, &GroupingWords::grouping)->text);
}

QList<std::optional<FilterKey>> groupingChoices()
{
    QList<std::optional<FilterKey>> result{std::nullopt};
    for (const FilterKey grouping : groupingKeys())
        result << grouping;
    return result;
}

} // namespace yardmaster
