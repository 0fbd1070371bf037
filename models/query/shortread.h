#pragma once

#include <yardmaster/rows.h>
#include <yardmaster/session.h>

#include <chrono>

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

} // namespace yardmaster
