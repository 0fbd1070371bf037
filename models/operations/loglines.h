#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <limits>

namespace yardmaster {

/// The last lines of an operator log, the newest first. A value.
struct LogLines
{
    QList<QByteArray> lines;
    bool isCut = false; ///< there are older ones
};

/// Of the files of this computer, at most so many bytes. Blocks; any thread.
/// @param longest  bytes; longer lines are left out.
[[nodiscard]] LogLines newestLogLines(const QString &folder, qint64 bytes,
                                      qint64 longest = std::numeric_limits<qint64>::max());

/// "alice", "alice as app": the user of the computer and the login, where they differ; one
/// of them where the other one is empty.
[[nodiscard]] QString loggedWho(const QString &osUser, const QString &dbUser);

} // namespace yardmaster
