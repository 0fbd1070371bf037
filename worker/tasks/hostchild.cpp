#include "worker/tasks/hostchild.h"

#include "worker/db/childgroup.h"

#include <QFile>
#include <QPointer>
#include <QProcessEnvironment>
#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kChannelFd = 3;
constexpr int kReportsFd = 4;
constexpr int kEndPatience = 100;          // ms
constexpr int kKilledPatience = 30000;     // ms; the system takes long to free much memory
constexpr qsizetype kReadAtOnce = 1 << 20; // bytes a turn of the event loop

/// Out of the way of the descriptors that the child is given.
int movedUp(int fd)
{
    if (fd < 0 || fd > kReportsFd)
        return fd;
    const int moved = ::fcntl(fd, F_DUPFD_CLOEXEC, kReportsFd + 1);
    ::close(fd);
    return moved;
}

/// Keeps 3 and 4 in use while a process is started: QProcess's own pipe to the child must not get
/// one of them.
class LowDescriptors
{
public:
    LowDescriptors()
    {
        for (;;) {
            const int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
            if (fd < 0)
                return;
            if (fd > kReportsFd) {
                ::close(fd);
                return;
            }
            m_fds[m_count++] = fd;
        }
    }
    ~LowDescriptors()
    {
        for (size_t i = 0; i < m_count; ++i)
            ::close(m_fds[i]);
    }
    Q_DISABLE_COPY_MOVE(LowDescriptors)

private:
    std::array<int, kReportsFd + 1> m_fds{};
    size_t m_count = 0;
};

void makeNonBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

void closeFd(int *fd)
{
    if (*fd >= 0)
        ::close(*fd);
    *fd = -1;
}

QProcessEnvironment hostEnvironment()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // Of a parent of ours; it may name descriptor 3.
    environment.remove(u"NODE_CHANNEL_FD"_s);
    environment.remove(u"NODE_CHANNEL_SERIALIZATION_MODE"_s);
    // Each job has a trace of its own.
    environment.remove(u"TRACEPARENT"_s);
    environment.remove(u"TRACESTATE"_s);
    return environment;
}

} // namespace

HostChild::HostChild(HostProgram program, Handlers handlers, QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_handlers(std::move(handlers))
    , m_process(this) // which moves with it to another thread
    , m_stdout([this](const QString &line) { m_handlers.onOutput(line, false); })
    , m_stderr([this](const QString &line) { m_handlers.onOutput(line, true); })
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this,
            [this] { m_stdout.add(m_process.readAllStandardOutput()); });
    connect(&m_process, &QProcess::readyReadStandardError, this,
            [this] { m_stderr.add(m_process.readAllStandardError()); });
    connect(&m_process, &QProcess::finished, this, &HostChild::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(u"cannot be started: %1"_s.arg(m_process.errorString()));
    });
}

HostChild::~HostChild()
{
    m_hasEnded = true; // no handler is called any more
    m_process.disconnect(this);
    closeChannels();
    if (m_process.state() == QProcess::NotRunning)
        return;
    if (!m_process.waitForFinished(kEndPatience)) {
        kill();
        m_process.waitForFinished(kKilledPatience); // as long as QProcess would, which then warns
    }
}

void HostChild::start()
{
    if (const auto problem = openChannels()) {
        end(u"cannot be started: %1"_s.arg(*problem));
        return;
    }
    m_process.setProgram(m_program.command.first());
    m_process.setArguments(m_program.command.mid(1));
    m_process.setProcessEnvironment(hostEnvironment());
    m_parent = ::getpid();
    m_process.setChildProcessModifier([this] { begin(); });
    {
        const LowDescriptors low;
        m_process.start();
    }
    closeFd(&m_childChannel);
    closeFd(&m_childReports);
    if (m_hasEnded)
        return;
    m_group = pid_t(m_process.processId());
    m_process.write(m_program.script);
    m_process.closeWriteChannel();
}

std::optional<QString> HostChild::openChannels()
{
    int channel[2];
    int reports[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0)
        return QString::fromLocal8Bit(std::strerror(errno));
    m_channel = channel[0];
    m_childChannel = movedUp(channel[1]);
    if (::pipe2(reports, O_CLOEXEC) != 0)
        return QString::fromLocal8Bit(std::strerror(errno));
    m_reportsEnd = reports[0];
    m_childReports = movedUp(reports[1]);
    makeNonBlocking(m_channel);
    makeNonBlocking(m_reportsEnd);
    m_canRead = std::make_unique<QSocketNotifier>(m_channel, QSocketNotifier::Read, this);
    m_canWrite = std::make_unique<QSocketNotifier>(m_channel, QSocketNotifier::Write, this);
    m_canWrite->setEnabled(false);
    m_hasReports = std::make_unique<QSocketNotifier>(m_reportsEnd, QSocketNotifier::Read, this);
    connect(m_canRead.get(), &QSocketNotifier::activated, this, [this] { readChannel(); });
    connect(m_canWrite.get(), &QSocketNotifier::activated, this, [this] { writeChannel(); });
    connect(m_hasReports.get(), &QSocketNotifier::activated, this, [this] { readReports(); });
    return std::nullopt;
}

