#include <yardmaster/linewriter.h>

#include <QFile>
#include <QLoggingCategory>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

Q_LOGGING_CATEGORY(lcEventLines, "yardmaster.events", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString errorText(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

bool isRegularFile(int file)
{
    struct stat status = {};
    return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

} // namespace

tl::expected<std::unique_ptr<LineWriter>, QString> LineWriter::open(const QString &path, Gap gap)
{
    if (path == "-"_L1)
        return std::make_unique<LineWriter>(STDOUT_FILENO, false, u"standard output"_s,
                                            std::move(gap), Limits());
    // Not blocking: a named pipe without a reader is an error (ENXIO), not a hang at the start.
    const int file = ::open(QFile::encodeName(path).constData(),
                            O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
    if (file < 0)
        return tl::make_unexpected(errno == ENXIO
                                       ? u"the pipe %1 has no reader"_s.arg(path)
                                       : u"%1 cannot be written: %2"_s.arg(path, errorText(errno)));
    return std::make_unique<LineWriter>(file, true, path, std::move(gap), Limits());
}

LineWriter::LineWriter(int file, bool owns, QString name, Gap gap, Limits limits)
    : m_file(file)
    , m_owns(owns)
    , m_name(std::move(name))
    , m_gap(std::move(gap))
    , m_limits(limits)
    , m_isRegular(isRegularFile(file))
    , m_thread([this](const std::stop_token &stop) { run(stop); })
{ }

LineWriter::~LineWriter()
{
    m_thread.request_stop();
    m_thread.join();
    if (m_owns)
        ::close(m_file);
}

void LineWriter::write(const QByteArray &line)
{
    std::unique_lock lock(m_mutex);
    const auto hasRoom = [this] { return m_isClosed || m_buffer.size() < m_limits.buffer; };
    if (!hasRoom() && (m_isStalled || !m_emptied.wait_for(lock, m_limits.patience, hasRoom))) {
        stall(u"%1 does not accept events as fast as they occur"_s.arg(m_name));
        ++m_leftOut;
        return;
    }
    if (m_isClosed)
        return;
    const bool wakes = m_buffer.isEmpty();
    m_buffer.append(line.constData(), line.size()); // not shared with this thread
    if (wakes)
        m_filled.notify_one();
}

void LineWriter::run(const std::stop_token &stop)
{
    // A closed pipe must be an error here, whatever the program does about the signal.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);

    QByteArray chunk;
    while ((!chunk.isEmpty() || refill(stop, &chunk)) && writeOut(stop, &chunk)) { }
    const std::scoped_lock lock(m_mutex);
    m_isClosed = true;
    m_buffer.clear();
    m_emptied.notify_all();
}

bool LineWriter::refill(const std::stop_token &stop, QByteArray *chunk)
{
    std::unique_lock lock(m_mutex);
    m_filled.wait(lock, stop, [this] { return !m_buffer.isEmpty() || m_leftOut > 0; });
    *chunk = std::exchange(m_buffer, {});
    m_gapTold = std::exchange(m_leftOut, 0);
    if (m_gapTold > 0)
        *chunk += m_gap(m_gapTold);
    m_emptied.notify_all();
    return !chunk->isEmpty();
}

bool LineWriter::writeOut(const std::stop_token &stop, QByteArray *chunk)
{
    using Clock = std::chrono::steady_clock;
    qsizetype written = 0;
    auto lastProgress = Clock::now();
    while (written < chunk->size()) {
        qsizetype size = chunk->size() - written;
        if (!m_isRegular) {
            // What poll() calls writable takes PIPE_BUF bytes without blocking. Standard output
            // cannot be made non-blocking: that would hold for all who share it.
            size = std::min<qsizetype>(size, PIPE_BUF);
            pollfd ready{m_file, POLLOUT, 0};
            if (::poll(&ready, 1, 100) == 0) {
                if (stop.stop_requested() && Clock::now() - lastProgress > m_limits.patience)
                    return false;
                continue;
            }
        }
        // Whatever happens meanwhile, there is one more attempt after the end has been asked for.
        const bool isLast = stop.stop_requested();
        const auto count = ::write(m_file, chunk->constData() + written, size_t(size));
        if (count > 0) {
            written += count;
            m_isMidLine = chunk->at(written - 1) != '\n';
            lastProgress = Clock::now();
            continue;
        }
        const int error = errno;
        if (error == EINTR || error == EAGAIN)
            continue;
        chunk->remove(0, written);
        onFailed(error, chunk);
        if (error == EPIPE || error == EBADF || isLast)
            return false;
        std::unique_lock lock(m_mutex);
        m_filled.wait_for(lock, stop, m_limits.retry, [] { return false; });
        return true;
    }
    chunk->clear();
    recover();
    return true;
}

void LineWriter::onFailed(int error, QByteArray *chunk)
{
    // The rest of a partly written line is kept until writing works again; whole lines are not.
    const qsizetype keep = m_isMidLine ? chunk->indexOf('\n') + 1 : 0;
    qint64 lost = std::count(chunk->cbegin() + keep, chunk->cend(), '\n');
    if (m_gapTold > 0 && lost > 0)
        lost += m_gapTold - 1; // the line that reported it is among them
    chunk->truncate(keep);
    const std::scoped_lock lock(m_mutex);
    m_leftOut += lost;
    stall(error == EPIPE ? u"%1 no longer has a reader"_s.arg(m_name)
                         : u"%1 cannot be written: %2"_s.arg(m_name, errorText(error)));
}

void LineWriter::stall(const QString &why)
{
    if (!std::exchange(m_isStalled, true))
        qCWarning(lcEventLines, "%s; events are dropped", qUtf8Printable(why));
}

void LineWriter::recover()
{
    const std::scoped_lock lock(m_mutex);
    if (m_isStalled && m_buffer.size() < m_limits.buffer / 2) { // or it would stall again at once
        m_isStalled = false;
        qCInfo(lcEventLines, "events are written to %s again", qUtf8Printable(m_name));
    }
}

} // namespace yardmaster
