#include "worker/db/sshtunnel.h"

#include "worker/db/sshprocess.h"
#include "worker/time/backoff.h"

#include <QCoreApplication>
#include <QLoggingCategory>

#include <vector>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

Q_LOGGING_CATEGORY(lcSshTunnel, "yardmaster.worker.ssh", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kIdleLimit = 60s;
constexpr auto kLookInterval = 3s;
/// Who was up for as long has not just failed again.
constexpr auto kSteady = 10s;
constexpr auto kRefusalPatience = 200ms;
constexpr int kPortTries = 5;

struct AllTunnels
{
    std::mutex mutex; // guards the rest
    std::vector<std::shared_ptr<SshTunnel>> tunnels;
    QMap<QString, QString> askpass;
    std::atomic<int> questions = 0;
};

AllTunnels &allTunnels()
{
    static auto *all = new AllTunnels; // never destroyed: threads may use it until the very end
    return *all;
}

/// Ports of the loopback address that are free now; empty: there are none.
SshTunnel::Ports freePorts(qsizetype count)
{
    SshTunnel::Ports ports;
    std::vector<int> sockets;
    for (qsizetype i = 0; i < count; ++i) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto *any = reinterpret_cast<sockaddr *>(&address);
        const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockets.push_back(socket);
        if (socket < 0 || ::bind(socket, any, size) != 0 || ::getsockname(socket, any, &size) != 0)
            break;
        ports << ntohs(address.sin_port);
    }
    for (const int socket : sockets)
        ::close(socket);
    return ports.size() == count ? ports : SshTunnel::Ports();
}

} // namespace

/// Runs ssh, on the tunnel's thread.
class SshTunnel::Supervisor final : public QObject
{
public:
    explicit Supervisor(SshTunnel *tunnel)
        : m_tunnel(tunnel)
    { }

    /// A session is to be opened through it.
    void start()
    {
        if (m_ssh || (m_pause && m_pause->isActive()))
            return;
        if (!m_pause) { // timers belong to the thread they are made on
            m_pause = std::make_unique<QTimer>();
            m_pause->setSingleShot(true);
            QObject::connect(m_pause.get(), &QTimer::timeout, this, [this] { launch(); });
            m_look = std::make_unique<QTimer>();
            QObject::connect(m_look.get(), &QTimer::timeout, this, [this] { look(); });
        }
        m_pause->start(std::max<std::chrono::milliseconds>(
            0ms,
            std::chrono::duration_cast<std::chrono::milliseconds>(m_notBefore - Clock::now())));
    }

    void stop()
    {
        m_ssh.reset();
        m_pause.reset();
        m_look.reset();
        m_tunnel->m_processId = 0;
    }

private:
    void launch()
    {
        if (m_ports.isEmpty())
            m_ports = freePorts(m_tunnel->m_route.targets.size());
        if (m_ports.isEmpty()) {
            onEnded(u"there is no free local port for a tunnel"_s);
            return;
        }
        QMap<QString, QString> askpass;
        {
            AllTunnels &all = allTunnels();
            const std::scoped_lock lock(all.mutex);
            askpass = all.askpass;
        }
        m_ssh = std::make_unique<SshProcess>(m_tunnel->m_route, m_ports, askpass);
        QObject::connect(m_ssh.get(), &SshProcess::ready, this, [this] { onReady(); });
        QObject::connect(m_ssh.get(), &SshProcess::refused, this,
                         [this](const QString &reason) { m_tunnel->onRefused(reason); });
        // Queued: it is destroyed in answer to its own signal.
        QObject::connect(
            m_ssh.get(), &SshProcess::ended, this,
            [this, ssh = m_ssh.get()](const QString &problem) {
                if (ssh == m_ssh.get())
                    onEnded(problem);
            },
            Qt::QueuedConnection);
        m_ssh->start();
        m_tunnel->m_processId = m_ssh->processId();
        m_look->start(kLookInterval);
    }

