#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <functional>
#include <vector>

namespace yardmaster {

class JobServices;
struct Job;

/// Adds the jobs of a message "addJobs" of a task host, see resources/manual/task-hosts.md.
/// @param services  null: the worker has ended, and they are refused.
/// @param from      the job that adds them, whose trace is continued; empty: it has ended.
/// @param items     ["addJobs", call, run, [[identifier, payload, options]…], preservesRunAt]; null
///                  for the last, or without: one job, by add_job.
/// @param answer    called once, on any thread, with "added" or "refused".
void addFromHost(JobServices *services, const Job &from, const std::vector<QByteArrayView> &items,
                 const std::function<void(const QByteArray &message)> &answer);

/// The answer "refused" to such a message.
[[nodiscard]] QByteArray refusedAdd(const std::vector<QByteArrayView> &items, const QString &why);

} // namespace yardmaster
