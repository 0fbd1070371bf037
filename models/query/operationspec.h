#pragma once

#include "models/query/operationchange.h"
#include "models/query/operationscope.h"
#include "models/session/serveridentity.h"

namespace yardmaster {

struct OperationOptions
{
    int batchSize = 2500;     ///< jobs per transaction, 1..10000
    double jobsPerSecond = 0; ///< 0: as fast as it goes
    int stopAfterErrors = 0;  ///< 0: never

    [[nodiscard]] Result<void> validate() const;
};

/// Everything an operation needs to begin, and to resume after a crash. A value.
struct OperationSpec
{
    QUuid id = QUuid::createUuid();
    QString schema = QStringLiteral("graphile_worker");
    OperationChange change = {};
    OperationScope scope = {};
    OperationOptions options = {};
    /// Where the jobs were counted and shown: it is changed there or not at all. Unset: not shown.
    std::optional<ServerIdentity> server = {};

    [[nodiscard]] Result<void> validate() const;
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static Result<OperationSpec> fromJson(const QJsonObject &object);
};

} // namespace yardmaster
