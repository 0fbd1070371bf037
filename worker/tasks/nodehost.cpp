#include "worker/tasks/nodehost.h"

#include "worker/db/sqltext.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

HostProgram nodeProgram(const QStringList &command, const char *file, const QByteArray &before)
{
    // From standard input, so that no installed file has to be found; "-" for what follows options.
    // In a function, because what such a program declares is global, so that tasks would see it.
    return {u"node"_s, (command.isEmpty() ? QStringList{u"node"_s} : command) + QStringList{u"-"_s},
            "(() => { \"use strict\"; " + before + sqlSource(file) + "})();\n",
            u"Node.js 20 or later is needed; choose one with --node"_s};
}

HostProgram nodeHost(const QStringList &command)
{
    return nodeProgram(command, "worker/hosts/node.cjs");
}

} // namespace yardmaster
