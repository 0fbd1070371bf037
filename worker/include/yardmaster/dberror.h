#pragma once

#include <QString>

namespace yardmaster {

/// A database error: `kind` is for code (what to do), `sqlState` for logs (what it was), `message`
/// for people: one sentence, never a password, no trailing newline.
struct DbError
{
    enum class Kind {
        ConnectionLost,      ///< the server went away mid-session; reconnect and try again
        CannotConnect,       ///< no server answered at that address
        Authentication,      ///< wrong or missing password, certificate, pg_hba
        Certificate,         ///< the server's is not trusted, or is another host's
        PermissionDenied,    ///< 42501
        Cancelled,           ///< 57014: cancelled or statement_timeout
        Contention,          ///< 40001, 40P01, 55P03: run the transaction again
        UniqueViolation,     ///< 23505
        ConstraintViolation, ///< any other 23xxx
        InvalidInput,        ///< 22xxx: the values, not the statement, are wrong
        SchemaMissing,       ///< 3F000, 42P01: there is no graphile-worker schema there
        SchemaTooNew,        ///< a breaking revision above ours is installed (exit code 57)
        JobsLocked,          ///< an upgrade must wait for jobs an old worker is running
        ServerTooOld,        ///< PostgreSQL before 12
        Statement,           ///< everything else
    };

    Kind kind = Kind::Statement;
    QString sqlState;
    QString message;
    bool isByStop = false; ///< the worker, which is stopping, has ended the statement itself
};

/// Kind that follows from an SQLSTATE alone.
[[nodiscard]] DbError::Kind kindOfSqlState(QStringView sqlState);

/// libpq's text as one line, without "ERROR:" and "FATAL:": the reasons, one for each address that
/// was tried, then the hints, each once.
[[nodiscard]] QString singleLine(QString libpqText);

} // namespace yardmaster
