#include "models/operations/lockedfile.h"

#include <QDeadlineTimer>
#include <QThread>

#include <sys/file.h>
#include <sys/stat.h>

namespace yardmaster {

LockOutcome lockFile(const QFile &file, std::chrono::milliseconds patience)
{
    // Polled, because a blocking flock() cannot be given a deadline without signals.
    const QDeadlineTimer deadline(patience);
    while (::flock(file.handle(), LOCK_EX | LOCK_NB) != 0) {
        if (deadline.hasExpired())
            return LockOutcome::Busy;
        QThread::msleep(1);
    }
    struct stat locked
    { };
    struct stat there
    { };
    const bool isThere = ::fstat(file.handle(), &locked) == 0
        && ::stat(QFile::encodeName(file.fileName()).constData(), &there) == 0
        && locked.st_dev == there.st_dev && locked.st_ino == there.st_ino;
    return isThere ? LockOutcome::Locked : LockOutcome::Gone;
}

} // namespace yardmaster
