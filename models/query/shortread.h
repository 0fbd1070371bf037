#pragma once

#include <yardmaster/rows.h>
#include <yardmaster/session.h>

#include <QStringList>

#include <chrono>
#include <optional>

namespace yardmaster {

/// A transaction that can neither write, nor run one statement for longer than `patience`, nor take
/// a second processor from the workers. Statements are not compiled (jit), which takes longer than
/// to run them. Blocks.
/// @param settings  further ones, for this transaction only: "set local …; set local …".
[[nodiscard]] Result<Transaction> beginReading(Session &session, std::chrono::milliseconds patience,
                                               const QByteArray &settings = {});

/// One statement in a transaction of its own, as beginReading() makes it. Blocks.
/// Errors: those of the statement; Cancelled if it took too long.
[[nodiscard]] Result<Rows> readOnce(Session &session, std::chrono::milliseconds patience,
                                    const QByteArray &sql, const Params &params = {},
                                    const QByteArray &settings = {});

/// One statement about relations that need not be there, nor be this role's to read, where nothing
/// is lost without them: unset if one is neither, and also if the statement fails. The catalog is
/// asked first, so that the server's log stays clean. Blocks. Errors: ConnectionLost only.
[[nodiscard]] Result<std::optional<Rows>>
readIfThere(Session &session, const QString &schema, const QStringList &relations,
            std::chrono::milliseconds patience, const QByteArray &sql, const Params &params = {});

} // namespace yardmaster
