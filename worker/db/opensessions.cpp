#include "worker/db/opensessions.h"

#include <QLoggingCategory>

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

Q_LOGGING_CATEGORY(lcOpenSessions, "yardmaster.worker.session", QtInfoMsg)

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

/// If prepared statements are lost again within this time, preparing is switched off.
constexpr auto kRecursWithin = 60s;

} // namespace

SessionControl::SessionControl(QString purpose)
    : m_purpose(std::move(purpose))
    , m_since(ticks())
{ }

SessionControl::~SessionControl()
{
    onClosed();
}

void SessionControl::onOpened(pg_conn *connection)
{
    const std::scoped_lock lock(m_mutex);
    m_isOpening = false;
    if (!connection)
        return;
    m_cancel.reset(PQgetCancel(connection), PQfreeCancel);
    m_socket = ::fcntl(PQsocket(connection), F_DUPFD_CLOEXEC, 3);
    onAnswered();
}

void SessionControl::onClosed()
{
    const std::scoped_lock lock(m_mutex);
    m_cancel.reset();
    if (m_socket >= 0)
        ::close(std::exchange(m_socket, -1));
    onAnswered();
}

bool SessionControl::isOpening() const
{
    const std::scoped_lock lock(m_mutex);
    return m_isOpening;
}

bool SessionControl::isWaiting(std::chrono::milliseconds age) const
{
    const qint64 since = m_since.load(std::memory_order_relaxed);
    return since != 0 && Clock::duration(ticks() - since) >= age;
}

void SessionControl::cancel()
{
    std::shared_ptr<pg_cancel> request;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_isOpening)
            m_isInterrupted = true;
        request = m_cancel;
    }
    if (!request)
        return;
    m_isCancelled = true;
    std::thread([request] {
        std::array<char, 256> complaint{};
        if (!PQcancel(request.get(), complaint.data(), int(complaint.size())))
            qCDebug(lcOpenSessions, "cancel request failed: %s", complaint.data());
    }).detach();
}

void SessionControl::cut()
{
    const std::scoped_lock lock(m_mutex);
    m_isInterrupted = true;
    if (m_socket >= 0)
        ::shutdown(m_socket, SHUT_RDWR);
}

OpenSessions::Controls OpenSessions::all() const
{
    Controls all;
    const std::scoped_lock lock(m_mutex);
    for (const auto &entered : m_controls) {
        if (auto control = entered.lock())
            all.push_back(std::move(control));
    }
    return all;
}

OpenSessions::Controls OpenSessions::waiting(Duration age, const QStringList &purposes) const
{
    Controls found = all();
    std::erase_if(found, [&](const auto &control) {
        return !(purposes.isEmpty() || purposes.contains(control->purpose()))
            || !control->isWaiting(age);
    });
    return found;
}

void OpenSessions::cancel(Duration age, const QStringList &purposes)
{
    for (const auto &control : waiting(age, purposes))
        control->cancel();
}

void OpenSessions::cut(Duration age, const QStringList &purposes)
{
    for (const auto &control : waiting(age, purposes))
        control->cut();
}

void OpenSessions::cutAll()
{
    for (const auto &control : all())
        control->cut();
}

void OpenSessions::close()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isClosed = true;
    }
    cutAll();
}

bool OpenSessions::isWaiting(const QStringList &purposes) const
{
    return !waiting(Duration(0), purposes).empty();
}

bool OpenSessions::isClosed() const
{
    const std::scoped_lock lock(m_mutex);
    return m_isClosed;
}

void OpenSessions::setDeadline(SessionControl::Clock::time_point deadline)
{
    const std::scoped_lock lock(m_mutex);
    m_deadline = deadline;
}

std::optional<OpenSessions::Duration> OpenSessions::timeLeft() const
{
    const std::scoped_lock lock(m_mutex);
    if (!m_deadline)
        return std::nullopt;
    return std::chrono::duration_cast<Duration>(*m_deadline - SessionControl::Clock::now());
}

bool OpenSessions::abandonOpening(const QStringList &purposes)
{
    const std::scoped_lock lock(m_mutex);
    const size_t before = m_abandoned.size();
    for (const auto &entered : m_controls) {
        const auto control = entered.lock();
        if (control && purposes.contains(control->purpose()) && control->isOpening())
            m_abandoned.push_back(entered);
    }
    return m_abandoned.size() > before;
}

std::shared_ptr<SessionControl> OpenSessions::enter(const QString &purpose)
{
    const std::scoped_lock lock(m_mutex);
    if (m_isClosed)
        return nullptr;
    std::erase_if(m_controls, [](const auto &entered) { return entered.expired(); });
    auto control = std::make_shared<SessionControl>(purpose);
    m_controls.push_back(control);
    return control;
}

bool OpenSessions::onOpened(const std::shared_ptr<SessionControl> &control, pg_conn *connection)
{
    std::unique_lock lock(m_mutex);
    const bool isAbandoned = std::ranges::any_of(
        m_abandoned, [&](const auto &abandoned) { return abandoned.lock() == control; });
    if (isAbandoned) {
        lock.unlock();
        for (;;)
            std::this_thread::sleep_for(1h);
    }
    control->onOpened(connection);
    return !m_isClosed && !control->isInterrupted();
}

void OpenSessions::onStatementsLost(const QString &purpose, const QString &reason)
{
    const auto now = SessionControl::Clock::now();
    bool recurs = false;
    {
        const std::scoped_lock lock(m_mutex);
        const auto last = std::ranges::find(m_losses, purpose, &Loss::purpose);
        recurs = last != m_losses.end() && now - last->at < kRecursWithin;
        if (last == m_losses.end())
            m_losses.push_back({purpose, now});
        else
            last->at = now;
    }
    if (recurs && m_prepares.exchange(false)) {
        qCWarning(lcOpenSessions,
                  "the server keeps losing prepared statements (%s), as behind a pooler in "
                  "transaction mode; continuing without them, as --no-prepared-statements does",
                  qUtf8Printable(reason));
    } else if (m_prepares) {
        qCInfo(lcOpenSessions, "the server lost prepared statements (%s); opening a new session",
               qUtf8Printable(reason));
    }
}

} // namespace yardmaster
