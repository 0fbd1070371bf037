#include "models/query/indexstates.h"

#include "models/query/supportingindexes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>

namespace yardmaster {

namespace {

struct SupportingIndexText
{
    Q_DECLARE_TR_FUNCTIONS(SupportingIndex)
};

QString obstacleOf(const Rows &rights)
{
    if (rights.boolean(0, 3))
        return SupportingIndexText::tr(
            "This server is a standby; indexes are created on its primary.");
    if (rights.boolean(0, 4))
        return SupportingIndexText::tr(
            "This connection is read-only; the server refuses every change.");
    if (!rights.boolean(0, 0))
        return SupportingIndexText::tr("Only the owner of the jobs table, %1, can create and drop "
                                       "its indexes; you are connected as %2.")
            .arg(rights.text(0, 1), rights.text(0, 2));
    return {};
}

void fillIn(const Rows &rows, int row, IndexState *state)
{
    state->bytes = rows.int64(row, 2);
    if (rows.boolean(row, 3)) {
        state->kind = IndexState::Kind::Building;
        state->phase = rows.text(row, 4);
        const qint64 total = rows.int64(row, 6);
        state->share = total > 0 ? double(rows.int64(row, 5)) / double(total) : -1;
    } else {
        state->kind = rows.boolean(row, 1) ? IndexState::Kind::Present : IndexState::Kind::Invalid;
    }
}

} // namespace

Result<IndexOverview> readIndexStates(Session &session, const QString &schema)
{
    const auto rights = session.query(sqlText("models/indexes/index_rights.sql", schema));
    if (!rights)
        return tl::make_unexpected(rights.error());
    if (rights->isEmpty())
        return fail(DbError::Kind::SchemaMissing,
                    SupportingIndexText::tr("there is no job queue in schema '%1' of this database")
                        .arg(schema));
    const auto rows = session.query(sqlText("models/query/index_states.sql", schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    IndexOverview overview;
    overview.tableBytes = rights->int64(0, 5);
    overview.obstacle = obstacleOf(*rights);
    for (const SupportingIndexInfo &info : supportingIndexes()) {
        IndexState state;
        state.index = info.index;
        for (int row = 0; row < rows->count(); ++row) {
            if (rows->bytes(row, 0) == info.name)
                fillIn(*rows, row, &state);
        }
        overview.indexes << state;
    }
    return overview;
}

QString indexKindWord(IndexState::Kind kind)
{
    switch (kind) {
    case IndexState::Kind::Absent:
        return SupportingIndexText::tr("Missing");
    case IndexState::Kind::Building:
        return SupportingIndexText::tr("Being created");
    case IndexState::Kind::Invalid:
        return SupportingIndexText::tr("Unfinished");
    case IndexState::Kind::Present:
        return SupportingIndexText::tr("Present");
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
