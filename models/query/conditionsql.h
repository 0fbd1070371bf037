#pragma once

#include "models/query/filter.h"
#include <yardmaster/params.h>
#include <yardmaster/timestamp.h>

#include <QTimeZone>

#include <optional>

namespace yardmaster {

/// What the meaning of a filter depends on besides its text.
struct FilterContext
{
    QString schema;
    QStringList forbiddenFlags; ///< jobs that carry one are Forbidden when due
    /// Registered workers without a heartbeat: what they lock is Stuck. See readStaleWorkers().
    QStringList staleWorkers = {};
    QTimeZone zone = QTimeZone::systemTimeZone(); ///< of times without an offset
    /// Freezes `now`; unset: the server's, at every statement.
    std::optional<Timestamp> now;
};

/// Writes conditions for terms of a filter, whatever their columns are. What a person typed becomes
/// a parameter ($n), never text of the statement. One thread.
class ConditionSql
{
public:
    /// Appends a parameter. @returns its name, "$3".
    QByteArray bind(Param value);
    [[nodiscard]] QByteArray now();

protected:
    /// @param params  gets the parameters appended; borrowed.
    ConditionSql(FilterContext context, Params *params);

    // Null where the column is. A term that is negated is not negated here.
    [[nodiscard]] QByteArray textCondition(const QByteArray &expression, const FilterTerm &term);
    [[nodiscard]] QByteArray nameCondition(const QByteArray &column, const FilterTerm &term);
    /// @param column  an id.   @param table  with the names of ids; called "names" here.
    [[nodiscard]] QByteArray viaTable(const QByteArray &column, const QByteArray &table,
                                      const QByteArray &nameColumn, const FilterTerm &term);
    [[nodiscard]] QByteArray numberCondition(const QByteArray &column, const FilterTerm &term);
    [[nodiscard]] QByteArray timeCondition(const QByteArray &column, const FilterTerm &term);
    /// @param expression  microseconds.
    [[nodiscard]] QByteArray durationCondition(const QByteArray &expression,
                                               const FilterTerm &term);
    [[nodiscard]] const FilterContext &context() const { return m_context; }
    /// Of the schema, quoted.
    [[nodiscard]] const QByteArray &schema() const { return m_schema; }

private:
    const FilterContext m_context;
    const QByteArray m_schema;
    Params *m_params;
    QByteArray m_now; // once bound
};

/// " <= "
[[nodiscard]] QByteArray comparison(FilterOperator op);
/// True where one of them is.
[[nodiscard]] QByteArray anyOf(const QByteArrayList &conditions);

/// A moment, infinite ones too, for a `$n::timestamptz`.
[[nodiscard]] Param timestampParam(Timestamp time);

/// A pattern of LIKE for a text split at its wildcards.
[[nodiscard]] QString likePattern(const QStringList &pieces);

} // namespace yardmaster
