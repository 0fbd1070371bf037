#include "models/operations/operationrest.h"

#include "models/operations/operationjournal.h"
#include "models/query/operationtext.h"

#include <algorithm>

namespace yardmaster {

Result<OperationRest> restOf(Session &session, const QString &folder, const QUuid &operation)
{
    auto record = OperationJournal::read(OperationJournal::pathIn(folder, operation));
    if (!record)
        return tl::make_unexpected(record.error());
    if (record->state != OperationState::Unfinished)
        return fail(DbError::Kind::InvalidInput, OperationText::tr("the operation has ended"));
    auto server = identityOf(session, record->spec.schema);
    if (!server)
        return tl::make_unexpected(server.error());
    OperationRest rest;
    rest.jobs = std::max<qint64>(0, record->spec.scope.expected - record->totals.seen());
    rest.match = compare(record->origin.server, *server);
    rest.server = *std::move(server);
    rest.record = *std::move(record);
    return rest;
}

} // namespace yardmaster
