#include "models/operations/operationconnection.h"

#include "models/operations/operatorlog.h"
#include "models/query/operationtext.h"
#include "worker/db/sqltext.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<DbError> uncertainServerError()
{
    return fail(DbError::Kind::InvalidInput,
                OperationText::tr("this server may be a copy of the one where the operation was "
                                  "carried out, or a standby that has since been promoted"));
}

} // namespace

tl::unexpected<DbError> otherServerError()
{
    return fail(
        DbError::Kind::InvalidInput,
        OperationText::tr(
            "the operation was carried out on another server, or in another database or schema"));
}

OperationConnection::OperationConnection(ConnectionSettings settings)
    : m_settings(std::move(settings))
{ }

Result<OperationConnection::Opened> OperationConnection::openSession() const
{
    auto session = Session::open(m_settings, u"operation"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    return originOf(**session, m_settings.describe(), m_schema).map([&](OperationOrigin origin) {
        return Opened{*std::move(session), std::move(origin)};
    });
}

Result<void> OperationConnection::open(const QString &schema)
{
    m_schema = schema;
    close();
    return openSession().map([this](Opened opened) {
        m_session = std::move(opened.session);
        m_origin = std::move(opened.origin);
    });
}

Result<void> OperationConnection::reopen()
{
    const OperationOrigin before = m_origin;
    auto opened = open(m_schema);
    if (!opened || m_origin.server == before.server)
        return opened;
    close();
    m_origin = before;
    return uncertainServerError();
}

void OperationConnection::close()
{
    m_transaction.reset();
    m_session.reset();
}

Result<void> OperationConnection::begin()
{
    m_transaction.reset();
    return Transaction::begin(*m_session).map([this](Transaction transaction) {
        m_transaction.emplace(std::move(transaction));
    });
}

std::unique_ptr<Session> OperationConnection::openSecond() const
{
    auto second = openSession();
    return second && second->origin.server == m_origin.server ? std::move(second->session)
                                                              : nullptr;
}

void OperationConnection::exchange(std::unique_ptr<Session> *session, Transaction transaction)
{
    m_transaction.reset();
    std::swap(m_session, *session);
    m_transaction.emplace(std::move(transaction));
}

Result<void> OperationConnection::checkServerOf(const OperationRecord &record) const
{
    const ServerMatch match = compare(record.origin.server, m_origin.server);
    if (match == ServerMatch::Other || record.spec.schema != m_schema)
        return otherServerError();
    // Jobs that row security hides would be taken for deleted ones.
    if (record.origin.dbUser != m_origin.dbUser) {
        const auto hides = m_session->query(
            "select row_security_active($1::text::regclass)",
            {param(QString::fromUtf8(quotedIdentifier(m_schema)) + u"._private_jobs"_s)});
        if (!hides)
            return tl::make_unexpected(hides.error());
        if (hides->boolean(0, 0))
            return fail(DbError::Kind::PermissionDenied,
                        OperationText::tr(
                            "row security may hide jobs from %1; connect as %2, who started it")
                            .arg(m_origin.dbUser, record.origin.dbUser));
    }
    return match == ServerMatch::Same || m_confirmed == m_origin.server ? Result<void>()
                                                                        : uncertainServerError();
}

} // namespace yardmaster
