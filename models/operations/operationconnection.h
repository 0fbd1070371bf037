#pragma once

#include "models/operations/operationrecord.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/session.h>

#include <memory>
#include <optional>

namespace yardmaster {

/// The connection of an operation: a session, the transaction that is open on it, and which server
/// it leads to. One thread; blocks.
class OperationConnection final
{
public:
    explicit OperationConnection(ConnectionSettings settings);

    /// Opens a session. @param schema  of the operation.
    [[nodiscard]] Result<void> open(const QString &schema);
    /// Opens another session in place of one that was lost. InvalidInput: it leads to another
    /// server, or to one that may be a copy.
    [[nodiscard]] Result<void> reopen();
    void close();
    [[nodiscard]] bool isOpen() const { return m_session && !m_session->isLost(); }
    /// Must be open.
    [[nodiscard]] Session &session() { return *m_session; }
    /// Who changes something, and where: as of the last session.
    [[nodiscard]] const OperationOrigin &origin() const { return m_origin; }

    [[nodiscard]] Result<void> begin();
    /// Of an open transaction.
    [[nodiscard]] Result<void> commit() { return m_transaction->commit(); }
    /// If one is open.
    void rollBack() { m_transaction.reset(); }

    /// One more session to the same server; null: it was refused, or leads elsewhere.
    [[nodiscard]] std::unique_ptr<Session> openSecond() const;
    /// Takes over `session` with its open transaction, and gives away the session that it had, on
    /// which none is open.
    void exchange(std::unique_ptr<Session> *session, Transaction transaction);

    /// A person has confirmed that this server may be used, although it may be another one.
    void confirm(const std::optional<ServerIdentity> &server) { m_confirmed = server; }
    /// Whether this is the server where the operation of the record was done, or a confirmed one,
    /// and whether this user sees the same jobs there. InvalidInput, PermissionDenied.
    [[nodiscard]] Result<void> checkServerOf(const OperationRecord &record) const;

private:
    struct Opened
    {
        std::unique_ptr<Session> session;
        OperationOrigin origin;
    };
    [[nodiscard]] Result<Opened> openSession() const;

    ConnectionSettings m_settings;
    QString m_schema;
    std::unique_ptr<Session> m_session;
    std::optional<Transaction> m_transaction; // of m_session
    OperationOrigin m_origin;
    std::optional<ServerIdentity> m_confirmed;
};

/// "the operation was done on another server…".
[[nodiscard]] tl::unexpected<DbError> otherServerError();

} // namespace yardmaster
