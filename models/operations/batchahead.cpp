#include "models/operations/batchahead.h"

#include <yardmaster/session.h>

namespace yardmaster {

using namespace std::chrono_literals;

BatchAhead::BatchAhead(std::unique_ptr<Session> session, const OperationBatches *batches,
                       ScopeList *list)
    : m_batches(batches)
    , m_list(list)
    , m_session(std::move(session))
{ }

BatchAhead::~BatchAhead()
{
    if (m_answer.valid() && m_answer.wait_for(0s) != std::future_status::ready)
        m_session->canceller().cancelLater();
    m_answer = {}; // waits for it
    if (m_transaction)
        m_transaction->abandon();
}

void BatchAhead::begin(qint64 position, int size)
{
    drop();
    auto transaction = Transaction::begin(*m_session);
    if (!transaction)
        return;
    m_transaction.emplace(*std::move(transaction));
    auto request = m_batches->send(*m_session, m_list, position, size);
    if (!request || !*request) {
        m_transaction.reset();
        return;
    }
    m_request = **std::move(request);
    // Not in the journal's thread: the server may let this one wait for the commit of the other.
    m_answer = std::async([this] { return m_batches->answer(*m_session); });
}

std::optional<BatchAhead::Ready> BatchAhead::take(qint64 position,
                                                  std::unique_ptr<Session> *session)
{
    if (!m_answer.valid() || m_request.position != position) {
        drop();
        return std::nullopt;
    }
    auto found = m_answer.get();
    auto batch = found ? m_batches->batchFrom(*m_session, m_request, *std::move(found))
                       : tl::make_unexpected(found.error());
    if (!batch || !m_session->isAlive()) {
        m_transaction.reset();
        return std::nullopt;
    }
    Ready ready{*std::move(m_transaction), *std::move(batch), m_request.size};
    m_transaction.reset(); // moved from
    std::swap(m_session, *session);
    return ready;
}

void BatchAhead::drop()
{
    m_answer = {}; // waits for it
    m_transaction.reset();
}

} // namespace yardmaster