    void onReady()
    {
        m_readyAt = Clock::now();
        m_portTries = 0;
        m_tunnel->onUp(m_ports);
    }

    void onEnded(const QString &problem)
    {
        const bool wasReady = m_ssh && m_ssh->isReady();
        const bool isPortTaken = m_ssh && m_ssh->isPortTaken();
        m_ssh.reset();
        m_look->stop();
        m_tunnel->m_processId = 0;
        if (isPortTaken && ++m_portTries < kPortTries) {
            m_ports.clear();
            launch();
            return;
        }
        if (wasReady && Clock::now() - m_readyAt >= kSteady)
            m_backoff.reset();
        m_notBefore = Clock::now() + m_backoff.next();
        m_tunnel->onDown(problem);
    }

    void look()
    {
        if (!m_ssh)
            return;
        if (m_ssh->isReady() && m_tunnel->isUnused()) {
            m_ssh.reset();
            m_look->stop();
            m_tunnel->m_processId = 0;
            m_tunnel->onDown({});
            return;
        }
        m_ssh->checkStopped();
    }

    SshTunnel *const m_tunnel;
    std::unique_ptr<SshProcess> m_ssh;
    std::unique_ptr<QTimer> m_pause; // before ssh is started
    std::unique_ptr<QTimer> m_look;
    Ports m_ports;
    int m_portTries = 0;
    Backoff m_backoff{500ms, 30s};
    Clock::time_point m_notBefore;
    Clock::time_point m_readyAt;
};

std::shared_ptr<SshTunnel> SshTunnel::of(const SshRoute &route)
{
    AllTunnels &all = allTunnels();
    const std::scoped_lock lock(all.mutex);
    for (const auto &tunnel : all.tunnels) {
        if (tunnel->m_route == route)
            return tunnel;
    }
    static std::once_flag once;
    std::call_once(once, [] { qAddPostRoutine(&SshTunnel::stopAll); });
    all.tunnels.push_back(std::make_shared<SshTunnel>(route));
    return all.tunnels.back();
}

void SshTunnel::setAskpass(const QMap<QString, QString> &variables)
{
    AllTunnels &all = allTunnels();
    const std::scoped_lock lock(all.mutex);
    all.askpass = variables;
}

void SshTunnel::setAsking(bool isAsking)
{
    allTunnels().questions += isAsking ? 1 : -1;
}

void SshTunnel::decline(qint64 process)
{
    AllTunnels &all = allTunnels();
    const std::scoped_lock lock(all.mutex);
    for (const auto &tunnel : all.tunnels) {
        if (tunnel->m_processId != process)
            continue;
        const std::scoped_lock own(tunnel->m_mutex);
        tunnel->m_isDeclined = true;
    }
}

void SshTunnel::askAgain(const QString &host, const QString &options)
{
    AllTunnels &all = allTunnels();
    const std::scoped_lock lock(all.mutex);
    for (const auto &tunnel : all.tunnels) {
        if (tunnel->m_route.host != host || tunnel->m_route.options != options)
            continue;
        const std::scoped_lock own(tunnel->m_mutex);
        tunnel->m_isDeclined = false;
    }
}

void SshTunnel::stopAll()
{
    std::vector<std::shared_ptr<SshTunnel>> tunnels;
    {
        AllTunnels &all = allTunnels();
        const std::scoped_lock lock(all.mutex);
        tunnels.swap(all.tunnels);
    }
    for (const auto &tunnel : tunnels)
        tunnel->stop();
}

SshTunnel::SshTunnel(SshRoute route)
    : m_route(std::move(route))
    , m_supervisor(new Supervisor(this))
{
    m_thread.setObjectName("ssh"_L1);
    m_supervisor->moveToThread(&m_thread);
    m_thread.start();
}

SshTunnel::~SshTunnel()
{
    stop();
}

