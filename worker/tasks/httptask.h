#pragma once

#include "worker/tasks/httptarget.h"
#include <yardmaster/task.h>
#include <yardmaster/taskoptions.h>

namespace yardmaster {

/// Posts jobs to a web server, which does them. Costs no thread per job, see HttpPool.
class HttpTask final : public TaskExecutor
{
public:
    /// TaskOptions::timeout where the target names none.
    static constexpr std::chrono::seconds kTimeout{60};

    /// @param file  it was read from; empty: it was named by an option.
    explicit HttpTask(HttpTarget target, QString file = {})
        : m_target(std::make_shared<const HttpTarget>(std::move(target)))
        , m_file(std::move(file))
    { }

    [[nodiscard]] static TaskOptions optionsFor(const HttpTarget &target)
    {
        TaskOptions options;
        options.timeout = target.timeout.value_or(kTimeout);
        options.isTimeoutDefault = !target.timeout;
        return options;
    }

    Mode mode() const override { return Mode::Asynchronous; }
    void start(std::shared_ptr<TaskRun> run) const override;
    QString describe() const override;
    TaskFacts facts() const override;

private:
    const std::shared_ptr<const HttpTarget> m_target;
    const QString m_file;
};

} // namespace yardmaster
