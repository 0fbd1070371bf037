#include "models/maintenance/loggedhistory.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

Result<void> installHistoryLogged(Session &session, const MaintenanceLog &log,
                                  const HistoryOptions &options)
{
    return runLogged(
               session,
               loggedAction(log, u"install-history"_s, historyInstallSql(log.schema, options), {}),
               [&]() -> Result<QJsonObject> {
                   return installHistory(session, log.schema, options).map([] {
                       return QJsonObject();
                   });
               })
        .map([](const QJsonObject &) {});
}

Result<void> removeHistoryLogged(Session &session, const MaintenanceLog &log,
                                 const HistoryState &state)
{
    QJsonObject touched{{u"run_bytes"_s, state.runBytes}, {u"rollup_bytes"_s, state.rollupBytes}};
    if (state.figures) {
        touched.insert(u"runs"_s, state.figures->runs);
        touched.insert(u"failures"_s, state.figures->failures);
    }
    return runLogged(
               session,
               loggedAction(log, u"remove-history"_s, historyRemoveSql(log.schema), touched),
               [&]() -> Result<QJsonObject> {
                   return removeHistory(session, log.schema, HistoryOptions().patience).map([] {
                       return QJsonObject();
                   });
               })
        .map([](const QJsonObject &) {});
}

} // namespace yardmaster
