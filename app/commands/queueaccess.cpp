#include "app/commands/queueaccess.h"

#include "app/commandline.h"
#include "app/commands/commandcall.h"
#include "app/exitcodes.h"
#include "app/startup.h"
#include "models/session/schemaprobe.h"
#include <yardmaster/migrator.h>
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The exit code of a restriction that keeps a command from its work; unset: it does not.
std::optional<int> obstacleCode(const Restriction &restriction, QueueAccess access)
{
    using Kind = Restriction::Kind;
    const auto unless = [access](QueueAccess allowed, int code) {
        return access == allowed ? std::nullopt : std::optional(code);
    };
    switch (restriction.kind) {
    case Kind::NoQueue:
    case Kind::TooOld:
        return ExitNoQueue;
    case Kind::NoAccess:
    case Kind::RowsHidden:
        return unless(QueueAccess::Add, ExitDenied);
    case Kind::TooNew: // can be read
        return unless(QueueAccess::Read, ExitSchemaTooNew);
    case Kind::Replica:
    case Kind::ReadOnly:
        return unless(QueueAccess::Read, ExitDenied);
    case Kind::NoWrites:
        return access == QueueAccess::Change ? std::optional<int>(ExitDenied) : std::nullopt;
    default:
        return std::nullopt;
    }
}

} // namespace

QueueTarget readTarget(const CommandCall &call, QStringList *problems)
{
    QueueTarget target;
    target.schema = queueSchema(call.given(u"schema"_s), call.environment());
    if (const QString problem = schemaNameProblem(target.schema); !problem.isEmpty())
        *problems << problem;
    const auto connection
        = ConnectionSettings::resolve(call.given(u"connection"_s), call.environment());
    if (!connection)
        *problems << connection.error();
    else if (!*connection)
        *problems << u"name a database: -c URL, DATABASE_URL or PG* variables"_s;
    else
        target.connection = **connection;
    return target;
}

tl::expected<std::unique_ptr<Session>, int> openQueue(const CommandCall &call,
                                                      const QueueTarget &target, QueueAccess access)
{
    auto session = Session::open(target.connection, call.command().words.last());
    if (!session)
        return tl::make_unexpected(complainOf(call, target, session.error()));
    const auto probe = probeSchema(**session, target.schema);
    if (!probe)
        return tl::make_unexpected(complainOf(call, target, probe.error()));
    for (const Restriction &restriction : restrictionsOf(*probe)) {
        if (const auto code = obstacleCode(restriction, access)) {
            complainTo(call.streams(), restriction.sentence);
            return tl::make_unexpected(*code);
        }
        if (restriction.kind == Restriction::Kind::TooNew)
            complainTo(call.streams(), restriction.sentence);
    }
    return *std::move(session);
}

int exitCodeOf(const DbError &error)
{
    if (error.sqlState == "25006"_L1) // a read-only transaction
        return ExitDenied;
    switch (error.kind) {
    case DbError::Kind::InvalidInput:
        return ExitUsage;
    case DbError::Kind::PermissionDenied:
        return ExitDenied;
    case DbError::Kind::ConnectionLost:
    case DbError::Kind::CannotConnect:
    case DbError::Kind::Authentication:
    case DbError::Kind::Certificate:
        return ExitNoDatabase;
    case DbError::Kind::SchemaMissing:
        return ExitNoQueue;
    case DbError::Kind::SchemaTooNew:
        return ExitSchemaTooNew;
    default:
        return ExitRuntime;
    }
}

int complainOf(const CommandCall &call, const QueueTarget &target, const DbError &error)
{
    QString sentence = startup::sentenceFor(error, target.connection);
    if (error.kind == DbError::Kind::InvalidInput)
        sentence = error.message;
    else if (error.kind == DbError::Kind::SchemaMissing)
        sentence = u"there is no job queue in schema '%1' of this database"_s.arg(target.schema);
    complainTo(call.streams(), sentence);
    return exitCodeOf(error);
}

} // namespace yardmaster
