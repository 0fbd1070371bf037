#include "app/commands/queueaccess.h"

#include "app/commandline.h"
#include "app/commands/commandcall.h"
#include "app/exitcodes.h"
#include "app/startup.h"
#include "models/connecting/profilestore.h"
#include "models/session/schemaprobe.h"
#include <yardmaster/migrator.h>
#include <yardmaster/session.h>

#include <QFileInfo>
#include <QSettings>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The exit code of a restriction that keeps a command from its work; unset: it does not.
std::optional<int> obstacleCode(const Restriction &restriction, QueueAccess access)
{
    using Kind = Restriction::Kind;
    if (access == QueueAccess::Manage)
        return std::nullopt;
    if (access == QueueAccess::Extend)
        return restriction.kind == Kind::TooNew ? std::optional<int>(ExitSchemaTooNew)
                                                : std::nullopt;
    const auto unless = [access](QueueAccess allowed, int code) {
        return access == allowed || access == QueueAccess::ReadHistory ? std::nullopt
                                                                       : std::optional(code);
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

/// --profile, else YARDMASTER_PROFILE where no connection is given.
std::optional<QString> profileOf(const CommandCall &call, QStringList *problems)
{
    if (call.isSet(u"profile"_s) && call.isSet(u"connection"_s))
        *problems << u"--profile excludes --connection"_s;
    if (call.isSet(u"profile"_s))
        return call.value(u"profile"_s);
    return call.given(u"connection"_s) ? std::nullopt : call.given(u"profile"_s);
}

} // namespace

QList<Profile> savedProfiles()
{
    // Beside the settings, as the window keeps them.
    const QString folder = QFileInfo(QSettings().fileName()).absolutePath();
    return ProfileStore(folder + "/profiles.ini"_L1).profiles();
}

QueueTarget readTarget(const CommandCall &call, QStringList *problems)
{
    QueueTarget target;
    const auto profileName = profileOf(call, problems);
    if (profileName) {
        const auto profile = profileNamed(*profileName, savedProfiles());
        if (profile)
            target.profile = *profile;
        else
            *problems << u"--profile: "_s + profile.error();
    }
    const auto schema = call.given(u"schema"_s);
    target.schema = target.profile && !schema ? target.profile->schema
                                              : queueSchema(schema, call.environment());
    if (const QString problem = schemaNameProblem(target.schema); !problem.isEmpty())
        *problems << problem;
    for (const QString &way : Reach::options()) {
        if (profileName && call.isSet(way))
            *problems << u"--profile excludes --%1: a profile has its own"_s.arg(way);
    }
    const Reach reach = profileName ? Reach{}
                                    : Reach{call.given(u"password-command"_s), call.given(u"ssh"_s),
                                            call.given(u"ssh-options"_s)};
    *problems << reach.problems();
    if (profileName && !target.profile)
        return target;
    using Found = tl::expected<std::optional<ConnectionSettings>, QString>;
    Found connection = profileName
        ? Found(target.profile->sessionSettings({}))
        : ConnectionSettings::resolve(call.given(u"connection"_s), call.environment());
    if (!connection)
        *problems << connection.error();
    else if (!*connection)
        *problems << u"specify a database: -c URL, --profile NAME, DATABASE_URL or PG* variables"_s;
    else if (const QString problem = reach.addTo(&**connection); !problem.isEmpty())
        *problems << problem;
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
        const bool onlyReads = access == QueueAccess::Read || access == QueueAccess::ReadHistory;
        if (restriction.kind == Restriction::Kind::TooNew && onlyReads)
            complainTo(call.streams(), restriction.sentence);
    }
    return *std::move(session);
}

tl::expected<OpenedQueue, int> openQueue(const CommandCall &call, QueueAccess access)
{
    QStringList problems;
    QueueTarget target = readTarget(call, &problems);
    if (!problems.isEmpty())
        return tl::make_unexpected(call.refuse(problems));
    auto session = openQueue(call, target, access);
    if (!session)
        return tl::make_unexpected(session.error());
    return OpenedQueue{std::move(target), *std::move(session)};
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
