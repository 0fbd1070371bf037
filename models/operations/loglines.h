#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace yardmaster {

/// The last lines of an operator log, the newest first. A value.
struct LogLines
{
    QList<QByteArray> lines;
    bool isCut = false; ///< there are older ones
};

/// Of the files of this computer, at most so many bytes. Blocks; any thread.
[[nodiscard]] LogLines newestLogLines(const QString &folder, qint64 bytes);

/// "alice", "alice as app": the user of the computer and the login, where they differ.
[[nodiscard]] QString loggedWho(const QString &osUser, const QString &dbUser);

} // namespace yardmaster
