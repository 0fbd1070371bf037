#include "models/query/jobgroups.h"

#include "models/query/filteredit.h"
#include "models/query/filterkeys.h"
#include "models/query/filterparser.h"
#include "models/query/jobreads.h"
#include "models/query/shortread.h"
#include "models/query/workersalive.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>
#include <QLoggingCategory>

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcJobGroups, "yardmaster.models.groups", QtInfoMsg)

/// Longer names are groups, too, but none that a filter is written for.
constexpr int kLongestGroupName = 20000;

constexpr std::array kGroupingKeys{FilterKey::Task,     FilterKey::Queue,    FilterKey::State,
                                   FilterKey::Priority, FilterKey::Attempts, FilterKey::LockedBy,
                                   FilterKey::Flag,     FilterKey::Error};

struct JobGroupsText
{
    Q_DECLARE_TR_FUNCTIONS(JobGroups)
};

/// Keys of an object, and texts of a list or alone: what `?|` finds, in a filter and in a worker.
constexpr char kFlagNames[]
    = "left join lateral ("
      "select jsonb_object_keys(case when jsonb_typeof(counted.value) = 'object'"
      " then counted.value end) as flag "
      "union select list.element #>> '{}' from jsonb_array_elements("
      "case jsonb_typeof(counted.value) when 'array' then counted.value"
      " when 'string' then jsonb_build_array(counted.value) end) as list (element)"
      " where jsonb_typeof(list.element) = 'string') as names on true";

/// What job_groups.sql is completed with.
struct GroupingSql
{
    QByteArray value;
    QByteArray isNone = "false";
    QByteArray name = "counted.value::text";
    QByteArray names = {};
};

GroupingSql groupingSql(FilterKey grouping, const QByteArray &schema, FilterSql *sql)
{
    switch (grouping) {
    case FilterKey::Task:
        return {"jobs.task_id", "false", "names.identifier",
                "left join " + schema + "._private_tasks as names on names.id = counted.value"};
    case FilterKey::Queue:
        return {"jobs.job_queue_id", "counted.value is null", "names.queue_name",
                "left join " + schema
                    + "._private_job_queues as names on names.id = counted.value"};
    case FilterKey::State:
        return {sql->stateNumber()};
    case FilterKey::Priority:
        return {"jobs.priority"};
    case FilterKey::Attempts:
        return {"jobs.attempts"};
    case FilterKey::LockedBy:
        return {"jobs.locked_by", "counted.value is null"};
    case FilterKey::Flag:
        return {"jobs.flags", "counted.value is null or counted.value = '{}'", "names.flag",
                kFlagNames};
    case FilterKey::Error:
        return {"case when jobs.last_error <> '' then left(split_part(jobs.last_error, E'\\n', 1), "
                    + QByteArray::number(kErrorLineLength) + ") end",
                "counted.value is null"};
    default:
        Q_UNREACHABLE();
    }
}

void putIn(QByteArray *sql, const char *place, const QByteArray &text)
{
    Q_ASSERT(sql->contains(place));
    sql->replace(place, text);
}

/// Of errors whose first line begins so; of a line that is not cut, with its end.
FilterTerm errorLineTerm(const QString &line)
{
    // An empty first line is that of an error which goes on below it.
    const QString end = line.isEmpty()                        ? u"\\n"_s
        : line.toUcs4().size() >= qsizetype(kErrorLineLength) ? QString()
                                                              : u"(\\n|$)"_s;
    const QString pattern = u'^' + escapedPattern(line) + end;
    return {false, FilterKey::Error, {}, FilterOperator::Matches, {FilterValue::exactly(pattern)},
            {}};
}

