#include "models/query/operationspec.h"

#include "models/query/operationtext.h"

#include <QSet>

namespace yardmaster {

using namespace Qt::StringLiterals;

Result<void> OperationOptions::validate() const
{
    if (batchSize < 1 || batchSize > 10000)
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("a batch must have 1 to 10000 jobs"));
    if (!(jobsPerSecond >= 0))
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("the pace must not be negative"));
    if (stopAfterErrors < 0)
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("the number of errors to stop after must not be negative"));
    return {};
}

Result<void> OperationSpec::validate() const
{
    if (auto fine = change.validate(); !fine)
        return fine;
    if (auto fine = options.validate(); !fine)
        return fine;
    if (change.kind == OperationKind::EditPayload && scope.ids.size() != 1)
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("a payload can be edited in only one job at a time"));
    if (change.key && !change.key->isEmpty() && (scope.ids.size() > 1 || scope.expected > 1))
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("a key belongs to one job: select a single job"));
    if (QSet<qint64>(scope.ids.begin(), scope.ids.end()).size() != scope.ids.size())
        return fail(DbError::Kind::InvalidInput, OperationText::tr("an id occurs twice"));
    Params params;
    if (auto condition = scope.condition(schema, &params); !condition)
        return tl::make_unexpected(condition.error());
    return {};
}

QJsonObject OperationSpec::toJson() const
{
    QJsonObject object{{u"id"_s, id.toString(QUuid::WithoutBraces)},
                       {u"schema"_s, schema},
                       {u"change"_s, change.toJson()},
                       {u"scope"_s, scope.toJson()},
                       {u"batch_size"_s, options.batchSize},
                       {u"jobs_per_second"_s, options.jobsPerSecond},
                       {u"stop_after_errors"_s, options.stopAfterErrors}};
    if (server)
        object.insert(u"server"_s, server->toJson());
    return object;
}

Result<OperationSpec> OperationSpec::fromJson(const QJsonObject &object)
{
    OperationSpec spec;
    spec.id = QUuid(object.value("id"_L1).toString());
    spec.schema = object.value("schema"_L1).toString();
    if (spec.id.isNull())
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("this is not the journal of an operation"));
    auto change = OperationChange::fromJson(object.value("change"_L1).toObject());
    if (!change)
        return tl::make_unexpected(change.error());
    spec.change = *std::move(change);
    spec.scope = OperationScope::fromJson(object.value("scope"_L1).toObject());
    spec.options.batchSize = int(object.value("batch_size"_L1).toInteger());
    spec.options.jobsPerSecond = object.value("jobs_per_second"_L1).toDouble();
    spec.options.stopAfterErrors = int(object.value("stop_after_errors"_L1).toInteger());
    if (object.contains("server"_L1))
        spec.server = ServerIdentity::fromJson(object.value("server"_L1).toObject());
    return spec;
}

} // namespace yardmaster
