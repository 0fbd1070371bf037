#include "tests/bench/cpumeter.h"

#include <yardmaster/session.h>

#include <QDir>
#include <QFile>

#include <sys/resource.h>
#include <unistd.h>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

struct ProcessTimes
{
    QByteArray name;
    qint64 parent = 0;
    qint64 ticks = 0;      ///< its own
    qint64 childTicks = 0; ///< of children that have ended
};

/// From /proc/<pid>/stat; nothing if there is no such process.
std::optional<ProcessTimes> timesOf(qint64 pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray line = file.readAll();
    // The name is in brackets and may have spaces; the state follows it.
    const auto open = line.indexOf('(');
    const auto close = line.lastIndexOf(')');
    const QList<QByteArray> fields = line.mid(close + 2).split(' ');
    if (open < 0 || close < open || fields.size() < 15)
        return std::nullopt;
    return ProcessTimes{line.mid(open + 1, close - open - 1), fields[1].toLongLong(),
                        fields[11].toLongLong() + fields[12].toLongLong(),
                        fields[13].toLongLong() + fields[14].toLongLong()};
}

} // namespace

qint64 ownCpuUs()
{
    const auto us
        = [](const timeval &time) { return qint64(time.tv_sec) * 1000000 + time.tv_usec; };
    qint64 sum = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        sum += us(usage.ru_utime) + us(usage.ru_stime);
    }
    return sum;
}

double ownRssMb()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> pages = file.readAll().split(' ');
    return pages.value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

double ownPeakRssMb()
{
    double sum = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        sum += double(usage.ru_maxrss) / 1024;
    }
    return sum;
}

ServerCpu::ServerCpu(const Session &session)
{
    // A server on another machine has process ids too, which may be those of other processes here.
    const auto backend = timesOf(session.backendPid());
    const auto postmaster = backend ? timesOf(backend->parent) : std::nullopt;
    if (postmaster && backend->name.startsWith("postgres")
        && postmaster->name.startsWith("postgres"))
        m_postmaster = backend->parent;
}

std::optional<qint64> ServerCpu::readUs() const
{
    for (;;) {
        const auto postmaster = m_postmaster != 0 ? timesOf(m_postmaster) : std::nullopt;
        if (!postmaster)
            return std::nullopt;
        qint64 ticks = postmaster->ticks + postmaster->childTicks;
        const QStringList entries = QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        for (const QString &entry : entries) {
            bool isPid = false;
            const qint64 pid = entry.toLongLong(&isPid);
            const auto process = isPid ? timesOf(pid) : std::nullopt;
            if (process && process->parent == m_postmaster)
                ticks += process->ticks;
        }
        // Processes that ended meanwhile may not have been counted at all.
        const auto after = timesOf(m_postmaster);
        if (after && after->childTicks == postmaster->childTicks)
            return ticks * 1000000 / sysconf(_SC_CLK_TCK);
    }
}

std::optional<double> usPerJob(std::optional<qint64> begin, std::optional<qint64> end, qint64 jobs)
{
    if (!begin || !end || jobs <= 0)
        return std::nullopt;
    return double(*end - *begin) / double(jobs);
}

} // namespace yardmaster::bench