void SshTunnel::stop()
{
    {
        const std::scoped_lock lock(m_mutex);
        if (std::exchange(m_state, State::Stopped) == State::Stopped)
            return;
    }
    m_changed.notify_all();
    QMetaObject::invokeMethod(
        m_supervisor, [supervisor = m_supervisor] { supervisor->stop(); },
        Qt::BlockingQueuedConnection);
    m_thread.quit();
    m_thread.wait();
    delete std::exchange(m_supervisor, nullptr);
}

tl::expected<SshTunnel::Ports, QString> SshTunnel::open(std::chrono::milliseconds limit)
{
    auto deadline = Clock::now() + limit;
    std::unique_lock lock(m_mutex);
    m_lastUse = Clock::now();
    if (m_state == State::Down && m_isDeclined)
        return tl::make_unexpected(m_problem);
    const quint64 failures = m_failures;
    if (m_state == State::Down) {
        m_state = State::Starting;
        QMetaObject::invokeMethod(
            m_supervisor, [supervisor = m_supervisor] { supervisor->start(); },
            Qt::QueuedConnection);
    }
    const auto isDecided = [&] {
        return m_state == State::Up || m_state == State::Stopped || m_failures != failures;
    };
    while (!m_changed.wait_until(lock, deadline, isDecided)) {
        if (allTunnels().questions <= 0)
            break;
        deadline = Clock::now() + 1s; // a person is being asked
    }
    if (m_state == State::Up)
        return m_ports;
    if (m_state == State::Stopped)
        return tl::make_unexpected(u"the program is exiting"_s);
    if (m_failures == failures && m_problem.isEmpty())
        return tl::make_unexpected(u"ssh to %1 has not logged in yet"_s.arg(m_route.host));
    return tl::make_unexpected(m_problem);
}

SshTunnel::Ports SshTunnel::ports() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state == State::Up ? m_ports : Ports();
}

QString SshTunnel::refusalSince(Clock::time_point since) const
{
    std::unique_lock lock(m_mutex);
    const auto isRefused = [&] { return m_refusedAt >= since; };
    return m_changed.wait_for(lock, kRefusalPatience, isRefused) ? m_refusal : QString();
}

std::shared_ptr<void> SshTunnel::use()
{
    ++m_uses;
    return {nullptr, [tunnel = shared_from_this()](void *) {
                --tunnel->m_uses;
                const std::scoped_lock lock(tunnel->m_mutex);
                tunnel->m_lastUse = Clock::now();
            }};
}

void SshTunnel::onUp(const Ports &ports)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_state == State::Stopped)
            return;
        m_state = State::Up;
        m_ports = ports;
        m_problem.clear();
        m_isDeclined = false;
        m_lastUse = Clock::now();
    }
    qCInfo(lcSshTunnel, "tunnel through %s is up", qUtf8Printable(m_route.host));
    m_changed.notify_all();
}

void SshTunnel::onDown(const QString &problem)
{
    bool wasUp = false;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_state == State::Stopped)
            return;
        wasUp = std::exchange(m_state, State::Down) == State::Up;
        m_ports.clear();
        if (!problem.isEmpty()) {
            m_problem = m_isDeclined ? problem + u"; reconnect to be asked again"_s : problem;
            ++m_failures;
        }
    }
    if (wasUp && !problem.isEmpty())
        qCWarning(lcSshTunnel, "tunnel through %s is down: %s", qUtf8Printable(m_route.host),
                  qUtf8Printable(problem));
    m_changed.notify_all();
}

void SshTunnel::onRefused(const QString &reason)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_refusal = reason;
        m_refusedAt = Clock::now();
    }
    m_changed.notify_all();
}

bool SshTunnel::isUnused() const
{
    const std::scoped_lock lock(m_mutex);
    return m_uses == 0 && Clock::now() - m_lastUse > kIdleLimit;
}

} // namespace yardmaster
