#include "models/query/filtersql.h"

#include "models/query/filterkeys.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Extracting from JSON text fails on \u0000 and on half a surrogate pair, which the json type lets
/// in; one such payload must not end a whole search.
constexpr const char *kReadablePayload
    = "(strpos(jobs.payload::text, '\\u') = 0 or jobs.payload::text !~ "
      "'\\\\u0000|\\\\u[dD][89abAB]..(?!\\\\u[dD][c-fC-F])"
      "|(?<!\\\\u[dD][89abAB]..)\\\\u[dD][c-fC-F]')";

QByteArray columnOf(FilterKey key)
{
    switch (key) {
    case FilterKey::Key:
        return "jobs.key";
    case FilterKey::LockedBy:
        return "jobs.locked_by";
    case FilterKey::Id:
        return "jobs.id";
    case FilterKey::Priority:
        return "jobs.priority";
    case FilterKey::Attempts:
        return "jobs.attempts";
    case FilterKey::MaxAttempts:
        return "jobs.max_attempts";
    case FilterKey::Revision:
        return "jobs.revision";
    case FilterKey::Run:
        return "jobs.run_at";
    case FilterKey::Created:
        return "jobs.created_at";
    case FilterKey::Updated:
        return "jobs.updated_at";
    case FilterKey::Locked:
        return "jobs.locked_at";
    default:
        Q_UNREACHABLE();
    }
}

} // namespace

FilterSql::FilterSql(FilterContext context, Params *params)
    : ConditionSql(std::move(context), params)
{ }

/// Payloads that take more room than this, compressed, are not taken apart for a list: two hundred
/// of a megabyte would take seconds.
constexpr const char *kMostListed = "65536";

QByteArray FilterSql::payloadCell(const QStringList &path, int characters)
{
    const QByteArray place = bind(param(path)) + "::text[]";
    return "case when pg_column_size(jobs.payload) > " + QByteArray(kMostListed)
        + " then 'lon' when not " + kReadablePayload
        + " then 'bad' else left(json_typeof(jobs.payload #> " + place
        + "), 3) || coalesce(left(jobs.payload #>> " + place + ", " + QByteArray::number(characters)
        + "), '') end";
}

QByteArray FilterSql::condition(const Filter &filter)
{
    QByteArrayList conditions;
    for (const FilterTerm &term : filter.terms)
        conditions << condition(term);
    return conditions.isEmpty() ? "true" : conditions.join("\n  and ");
}

QByteArray FilterSql::condition(const FilterTerm &term)
{
    QByteArray sql;
    switch (term.key) {
    case FilterKey::State: {
        QByteArrayList states;
        for (const FilterValue &value : term.values)
            states << stateCondition(*findFilterState(value.text()));
        sql = anyOf(states);
        break;
    }
    case FilterKey::Task:
        sql = viaTable("jobs.task_id", schema() + "._private_tasks", "names.identifier", term);
        break;
    case FilterKey::Queue:
        sql = viaTable("jobs.job_queue_id", schema() + "._private_job_queues", "names.queue_name",
                       term);
        break;
    case FilterKey::Key:
    case FilterKey::LockedBy:
        sql = nameCondition(columnOf(term.key), term);
        break;
    case FilterKey::Flag:
        sql = flagCondition(term);
        break;
    case FilterKey::Error:
        sql = textCondition("jobs.last_error", term);
        break;
    case FilterKey::Id:
    case FilterKey::Priority:
    case FilterKey::Attempts:
    case FilterKey::MaxAttempts:
    case FilterKey::Revision:
        sql = numberCondition(columnOf(term.key), term);
        break;
    case FilterKey::Run:
    case FilterKey::Created:
    case FilterKey::Updated:
    case FilterKey::Locked:
        sql = timeCondition(columnOf(term.key), term);
        break;
    case FilterKey::Payload:
        sql = payloadCondition(term);
        break;
    default:
        Q_UNREACHABLE(); // keys of runs
    }
    // What is unknown (a job without error) belongs to the rest, so that both together are all.
    return term.isNegated ? "((" + sql + ") is not true)" : '(' + sql + ')';
}

QByteArray FilterSql::due()
{
    return "jobs.run_at <= " + now();
}

QByteArray FilterSql::forbidden()
{
    if (context().forbiddenFlags.isEmpty())
        return "false";
    if (m_flags.isEmpty())
        m_flags = bind(param(context().forbiddenFlags)) + "::text[]";
    return "coalesce(jobs.flags ?| " + m_flags + ", false)";
}

/// As the fetch sees it: a queue whose row is missing lets no worker through either.
QByteArray FilterSql::queueHeld() const
{
    return "(jobs.job_queue_id is not null and not exists (select from " + schema()
        + "._private_job_queues as queues where queues.id = jobs.job_queue_id"
          " and queues.is_available))";
}

