#include "models/query/filtersql.h"

#include "models/query/filterkeys.h"
#include "models/query/filtertime.h"
#include "worker/db/sqltext.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Extracting from JSON text fails on \u0000 and on half a surrogate pair, which the json type lets
/// in; one such payload must not end a whole search.
constexpr const char *kReadablePayload
    = "(strpos(jobs.payload::text, '\\u') = 0 or jobs.payload::text !~ "
      "'\\\\u0000|\\\\u[dD][89abAB]..(?!\\\\u[dD][c-fC-F])"
      "|(?<!\\\\u[dD][89abAB]..)\\\\u[dD][c-fC-F]')";

QByteArray anyOf(const QByteArrayList &conditions)
{
    if (conditions.isEmpty())
        return "false";
    return conditions.size() == 1 ? conditions.first() : '(' + conditions.join(" or ") + ')';
}

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

QByteArray comparison(FilterOperator op)
{
    return ' ' + QByteArray(filterOperatorText(op).data()) + ' ';
}

} // namespace

Param timestampParam(Timestamp time)
{
    return param(postgresText(time));
}

QString likePattern(const QStringList &pieces)
{
    QStringList escaped;
    for (QString piece : pieces) {
        piece.replace(u'\\', "\\\\"_L1).replace(u'%', "\\%"_L1).replace(u'_', "\\_"_L1);
        escaped << piece;
    }
    return escaped.join(u'%');
}

FilterSql::FilterSql(FilterContext context, Params *params)
    : m_context(std::move(context))
    , m_schema(quotedIdentifier(m_context.schema))
    , m_params(params)
{ }

QByteArray FilterSql::bind(Param value)
{
    m_params->push_back(std::move(value));
    return '$' + QByteArray::number(qsizetype(m_params->size()));
}

QByteArray FilterSql::now()
{
    if (!m_context.now)
        return "now()";
    if (m_now.isEmpty())
        m_now = bind(timestampParam(*m_context.now)) + "::timestamptz";
    return m_now;
}

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
        sql = viaTable("jobs.task_id", "_private_tasks", "names.identifier", term);
        break;
    case FilterKey::Queue:
        sql = viaTable("jobs.job_queue_id", "_private_job_queues", "names.queue_name", term);
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
    if (m_context.forbiddenFlags.isEmpty())
        return "false";
    if (m_flags.isEmpty())
        m_flags = bind(param(m_context.forbiddenFlags)) + "::text[]";
    return "coalesce(jobs.flags ?| " + m_flags + ", false)";
}

/// As the fetch sees it: a queue whose row is missing lets no worker through either.
QByteArray FilterSql::queueHeld() const
{
    return "(jobs.job_queue_id is not null and not exists (select from " + m_schema
        + "._private_job_queues as queues where queues.id = jobs.job_queue_id"
          " and queues.is_available))";
}