/// What finds it, and why nothing does, if so.
void nameTerm(JobGroup *group, FilterKey grouping)
{
    if (group->kind == JobGroup::Kind::Unnamed) {
        group->obstacle = grouping == FilterKey::Flag
            ? JobGroupsText::tr("No filter finds these jobs: what stands for their flags has no "
                                "names in it.")
            : grouping == FilterKey::Queue
            ? JobGroupsText::tr("No filter finds these jobs: the row of their queue is missing.")
            : JobGroupsText::tr("No filter finds these jobs: the row of their task is missing.");
        return;
    }
    const bool isLine = grouping == FilterKey::Error;
    if (group->kind == JobGroup::Kind::Valued && group->value.isEmpty() && !isLine) {
        group->obstacle
            = JobGroupsText::tr("A filter cannot ask for the empty name: %1:\"\" finds the jobs "
                                "without any.")
                  .arg(groupingName(grouping));
        return;
    }
    if (group->value.toUcs4().size() > kLongestGroupName) {
        group->obstacle = JobGroupsText::tr("The name is too long for a filter.");
        return;
    }
    const auto term = isLine && group->kind == JobGroup::Kind::Valued
        ? errorLineTerm(group->value)
        : termForValue(grouping, group->value);
    // What is written is what is asked for, by the list and by whatever changes its jobs.
    const ParsedFilter read = parseFilter(term ? term->text() : QString());
    if (term && read.isValid() && read.filter == Filter{{*term}})
        group->term = term;
    else
        group->obstacle = JobGroupsText::tr("A filter cannot say this value.");
}

JobGroup groupFrom(const Rows &rows, int row, FilterKey grouping)
{
    JobGroup group;
    group.kind = rows.boolean(row, 0) ? JobGroup::Kind::None
        : rows.isNull(row, 1)         ? JobGroup::Kind::Unnamed
                                      : JobGroup::Kind::Valued;
    if (group.kind == JobGroup::Kind::Valued)
        group.value = rows.text(row, 1);
    if (grouping == FilterKey::State)
        group.value = filterStateName(JobState(group.value.toInt()));
    group.jobs = rows.int64(row, 2);
    group.runAt = timestampOrNone(rows, row, 3);
    nameTerm(&group, grouping);
    return group;
}

} // namespace

std::span<const FilterKey> groupingKeys()
{
    return kGroupingKeys;
}

QString groupingName(FilterKey grouping)
{
    return filterKeyInfo(grouping).name;
}

std::optional<FilterKey> groupingFromName(const QString &name)
{
    if (name.isEmpty())
        return std::nullopt;
    const auto known = std::ranges::find(kGroupingKeys, name, groupingName);
    if (known != kGroupingKeys.end())
        return *known;
    qCWarning(lcJobGroups).noquote()
        << "Ignored a grouping of jobs that is not known:" << name.left(100);
    return std::nullopt;
}

Filter filterOfGroup(Filter filter, const FilterTerm &term)
{
    // Even where one about the same thing is there: both hold, so that none is found but by both.
    if (!filter.terms.contains(term))
        filter.terms << term;
    return filter;
}

Result<JobGroups> readJobGroups(Session &session, FilterContext context, const Filter &filter,
                                FilterKey grouping, std::chrono::milliseconds patience)
{
    if (auto checked = JobReads(context).checkPatterns(session, filter); !checked)
        return tl::make_unexpected(checked.error());
    auto stale = readStaleWorkers(session, context.schema);
    if (!stale)
        return tl::make_unexpected(stale.error());
    context.staleWorkers = *std::move(stale);
    Params params{param(kGroupCap), param(kLongestGroupName + 1)};
    FilterSql conditions(context, &params);
    const GroupingSql by = groupingSql(grouping, quotedIdentifier(context.schema), &conditions);
    QByteArray sql = sqlText("models/query/job_groups.sql", context.schema);
    putIn(&sql, "null::text /*value*/", by.value);
    putIn(&sql, "true /*where*/", conditions.condition(filter));
    putIn(&sql, "false /*none*/", '(' + by.isNone + ')');
    putIn(&sql, "null::text /*name*/", by.name);
    putIn(&sql, "/*names*/", by.names);
    // Where the table was never analyzed, sorting all of it would seem cheaper than a hash table.
    const auto rows = readOnce(session, patience, sql, params, "set local enable_sort = off");
    if (!rows)
        return tl::make_unexpected(rows.error());
    JobGroups groups;
    groups.all.kind = JobGroup::Kind::All;
    groups.all.jobs = rows->isEmpty() ? 0 : rows->int64(0, 4);
    if (!rows->isEmpty()) {
        groups.all.runAt = timestampOrNone(*rows, 0, 5);
        groups.groups = rows->int64(0, 6);
    }
    for (int row = 0; row < rows->count(); ++row)
        groups.largest << groupFrom(*rows, row, grouping);
    return groups;
}

} // namespace yardmaster
