#pragma once

#include "models/query/conditionsql.h"
#include "models/values/jobstate.h"

namespace yardmaster {

/// Writes conditions on rows of `<schema>._private_jobs as jobs`. Whatever a person typed becomes a
/// parameter ($n), never text of the statement.
///
/// Long because it has one function for each key of the language, and they share the parameters.
class FilterSql final : public ConditionSql
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
    /// An expression for what is at a place of the payload: the first three letters of its type and
    /// the beginning of its text, for payloadCellFrom(). Null if nothing is there.
    [[nodiscard]] QByteArray payloadCell(const QStringList &path, int characters);

private:
    [[nodiscard]] QByteArray flagCondition(const FilterTerm &term);
    [[nodiscard]] QByteArray payloadCondition(const FilterTerm &term);
    [[nodiscard]] QByteArray due();
    [[nodiscard]] QByteArray voidLock();
    [[nodiscard]] QByteArray forbidden();
    [[nodiscard]] QByteArray queueHeld() const;

    QByteArray m_flags; // once bound
};

} // namespace yardmaster
