#include "worker/queue/queueerror.h"

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct CheckConstraint
{
    QLatin1StringView name;
    QLatin1StringView code;
    QLatin1StringView sentence;
};

constexpr std::array kCheckConstraints{
    CheckConstraint{"tasks_identifier_check"_L1, "GWBID"_L1,
                    "a task identifier can have at most 128 characters"_L1},
    CheckConstraint{"job_queues_queue_name_check"_L1, "GWBQN"_L1,
                    "a queue name can have at most 128 characters"_L1},
    CheckConstraint{"jobs_key_check"_L1, "GWBJK"_L1, "a job key must have 1 to 512 characters"_L1},
    CheckConstraint{"jobs_max_attempts_check"_L1, "GWBMA"_L1, "max_attempts must be 1 or more"_L1},
};

QString remedy(const QString &schema)
{
    const bool isDefault = schema == "graphile_worker"_L1;
    return u"yardmaster --schema-only"_s
        + (isDefault ? QString() : u" --schema '%1'"_s.arg(schema));
}

} // namespace

DbError explained(DbError error, const QString &schema)
{
    // 42883, 42704, 42703: the function, type or column came with a later revision.
    const QString &state = error.sqlState;
    if (error.kind == DbError::Kind::SchemaMissing || state == "42883"_L1 || state == "42704"_L1
        || state == "42703"_L1) {
        return {
            DbError::Kind::SchemaMissing, state,
            u"there is no up-to-date graphile-worker schema \"%1\" in this database; install or "
            "upgrade it with: %2"_s.arg(schema, remedy(schema))};
    }
    if (state == "23514"_L1) {
        for (const CheckConstraint &check : kCheckConstraints) {
            if (error.message.contains(u'"' + check.name + u'"'))
                return {DbError::Kind::InvalidInput, check.code, check.sentence};
        }
    }
    return error;
}

DbError registryMissing(const QString &schema)
{
    return {DbError::Kind::SchemaMissing,
            {},
            u"the schema \"%1\" has no registry of workers; add it with: %2"_s.arg(schema,
                                                                                   remedy(schema))};
}

} // namespace yardmaster
