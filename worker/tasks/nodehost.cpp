#include "worker/tasks/nodehost.h"

#include "worker/db/sqltext.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

HostProgram nodeHost(const QStringList &command)
{
    // From standard input, so that no installed file has to be found; "-" for what follows options.
    return {u"node"_s, (command.isEmpty() ? QStringList{u"node"_s} : command) + QStringList{u"-"_s},
            sqlSource("worker/hosts/node.cjs"),
            u"Node.js 20 or later is needed; --node names one"_s};
}

} // namespace yardmaster
