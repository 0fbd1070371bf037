#include "models/operations/readahead.h"

#include "models/operations/operationconnection.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace std::chrono_literals;

ReadAhead::ReadAhead(std::unique_ptr<Session> session, ListedBatches *batches)
    : m_batches(batches)
    , m_session(std::move(session))
{ }

ReadAhead::~ReadAhead()
{
    if (m_answer.valid() && m_answer.wait_for(0s) != std::future_status::ready)
        m_session->canceller().cancelLater();
    m_answer = {}; // waits for it
    if (m_transaction)
        m_transaction->abandon();
}

void ReadAhead::begin(qint64 position, int size)
{
    drop();
    auto transaction = Transaction::begin(*m_session);
    if (!transaction)
        return;
    m_transaction.emplace(*std::move(transaction));
    auto request = m_batches->send(*m_session, position, size);
    if (!request || !*request) {
        m_transaction.reset();
        return;
    }
    m_request = **std::move(request);
    // Not in the journal's thread: the server may let this one wait for the commit of the other.
    m_answer = std::async([this] { return m_batches->answer(*m_session); });
}

std::optional<ReadAhead::Ready> ReadAhead::take(qint64 position, OperationConnection *connection)
{
    if (!m_answer.valid() || m_request.position != position) {
        drop();
        return std::nullopt;
    }
    auto jobs = m_answer.get();
    auto batch = jobs ? m_batches->batchFrom(*m_session, m_request, *std::move(jobs))
                      : tl::make_unexpected(jobs.error());
    if (!batch || !m_session->isAlive()) {
        m_transaction.reset();
        return std::nullopt;
    }
    connection->exchange(&m_session, *std::move(m_transaction));
    m_transaction.reset(); // moved from
    return Ready{*std::move(batch), m_request.size};
}

void ReadAhead::drop()
{
    m_answer = {}; // waits for it
    m_transaction.reset();
}

} // namespace yardmaster
