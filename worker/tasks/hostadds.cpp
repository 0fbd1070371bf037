#include "worker/tasks/hostadds.h"

#include "worker/json/jsonstring.h"
#include "worker/tasks/hostmessages.h"
#include "worker/tasks/hostrow.h"
#include <yardmaster/task.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Answer = std::function<void(const QByteArray &)>;

Result<std::vector<JobSpec>> specsFrom(const std::vector<QByteArrayView> &items, bool isOne)
{
    std::vector<JobSpec> specs;
    for (const QByteArrayView item : itemsIn(items[3])) {
        Result<JobSpec> spec
            = messageSpec(item, isOne ? std::nullopt : std::optional(items[4] == "true"));
        if (!spec)
            return tl::make_unexpected(spec.error());
        specs.push_back(*std::move(spec));
    }
    if (isOne && specs.size() != 1)
        return fail(DbError::Kind::InvalidInput, u"there is no job to add"_s);
    return specs;
}

QByteArray refused(qint64 call, const DbError &error)
{
    return "[\"refused\"," + QByteArray::number(call)
        + ",{\"code\":" + jsonString(error.sqlState.toUtf8())
        + ",\"message\":" + jsonString(error.message.toUtf8()) + "}]";
}

QByteArray added(qint64 call, const std::vector<JobRecord> &jobs)
{
    QByteArray rows;
    for (const JobRecord &job : jobs) {
        if (!rows.isEmpty())
            rows += ',';
        rows += hostRow(job);
    }
    return "[\"added\"," + QByteArray::number(call) + ",[" + rows + "]]";
}

} // namespace

QByteArray refusedAdd(const std::vector<QByteArrayView> &items, const QString &why)
{
    return refused(items[1].toLongLong(), {DbError::Kind::Cancelled, {}, why});
}

void addFromHost(JobServices *services, const Job &from, const std::vector<QByteArrayView> &items,
                 const Answer &answer)
{
    const qint64 call = items[1].toLongLong();
    const bool isOne = items.size() < 5 || items[4] == "null";
    Result<std::vector<JobSpec>> specs = specsFrom(items, isOne);
    if (!specs) {
        answer(refused(call, specs.error()));
        return;
    }
    if (!services) {
        answer(refusedAdd(items, u"the worker has ended"_s));
        return;
    }
    const auto then = [call, answer](const Result<std::vector<JobRecord>> &jobs) {
        answer(jobs ? added(call, *jobs) : refused(call, jobs.error()));
    };
    if (isOne) {
        services->add(from, std::move(specs->front())).then([then](const AddedJob &one) {
            then(one.map([](const std::optional<JobRecord> &record) {
                return record ? std::vector{*record} : std::vector<JobRecord>();
            }));
        });
    } else {
        services->addAll(from, *std::move(specs)).then([then](const AddedJobs &all) { then(all); });
    }
}

} // namespace yardmaster
