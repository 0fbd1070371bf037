#include "app/server/processfacts.h"

#include <QDir>
#include <QFile>

#include <sys/resource.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

ProcessFacts readProcessFacts()
{
    ProcessFacts facts;
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0)
        facts.cpuSeconds = double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    if (QFile statm(u"/proc/self/statm"_s); statm.open(QFile::ReadOnly)) {
        const QList<QByteArray> pages = statm.readAll().split(' ');
        facts.residentBytes = pages.value(1).toLongLong() * ::sysconf(_SC_PAGESIZE);
    }
    facts.openFiles = int(QDir(u"/proc/self/fd"_s)
                              .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)
                              .size());
    return facts;
}

} // namespace yardmaster
