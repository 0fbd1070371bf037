#include "ui/shell/mainwindowsetup.h"

#include "models/console/consolecontext.h"

#include <QThread>

#include <algorithm>

namespace yardmaster {

ConsoleTarget MainWindowSetup::target() const
{
    ConsoleTarget target;
    target.connection = connection;
    target.schema = schema;
    target.profileId = profileId;
    target.profileName = profileName;
    target.environment = environment;
    target.colour = colour;
    target.isReadOnly = isReadOnly;
    if (worker)
        target.forbiddenFlags = worker->flags.forbidden;
    return target;
}

WorkerOptions MainWindowSetup::workerOptions() const
{
    if (worker)
        return *worker;
    WorkerOptions options;
    options.connection = connection;
    options.schema = schema;
    options.concurrency = std::max(1, QThread::idealThreadCount());
    options.migrates = false;
    return options;
}

} // namespace yardmaster
