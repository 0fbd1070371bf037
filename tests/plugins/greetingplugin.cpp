#include <yardmaster/taskplugin.h>

#ifndef GREETING_IID
#define GREETING_IID YARDMASTER_TASK_PLUGIN_IID
#endif

using namespace Qt::StringLiterals;
using namespace yardmaster;

/// What a user's plugin looks like; built again with wrong interfaces to be refused.
class GreetingPlugin
    : public QObject
    , public TaskPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GREETING_IID)
    Q_INTERFACES(yardmaster::TaskPlugin)

public:
    void registerTasks(TaskRegistry &registry) override
    {
        registry.add(u"greet"_s, [](const TaskContext &context) {
            context.output(u"hello from the plugin"_s, false);
            context.logger().warning(u"logged by the plugin"_s);
            const JobSpec later{.identifier = u"greet_later"_s};
            const AddedJob added = context.addJob(later);
            const AddedJob inTransaction
                = context.withDatabase([&](JobDatabase &db) { return db.addJob(later); });
            return added && inTransaction ? TaskOutcome::success()
                                          : TaskOutcome::failure(u"nothing added"_s);
        });
        registry.addCoroutine(u"greet_later"_s, [](TaskContextPtr) -> QCoro::Task<TaskOutcome> {
            co_return TaskOutcome::success();
        });
    }
};

#include "greetingplugin.moc"