/// Of a locked job: workers treat the lock as void, or its worker has gone silent.
QByteArray FilterSql::voidLock()
{
    const QByteArray isOld = "jobs.locked_at < " + now() + " - interval '4 hours'";
    if (context().staleWorkers.isEmpty())
        return isOld;
    return '(' + isOld + " or coalesce(jobs.locked_by = any (" + bind(param(context().staleWorkers))
        + "::text[]), false))";
}

QByteArray FilterSql::stateCondition(JobState state)
{
    switch (state) {
    case JobState::Running:
        return "(jobs.locked_at is not null and not " + voidLock() + ')';
    case JobState::Stuck:
        return "(jobs.locked_at is not null and " + voidLock() + ')';
    case JobState::FailedForGood:
        return "(not jobs.is_available and jobs.locked_at is null)";
    case JobState::Scheduled:
        return "(jobs.is_available and jobs.run_at > " + now() + " and jobs.attempts <= 0)";
    case JobState::Retrying:
        return "(jobs.is_available and jobs.run_at > " + now() + " and jobs.attempts > 0)";
    case JobState::Forbidden:
        return "(jobs.is_available and " + due() + " and " + forbidden() + ')';
    case JobState::Blocked:
        return "(jobs.is_available and " + due() + " and not " + forbidden() + " and " + queueHeld()
            + ')';
    case JobState::Ready:
        return "(jobs.is_available and " + due() + " and not " + forbidden() + " and not "
            + queueHeld() + ')';
    case JobState::Completed:
        return "false"; // the row is gone
    }
    Q_UNREACHABLE();
}

QByteArray FilterSql::stateNumber()
{
    const auto number = [](JobState state) { return QByteArray::number(int(state)); };
    return "case when jobs.locked_at is not null then case when " + voidLock() + " then "
        + number(JobState::Stuck) + " else " + number(JobState::Running)
        + " end when not jobs.is_available then " + number(JobState::FailedForGood)
        + " when jobs.run_at > " + now() + " then case when jobs.attempts > 0 then "
        + number(JobState::Retrying) + " else " + number(JobState::Scheduled) + " end when "
        + forbidden() + " then " + number(JobState::Forbidden) + " when " + queueHeld() + " then "
        + number(JobState::Blocked) + " else " + number(JobState::Ready) + " end";
}

QByteArray FilterSql::flagCondition(const FilterTerm &term)
{
    FilterTerm like = term;
    QByteArrayList conditions;
    QStringList exact;
    if (term.op != FilterOperator::Matches) {
        like.values.clear();
        for (const FilterValue &value : term.values) {
            if (value.hasWildcard())
                like.values << value;
            else if (value.text().isEmpty())
                conditions << "jobs.flags is null or jobs.flags = '{}'";
            else
                exact << value.text();
        }
    }
    if (!exact.isEmpty())
        conditions << "jobs.flags ?| " + bind(param(exact)) + "::text[]";
    if (!like.values.isEmpty()) {
        conditions << "exists (select from jsonb_object_keys(case when jsonb_typeof(jobs.flags) "
                      "= 'object' then jobs.flags end) as flag (name) where "
                + nameCondition("flag.name", like) + ')';
    }
    return anyOf(conditions);
}

QByteArray FilterSql::payloadCondition(const FilterTerm &term)
{
    if (term.path.isEmpty())
        return textCondition("jobs.payload::text", term);
    const QByteArray path = bind(param(term.path)) + "::text[]";
    const QByteArray place
        = "(case when " + QByteArray(kReadablePayload) + " then jobs.payload #>> " + path + " end)";
    if (term.op == FilterOperator::Is || term.op == FilterOperator::Equals
        || term.op == FilterOperator::Matches) {
        FilterTerm named = term;
        named.values.removeIf([&term](const FilterValue &value) {
            return term.op != FilterOperator::Matches && value == FilterValue::exactly({});
        });
        QByteArrayList conditions;
        if (named.values.size() < term.values.size())
            conditions << "coalesce(" + place + ", '') = ''";
        if (!named.values.isEmpty())
            conditions << nameCondition(place, named);
        // As 42 finds 42 and "42". To #>> a null is nothing, so its kind is asked for.
        if (term.op != FilterOperator::Matches
            && term.values.contains(FilterValue::exactly(u"null"_s)))
            conditions << "coalesce((case when " + QByteArray(kReadablePayload)
                    + " then json_typeof(jobs.payload #> " + path + ") end) = 'null', false)";
        return anyOf(conditions);
    }
    // Whatever is there; only what looks like a number, and fits one, is compared as one.
    return "(case when " + place
        + " ~ '^[+-]?[0-9]{1,100}([.][0-9]{1,100})?([eE][+-]?[0-9]{1,3})?$' then " + place
        + "::numeric end)" + comparison(term.op) + bind(param(term.values.first().text()))
        + "::numeric";
}

} // namespace yardmaster
