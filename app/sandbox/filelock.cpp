#include "app/sandbox/filelock.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QThread>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

tl::expected<FileLock, QString> FileLock::open(const QString &path, const ServerAccount &owner)
{
    // O_NOFOLLOW: root opens files in a folder that belongs to another account.
    const int descriptor = ::open(QFile::encodeName(path).constData(),
                                  O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0)
        return tl::make_unexpected(u"cannot open %1: %2"_s.arg(path, qt_error_string(errno)));
    FileLock lock(descriptor);
    if (owner.isOther() && fchown(descriptor, owner.uid(), owner.gid()) != 0)
        return tl::make_unexpected(
            u"cannot give %1 to %2: %3"_s.arg(path, owner.name(), qt_error_string(errno)));
    return lock;
}

FileLock::FileLock(int descriptor)
    : m_descriptor(descriptor)
{ }

FileLock::FileLock(FileLock &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{ }

FileLock &FileLock::operator=(FileLock &&other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

FileLock::~FileLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

bool FileLock::tryLock(Mode mode)
{
    return flock(m_descriptor, (mode == Mode::Shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0;
}

bool FileLock::lock(Mode mode, std::chrono::milliseconds patience)
{
    // Polled, because a blocking flock() cannot be given a deadline without signals.
    const QDeadlineTimer deadline(patience);
    while (!tryLock(mode)) {
        if (deadline.hasExpired())
            return false;
        QThread::msleep(20);
    }
    return true;
}

void FileLock::unlock()
{
    flock(m_descriptor, LOCK_UN);
}

} // namespace yardmaster
