#pragma once

#include "models/query/supportingindex.h"
#include <yardmaster/result.h>

#include <QList>

namespace yardmaster {

class Session;

/// How far a supporting index is.
struct IndexState
{
    enum class Kind {
        Absent,
        Building, ///< by anybody
        Invalid,  ///< what an unfinished creation leaves behind: costs, and is used by no query
        Present,
    };

    SupportingIndex index = SupportingIndex::Failed;
    Kind kind = Kind::Absent;
    qint64 bytes = 0;
    QString phase;    ///< in the server's words; only while Building
    double share = 0; ///< of the phase, 0..1; negative: unknown
};

/// All supporting indexes, in the order of supportingIndexes(), and what may be done about them.
struct IndexOverview
{
    QList<IndexState> indexes;
    qint64 tableBytes = 0;
    QString obstacle; ///< why none can be created or dropped, one sentence; empty: they can
};

/// Asks the catalog; two short statements. Blocks; the session's thread. Errors: SchemaMissing.
[[nodiscard]] Result<IndexOverview> readIndexStates(Session &session, const QString &schema);

/// "There", "Missing"…
[[nodiscard]] QString indexKindWord(IndexState::Kind kind);

} // namespace yardmaster
