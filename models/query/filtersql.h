#pragma once

#include "models/query/filter.h"
#include "models/values/jobstate.h"
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

/// Writes conditions on rows of `<schema>._private_jobs as jobs`. Whatever a person typed becomes a
/// parameter ($n), never text of the statement.
///
/// Long because it has one function for each key of the language, and they share the parameters.
class FilterSql final
{
public:
    /// @param params  gets the parameters appended; borrowed.
    FilterSql(FilterContext context, Params *params);

    /// True, false or null for every row; null counts as false.
    [[nodiscard]] QByteArray condition(const Filter &filter);
    [[nodiscard]] QByteArray condition(const FilterTerm &term);
    /// Never null; of all states exactly one is true for a row.
    [[nodiscard]] QByteArray stateCondition(JobState state);
    /// An expression for the state, as the number of the JobState.
    [[nodiscard]] QByteArray stateNumber();
    [[nodiscard]] QByteArray now();
    /// An expression for what is at a place of the payload: the first three letters of its type and
    /// the beginning of its text, for payloadCellFrom(). Null if nothing is there.
    [[nodiscard]] QByteArray payloadCell(const QStringList &path, int characters);

    /// Appends a parameter. @returns its name, "$3".
    QByteArray bind(Param value);

private:
    [[nodiscard]] QByteArray textCondition(const QByteArray &expression, const FilterTerm &term);
    [[nodiscard]] QByteArray nameCondition(const QByteArray &column, const FilterTerm &term);
    [[nodiscard]] QByteArray viaTable(const QByteArray &column, const char *table,
                                      const QByteArray &nameColumn, const FilterTerm &term);
    [[nodiscard]] QByteArray flagCondition(const FilterTerm &term);
    [[nodiscard]] QByteArray numberCondition(const QByteArray &column, const FilterTerm &term);
    [[nodiscard]] QByteArray timeCondition(const QByteArray &column, const FilterTerm &term);
    [[nodiscard]] QByteArray payloadCondition(const FilterTerm &term);
    [[nodiscard]] QByteArray due();
    [[nodiscard]] QByteArray voidLock();
    [[nodiscard]] QByteArray forbidden();
    [[nodiscard]] QByteArray queueHeld() const;

    FilterContext m_context;
    QByteArray m_schema; // quoted
    Params *m_params;
    QByteArray m_now;   // once bound
    QByteArray m_flags; // once bound
};

/// A moment, infinite ones too, for a `$n::timestamptz`.
[[nodiscard]] Param timestampParam(Timestamp time);

/// A pattern of LIKE for a text split at its wildcards.
[[nodiscard]] QString likePattern(const QStringList &pieces);

} // namespace yardmaster
