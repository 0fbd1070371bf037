#pragma once

#include <yardmaster/result.h>

#include <QJsonObject>

#include <functional>

namespace yardmaster {

class Session;

/// A change by hand that is no operation on jobs: a clean-up, a lock taken away.
struct LoggedAction
{
    QString kind; ///< "unlock-worker"
    QString schema;
    QString folder;       ///< of the operator log
    QString connection;   ///< as ConnectionSettings::describe()
    QByteArray statement; ///< what is sent
    QJsonObject touched;  ///< what it is about to change, as it is now; "jobs": how many
};

/// Puts `action` into the operator log, does `work`, and puts down what it changed. Nothing is done
/// if the log cannot be written. Blocks; the session's thread. Errors: Statement with a sentence
/// about the log; those of `work`.
[[nodiscard]] Result<QJsonObject> runLogged(Session &session, const LoggedAction &action,
                                            const std::function<Result<QJsonObject>()> &work);

} // namespace yardmaster
