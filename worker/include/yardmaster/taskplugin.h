#pragma once

#include <yardmaster/taskregistry.h>

#include <QtPlugin>

/// Names the interface and its binary layout. The number goes up whenever a plugin built before
/// would no longer fit; a program refuses plugins with another one before it loads their code.
#define YARDMASTER_TASK_PLUGIN_NAME "org.yardmaster.TaskPlugin"
#define YARDMASTER_TASK_PLUGIN_IID YARDMASTER_TASK_PLUGIN_NAME "/1"

namespace yardmaster {

/// What a Qt plugin with handlers implements; `yardmaster --plugin FILE` loads it.
///
///     class MailTasks : public QObject, public yardmaster::TaskPlugin
///     {
///         Q_OBJECT
///         Q_PLUGIN_METADATA(IID YARDMASTER_TASK_PLUGIN_IID)
///         Q_INTERFACES(yardmaster::TaskPlugin)
///
///     public:
///         void registerTasks(yardmaster::TaskRegistry &registry) override;
///     };
///
/// Build it as a MODULE library that links Yardmaster::worker, with the compiler, Qt and Yardmaster
/// of the program that loads it. It is never unloaded.
class TaskPlugin
{
public:
    virtual ~TaskPlugin() = default;
    /// Called once per worker, before it starts. If it throws, the program does not start.
    virtual void registerTasks(TaskRegistry &registry) = 0;
};

} // namespace yardmaster

Q_DECLARE_INTERFACE(yardmaster::TaskPlugin, YARDMASTER_TASK_PLUGIN_IID)
