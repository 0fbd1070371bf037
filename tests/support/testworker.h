#pragma once

#include "tests/support/testdatabase.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/runner.h>
#include <yardmaster/taskregistry.h>

#include <QTest>

#include <optional>

namespace yardmaster::test {

/// A worker in this process with handlers defined by the test, and its outcome.
class TestWorker
{
public:
    explicit TestWorker(const TestDatabase &database)
        : TestWorker(database.settings())
    { }
    explicit TestWorker(const ConnectionSettings &connection)
    {
        options.connection = connection;
        options.pollInterval = std::chrono::hours(1); // nothing may happen because of polling
    }

    void handle(const QString &task, TaskFunction function)
    {
        registry->add(task, std::move(function));
    }

    void start()
    {
        runner = std::make_unique<Runner>(options, registry, &events);
        QObject::connect(runner.get(), &Runner::finished, runner.get(),
                         [this](const RunOutcome &o) { outcome = o; });
        runner->start();
    }
    [[nodiscard]] bool waitUntilRunning() const
    {
        return QTest::qWaitFor([this] { return runner->state() == Runner::State::Running; }, 60000);
    }
    [[nodiscard]] bool waitUntilEnded() const
    {
        return QTest::qWaitFor([this] { return outcome.has_value(); }, 60000);
    }
    /// Runs once. @returns whether it ended.
    [[nodiscard]] bool drain()
    {
        options.once = true;
        start();
        return waitUntilEnded();
    }
    /// @returns whether it ended.
    [[nodiscard]] bool stop()
    {
        runner->stop();
        return waitUntilEnded();
    }

    WorkerOptions options;
    std::shared_ptr<TaskRegistry> registry = std::make_shared<TaskRegistry>();
    EventBus events;
    std::unique_ptr<Runner> runner;
    std::optional<RunOutcome> outcome;
};

/// The simplest handler.
inline TaskOutcome succeed(const TaskContext &)
{
    return TaskOutcome::success();
}

} // namespace yardmaster::test