/// Of a locked job: workers treat the lock as void, or its worker has gone silent.
QByteArray FilterSql::voidLock()
{
    const QByteArray isOld = "jobs.locked_at < " + now() + " - interval '4 hours'";
    if (m_context.staleWorkers.isEmpty())
        return isOld;
    return '(' + isOld + " or coalesce(jobs.locked_by = any (" + bind(param(m_context.staleWorkers))
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

/// Exact texts, texts with wildcards, a pattern. Null where `expression` is.
QByteArray FilterSql::nameCondition(const QByteArray &column, const FilterTerm &term)
{
    if (term.op == FilterOperator::Matches)
        return column + " ~ " + bind(param(term.values.first().text())) + "::text";
    QByteArrayList conditions;
    QStringList exact;
    for (const FilterValue &value : term.values) {
        if (value.hasWildcard())
            conditions << column + " like " + bind(param(likePattern(value.pieces))) + "::text";
        else if (value.text().isEmpty())
            conditions << column + " is null";
        else
            exact << value.text();
    }
    if (exact.size() == 1)
        conditions << column + " = " + bind(param(exact.first())) + "::text";
    else if (!exact.isEmpty())
        conditions << column + " = any (" + bind(param(exact)) + "::text[])";
    return anyOf(conditions);
}

/// Looks the ids up once and compares numbers, rather than a name per job.
QByteArray FilterSql::viaTable(const QByteArray &column, const char *table,
                               const QByteArray &nameColumn, const FilterTerm &term)
{
    FilterTerm named = term;
    QByteArrayList conditions;
    if (term.op != FilterOperator::Matches) {
        named.values.removeIf(
            [](const FilterValue &value) { return value == FilterValue::exactly({}); });
        if (named.values.size() < term.values.size())
            conditions << column + " is null";
    }
    if (!named.values.isEmpty()) {
        conditions << column + " = any (array(select names.id from " + m_schema + '.' + table
                + " as names where " + nameCondition(nameColumn, named) + "))";
    }
    return anyOf(conditions);
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

QByteArray FilterSql::textCondition(const QByteArray &expression, const FilterTerm &term)
{
    if (term.op != FilterOperator::Is)
        return nameCondition(expression, term);
    QByteArrayList conditions; // words anywhere, in any case
    for (const FilterValue &value : term.values) {
        if (value == FilterValue::exactly({}))
            conditions << "coalesce(" + expression + ", '') = ''";
        else
            conditions << expression + " ilike "
                    + bind(param(u'%' + likePattern(value.pieces) + u'%')) + "::text";
    }
    return anyOf(conditions);
}

QByteArray FilterSql::numberCondition(const QByteArray &column, const FilterTerm &term)
{
    const auto number = [this](const QString &text) { return bind(param(text)) + "::bigint"; };
    if (term.op != FilterOperator::Is)
        return column + comparison(term.op) + number(term.values.first().text());
    QByteArrayList conditions;
    std::vector<qint64> exact;
    for (const FilterValue &value : term.values) {
        if (!value.isRange) {
            exact.push_back(value.text().toLongLong());
            continue;
        }
        QByteArrayList ends;
        if (!value.pieces.first().isEmpty())
            ends << column + " >= " + number(value.pieces.first());
        if (!value.pieces.last().isEmpty())
            ends << column + " <= " + number(value.pieces.last());
        conditions << '(' + ends.join(" and ") + ')';
    }
    if (exact.size() == 1)
        conditions << column + " = " + number(QString::number(exact.front()));
    else if (!exact.empty())
        conditions << column + " = any (" + bind(param(std::span<const qint64>(exact)))
                + "::bigint[])";
    return anyOf(conditions);
}

QByteArray FilterSql::timeCondition(const QByteArray &column, const FilterTerm &term)
{
    const QDateTime current
        = (m_context.now ? dateTime(*m_context.now) : QDateTime::currentDateTimeUtc())
              .toTimeZone(m_context.zone);
    // The condition "column <op> time", where a written day or minute is taken as a whole.
    const auto compare = [&](FilterOperator op, const QString &text) -> QByteArray {
        const FilterTime time = *parseFilterTime(text);
        if (time.anchor == FilterTime::Anchor::Now) {
            const QByteArray offset
                = bind(param(qint64(time.offset.count()))) + "::bigint * interval '1 microsecond'";
            return column + comparison(op) + '(' + now() + " + " + offset + ')';
        }
        const TimeBounds bounds = boundsOf(time, m_context.zone, current.date());
        const bool needsEnd = op == FilterOperator::Greater || op == FilterOperator::LessOrEqual;
        const QByteArray bound
            = bind(timestampParam(needsEnd ? bounds.end : bounds.begin)) + "::timestamptz";
        const bool isBefore = op == FilterOperator::Less || op == FilterOperator::LessOrEqual;
        return column + (isBefore ? " < " : " >= ") + bound;
    };
    if (term.op != FilterOperator::Is)
        return compare(term.op, term.values.first().text());
    QByteArrayList conditions;
    for (const FilterValue &value : term.values) {
        const QString &first = value.pieces.first();
        const QString &last = value.pieces.last();
        QByteArrayList ends;
        if (first.isEmpty() && !value.isRange)
            ends << column + " is null";
        if (!first.isEmpty())
            ends << compare(FilterOperator::GreaterOrEqual, first);
        if (!last.isEmpty())
            ends << compare(FilterOperator::LessOrEqual, last);
        conditions << '(' + ends.join(" and ") + ')';
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