/// In the child, between fork and exec: only async-signal-safe calls.
void HostChild::begin() const
{
    ChildGroup::begin(m_parent); // a blocked host would not see that its channel is closed
    ::dup2(m_childChannel, kChannelFd);
    ::dup2(m_childReports, kReportsFd);
}

void HostChild::send(const QByteArray &frames)
{
    if (m_channel < 0)
        return;
    m_out += frames;
    if (!m_canWrite->isEnabled())
        writeChannel();
}

void HostChild::writeChannel()
{
    qsizetype written = 0;
    while (written < m_out.size()) {
        const ssize_t now = ::send(m_channel, m_out.constData() + written,
                                   size_t(m_out.size() - written), MSG_NOSIGNAL);
        if (now < 0 && errno == EINTR)
            continue;
        if (now < 0 && errno != EAGAIN && errno != EWOULDBLOCK) {
            m_out.clear(); // it has ended, or is about to be told apart from that
            m_canWrite->setEnabled(false);
            return;
        }
        if (now <= 0)
            break;
        written += now;
    }
    m_out.remove(0, written);
    m_canWrite->setEnabled(!m_out.isEmpty());
}

void HostChild::readChannel()
{
    static thread_local QByteArray buffer(256 * 1024, Qt::Uninitialized);
    const QPointer<HostChild> self(this);
    for (qsizetype total = 0; m_channel >= 0 && total < kReadAtOnce;) {
        const ssize_t count = ::read(m_channel, buffer.data(), size_t(buffer.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        if (count <= 0) {
            m_canRead->setEnabled(false);
            kill(); // a host that closes its channel cannot be told anything any more
            return;
        }
        total += count;
        // A copy, because a handler may read a channel, too.
        const QByteArray bytes(buffer.constData(), count);
        if (!m_messages.add(bytes, m_handlers.onMessage)) {
            kill();
            return;
        }
        if (!self)
            return;
    }
}

void HostChild::readReports()
{
    char buffer[4096];
    while (m_reportsEnd >= 0) {
        const ssize_t count = ::read(m_reportsEnd, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        if (count <= 0 || !m_reports.add({buffer, count}, m_handlers.onReport)) {
            m_hasReports->setEnabled(false);
            return;
        }
    }
}

void HostChild::closeChannels()
{
    m_canRead.reset();
    m_canWrite.reset();
    m_hasReports.reset();
    closeFd(&m_channel);
    closeFd(&m_reportsEnd);
    closeFd(&m_childChannel);
    closeFd(&m_childReports);
    m_out.clear();
}

void HostChild::kill()
{
    if (m_group > 0)
        ::kill(-m_group, SIGKILL);
    m_process.kill(); // it may not have come to lead its group yet
}

qint64 HostChild::memory() const
{
    QFile statistics(u"/proc/%1/statm"_s.arg(m_process.processId())); // Linux
    if (!statistics.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> pages = statistics.readAll().split(' '); // all, resident, …
    return pages.size() > 1 ? pages[1].toLongLong() * ::sysconf(_SC_PAGESIZE) : 0;
}

void HostChild::onFinished()
{
    // What it wrote before is still there.
    while (m_canRead && m_canRead->isEnabled()) {
        char probe = 0;
        const ssize_t count = ::recv(m_channel, &probe, 1, MSG_PEEK | MSG_DONTWAIT);
        if (count <= 0)
            break;
        readChannel();
    }
    readReports();
    m_stdout.add(m_process.readAllStandardOutput());
    m_stderr.add(m_process.readAllStandardError());
    m_stdout.finish();
    m_stderr.finish();
    const int code = m_process.exitCode();
    const bool hasExited = m_process.exitStatus() == QProcess::NormalExit;
    // What it started would go on with work that is going to be done again.
    if (m_group > 0 && (!hasExited || code != 0))
        ::kill(-m_group, SIGKILL);
    end(hasExited ? u"ended with exit code %1"_s.arg(code)
                  : u"was killed by signal %1 (%2)"_s.arg(code).arg(
                      QString::fromLatin1(::strsignal(code))));
}

void HostChild::end(const QString &how)
{
    if (m_hasEnded)
        return;
    m_hasEnded = true;
    closeChannels();
    m_handlers.onEnded(how);
}

} // namespace yardmaster
