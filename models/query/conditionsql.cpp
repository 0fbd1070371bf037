#include "models/query/conditionsql.h"

#include "models/query/filterkeys.h"
#include "models/query/filtertime.h"
#include "worker/db/sqltext.h"
#include "worker/time/duration.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

QByteArray comparison(FilterOperator op)
{
    return ' ' + QByteArray(filterOperatorText(op).data()) + ' ';
}

QByteArray anyOf(const QByteArrayList &conditions)
{
    if (conditions.isEmpty())
        return "false";
    return conditions.size() == 1 ? conditions.first() : '(' + conditions.join(" or ") + ')';
}

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

ConditionSql::ConditionSql(FilterContext context, Params *params)
    : m_context(std::move(context))
    , m_schema(quotedIdentifier(m_context.schema))
    , m_params(params)
{ }

QByteArray ConditionSql::bind(Param value)
{
    m_params->push_back(std::move(value));
    return '$' + QByteArray::number(qsizetype(m_params->size()));
}

QByteArray ConditionSql::now()
{
    if (!m_context.now)
        return "now()";
    if (m_now.isEmpty())
        m_now = bind(timestampParam(*m_context.now)) + "::timestamptz";
    return m_now;
}

/// Exact texts, texts with wildcards, a pattern. Null where `expression` is.
QByteArray ConditionSql::nameCondition(const QByteArray &column, const FilterTerm &term)
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
QByteArray ConditionSql::viaTable(const QByteArray &column, const QByteArray &table,
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
        conditions << column + " = any (array(select names.id from " + table + " as names where "
                + nameCondition(nameColumn, named) + "))";
    }
    return anyOf(conditions);
}

QByteArray ConditionSql::textCondition(const QByteArray &expression, const FilterTerm &term)
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

QByteArray ConditionSql::numberCondition(const QByteArray &column, const FilterTerm &term)
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

QByteArray ConditionSql::timeCondition(const QByteArray &column, const FilterTerm &term)
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

QByteArray ConditionSql::durationCondition(const QByteArray &expression, const FilterTerm &term)
{
    FilterTerm numbers = term;
    for (FilterValue &value : numbers.values) {
        for (QString &piece : value.pieces) {
            if (const auto duration = parseDuration(piece, DurationSyntax::Filter))
                piece = QString::number(duration->count());
        }
    }
    return numberCondition(expression, numbers);
}

} // namespace yardmaster
