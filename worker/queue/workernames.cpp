#include "worker/queue/workernames.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QSysInfo>

namespace yardmaster {

using namespace Qt::StringLiterals;

QString makeWorkerId()
{
    return u"yardmaster-%1-%2-%3"_s.arg(QSysInfo::machineHostName())
        .arg(QCoreApplication::applicationPid())
        .arg(QRandomGenerator::system()->generate(), 8, 16, QChar(u'0'));
}

} // namespace yardmaster
