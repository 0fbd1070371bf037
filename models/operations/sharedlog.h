#pragma once

#include <yardmaster/result.h>

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>

namespace yardmaster {

class Session;

/// The operator log as rows of a schema, where an operator has enabled it: the table
/// _yardmaster_operator_log holds the lines that OperatorLog writes to its file, so that a team
/// shares them. These functions block; on the session's thread.
struct SharedLogState
{
    bool isThere = false;
    bool mayAdd = false; ///< and read
    bool mayRemove = false;
    bool mayCreate = false;
    qint64 bytes = 0;
    qint64 entries = 0; ///< at most kMostCounted + 1
    static constexpr qint64 kMostCounted = 100000;
};

/// Errors: SchemaMissing.
[[nodiscard]] Result<SharedLogState> readSharedLogState(Session &session, const QString &schema);

/// Both can be pasted into psql.
[[nodiscard]] QByteArray createSharedLogSql(const QString &schema);
[[nodiscard]] QByteArray removeSharedLogSql(const QString &schema);

/// Whether those who change something over this session have to add entries.
[[nodiscard]] Result<bool> hasSharedLog(Session &session, const QString &schema);

/// @param lines  JSON objects. Errors: those of the server, with a word on what it was about.
[[nodiscard]] Result<void> addToSharedLog(Session &session, const QString &schema,
                                          const QList<QByteArray> &lines);

enum class LogOrder { OldestFirst, NewestFirst };
/// Hands out all lines, each with "logged_at" and "logged_by", the server's word, until `each`
/// answers false.
[[nodiscard]] Result<void> readSharedLog(Session &session, const QString &schema, LogOrder order,
                                         const std::function<bool(const QByteArray &line)> &each);

} // namespace yardmaster
