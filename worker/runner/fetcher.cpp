#include "worker/runner/fetcher.h"

#include "worker/queue/genericplans.h"
#include <yardmaster/session.h>

#include <chrono>
#include <thread>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// How long a session that was lost may take to end on the server, and how often it is looked.
constexpr auto kEndPatience = 500ms;
constexpr auto kEndLook = 20ms;

/// A pooler gives numbers that no process has.
constexpr char kEndSession[]
    = "select count(pg_terminate_backend(pid)) from pg_stat_activity where pid = any ($1::int[]) "
      "and pid <> pg_backend_pid() and datname = current_database() and usename = current_user "
      "and application_name = current_setting('application_name')";

} // namespace

Fetcher::Fetcher(Config config, JobQueue queue)
    : m_config(std::move(config))
    , m_queue(std::move(queue))
{ }

Fetcher::~Fetcher() = default;

Result<void> Fetcher::open()
{
    if (openSession())
        return {};
    m_session.reset();
    auto session = Session::open(m_config.connection, u"fetch"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    m_session = *std::move(session);
    m_backend = m_session->backendPid();
    m_isForFetches = false;
    return {};
}

Session *Fetcher::openSession() const
{
    return m_session && !m_session->isLost() ? m_session.get() : nullptr;
}

void Fetcher::replaceUnfit()
{
    if (m_session && m_session->isLost() && !m_session->isCutOff())
        (void)open();
}

void Fetcher::close()
{
    m_session.reset();
}

Result<void> Fetcher::endCutOff()
{
    if (m_cutOff.empty())
        return {};
    const auto begin = std::chrono::steady_clock::now();
    for (;;) {
        const auto rows = m_session->query(kEndSession, {param(m_cutOff)});
        if (!rows)
            return tl::make_unexpected(rows.error());
        if (rows->int64(0, 0) == 0 || std::chrono::steady_clock::now() - begin >= kEndPatience)
            break;
        std::this_thread::sleep_for(kEndLook);
    }
    m_cutOff.clear();
    return {};
}

Result<Session *> Fetcher::session()
{
    settle();
    if (auto opened = open(); !opened)
        return tl::make_unexpected(opened.error());
    return planningFor(Plans::Any);
}

Result<Session *> Fetcher::planningFor(Plans plans)
{
    const bool isForFetches
        = plans == Plans::Kept && m_config.preparesStatements && m_session->preparesStatements();
    if (isForFetches != m_isForFetches) {
        if (auto set = m_session->script(isForFetches ? kKeepPlans : kResetPlans); !set)
            return tl::make_unexpected(set.error());
        m_isForFetches = isForFetches;
    }
    return m_session.get();
}

Result<void> Fetcher::send(const FetchRequest &request)
{
    Q_ASSERT(!m_isBusy);
    if (auto opened = open(); !opened)
        return opened;
    const auto connection = planningFor(Plans::Kept);
    if (!connection)
        return tl::make_unexpected(connection.error());
    if (!m_config.preparesStatements) {
        // In a transaction of several statements, which is not worth sending piece by piece.
        m_answer = m_queue.fetchAnswer(**connection, request);
    } else if (auto sent = m_queue.sendFetch(**connection, request); !sent) {
        return sent;
    }
    m_isBusy = true;
    return {};
}

void Fetcher::settle()
{
    if (!m_isBusy || m_answer)
        return;
    m_answer = m_session->answer().map([](Rows &&rows) { return FetchAnswer(std::move(rows)); });
}

const Result<FetchAnswer> &Fetcher::await()
{
    Q_ASSERT(m_isBusy);
    settle();
    return *m_answer;
}

Result<FetchAnswer> Fetcher::take()
{
    (void)await();
    m_isBusy = false;
    return *std::exchange(m_answer, std::nullopt);
}

} // namespace yardmaster
