#include <yardmaster/batch.h>

#include <QLoggingCategory>

Q_LOGGING_CATEGORY(lcBatch, "yardmaster.worker.batch", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;

TaskOutcome settleBatch(const JobInfo &job, const std::vector<QByteArrayView> &items,
                        BatchOutcome outcome)
{
    if (auto *whole = std::get_if<TaskOutcome>(&outcome))
        return std::move(*whole);
    const auto &results = std::get<std::vector<ItemResult>>(outcome);
    if (results.size() != items.size()) {
        const QString error
            = u"The number of results (%1) is not that of the items (%2); all items are kept"_s
                  .arg(results.size())
                  .arg(items.size());
        qCWarning(lcBatch, "%s (job %lld): %s", qUtf8Printable(job.task), qlonglong(job.id),
                  qUtf8Printable(error));
        return TaskOutcome::failure(error);
    }
    std::vector<QByteArrayView> failed;
    QStringList errors;
    for (size_t i = 0; i < items.size(); ++i) {
        if (results[i])
            continue;
        failed.push_back(items[i]);
        errors << results[i].error();
    }
    if (failed.empty())
        return TaskOutcome::success();
    TaskOutcome outcomeOfAll
        = TaskOutcome::failure(u"Batch failures:\n%1"_s.arg(errors.join(u'\n')));
    if (failed.size() < items.size())
        outcomeOfAll.payload = joinJsonArray(failed);
    return outcomeOfAll;
}

TaskOutcome notABatch(const JobInfo &job)
{
    return TaskOutcome::failure(
        u"The task '%1' takes batches, but the payload is not an array"_s.arg(job.task));
}

TaskOutcome runBatch(const TaskContext &context, const BatchFunction &handler)
{
    const auto items = splitJsonArray(context.job.payload);
    if (!items)
        return notABatch(context.job.info);
    return settleBatch(context.job.info, *items, handler(context, *items));
}

} // namespace yardmaster
