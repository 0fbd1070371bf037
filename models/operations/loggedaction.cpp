#include "models/operations/loggedaction.h"

#include "models/operations/operatorlog.h"
#include <yardmaster/session.h>

namespace yardmaster {

Result<QJsonObject> runLogged(Session &session, const LoggedAction &action,
                              const std::function<Result<QJsonObject>()> &work)
{
    const auto origin = originOf(session, action.connection, action.schema);
    if (!origin)
        return tl::make_unexpected(origin.error());
    OperatorLog log(action.folder);
    const QUuid id = QUuid::createUuid();
    const auto isShared = log.logAction(session, id, action, *origin);
    if (!isShared)
        return tl::make_unexpected(isShared.error());
    const auto done = work();
    // What was done stands, whether the log could still be written or not.
    (void)log.logActionOutcome(session, id, action, *origin, *isShared,
                               done ? *done : QJsonObject(),
                               done ? QString() : done.error().message);
    return done;
}

} // namespace yardmaster
