#include "models/query/operationscope.h"

#include "models/query/filterparser.h"
#include "models/query/operationtext.h"

#include <QJsonArray>

namespace yardmaster {

using namespace Qt::StringLiterals;

FilterContext OperationScope::filterContext(const QString &schema) const
{
    FilterContext context;
    context.schema = schema;
    context.forbiddenFlags = forbiddenFlags;
    context.staleWorkers = staleWorkers;
    context.zone = QTimeZone(zone);
    context.now = takenAt;
    return context;
}

Result<QByteArray> OperationScope::condition(const QString &schema, Params *params) const
{
    const ParsedFilter parsed = parseFilter(filter);
    if (!parsed.isValid())
        return fail(
            DbError::Kind::InvalidInput,
            OperationText::tr("the filter is not valid: %1").arg(parsed.errors.first().message));
    return FilterSql(filterContext(schema), params).condition(parsed.filter);
}

QJsonObject OperationScope::toJson() const
{
    QJsonArray jobs;
    for (const qint64 id : ids)
        jobs.append(id);
    return {{u"ids"_s, jobs},
            {u"filter"_s, filter},
            {u"forbidden_flags"_s, QJsonArray::fromStringList(forbiddenFlags)},
            {u"stale_workers"_s, QJsonArray::fromStringList(staleWorkers)},
            {u"zone"_s, QString::fromUtf8(zone)},
            {u"max_id"_s, maxId},
            {u"taken_at"_s, qint64(takenAt.time_since_epoch().count())},
            {u"expected"_s, expected}};
}

OperationScope OperationScope::fromJson(const QJsonObject &object)
{
    OperationScope scope;
    const QJsonArray ids = object.value("ids"_L1).toArray();
    for (const auto &id : ids)
        scope.ids << id.toInteger();
    scope.filter = object.value("filter"_L1).toString();
    const QJsonArray flags = object.value("forbidden_flags"_L1).toArray();
    for (const auto &flag : flags)
        scope.forbiddenFlags << flag.toString();
    const QJsonArray workers = object.value("stale_workers"_L1).toArray();
    for (const auto &worker : workers)
        scope.staleWorkers << worker.toString();
    scope.zone = object.value("zone"_L1).toString().toUtf8();
    scope.maxId = object.value("max_id"_L1).toInteger();
    scope.takenAt = Timestamp(std::chrono::microseconds(object.value("taken_at"_L1).toInteger()));
    scope.expected = object.value("expected"_L1).toInteger();
    return scope;
}

} // namespace yardmaster
