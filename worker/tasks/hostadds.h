#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <functional>
#include <vector>

namespace yardmaster {

struct TaskContext;

/// Adds the jobs of a message "addJobs" of a task host, see resources/manual/task-hosts.md.
/// @param from    the job that adds them; null: it has ended, and they are refused.
/// @param items   ["addJobs", call, run, [[identifier, payload, options]…], preservesRunAt]; null
///                for the last, or without: one job, by add_job.
/// @param answer  called once, on any thread, with "added" or "refused".
void addFromHost(const TaskContext *from, const std::vector<QByteArrayView> &items,
                 const std::function<void(const QByteArray &message)> &answer);

} // namespace yardmaster
