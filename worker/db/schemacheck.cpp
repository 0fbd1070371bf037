#include <yardmaster/migrator.h>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Kind = DbError::Kind;

namespace {

constexpr int kLongestName = 63; // bytes; PostgreSQL truncates longer identifiers
constexpr int kComfortableName = 32;
constexpr int kRustRevision = 22; // the last step of graphile_worker_rs that we know

} // namespace

QString schemaNameProblem(const QString &schema)
{
    const qsizetype bytes = schema.toUtf8().size();
    if (bytes == 0)
        return u"the schema name is empty"_s;
    if (bytes > kLongestName) {
        return u"the schema name \"%1\" is %2 bytes long; PostgreSQL allows %3"_s.arg(schema)
            .arg(bytes)
            .arg(kLongestName);
    }
    if (schema.contains(u'\0'))
        return u"the schema name contains a NUL character"_s;
    if (schema.startsWith("pg_"_L1))
        return u"the schema name \"%1\" is reserved: PostgreSQL keeps \"pg_\" for itself"_s.arg(
            schema);
    // The dollar quotes around function bodies in the migrations, which contain the name.
    if (schema.contains("$yardmaster$"_L1))
        return u"the schema name may not contain \"$yardmaster$\""_s;
    return {};
}

QString schemaNameWarning(const QString &schema)
{
    const qsizetype bytes = schema.toUtf8().size();
    if (bytes <= kComfortableName)
        return {};
    return u"the schema name \"%1\" is %2 bytes long; above %3, names that other tools derive from "
           "it may be cut off"_s.arg(schema)
               .arg(bytes)
               .arg(kComfortableName);
}

Result<void> checkServerVersion(int serverVersion)
{
    if (serverVersion >= kOldestServer * 10000)
        return {};
    if (serverVersion == 0) // a pooler accepted the connection and then had no server
        return fail(Kind::ConnectionLost, u"the connection to the server is lost"_s);
    const QString version = serverVersion >= 100000
        ? QString::number(serverVersion / 10000)
        : u"%1.%2"_s.arg(serverVersion / 10000).arg(serverVersion / 100 % 100);
    return fail(Kind::ServerTooOld,
                u"the server is PostgreSQL %1; version 12 or newer is needed"_s.arg(version));
}

Result<void> checkCompatible(const SchemaState &state, const QString &schema, QStringList *warnings)
{
    const int known
        = state.family == SchemaState::Family::GraphileRust ? kRustRevision : kSchemaRevision;
    if (state.breakingRevision > known) {
        return fail(Kind::SchemaTooNew,
                    u"the schema \"%1\" is at breaking revision %2, and this Yardmaster knows "
                    "revisions up to %3: upgrade Yardmaster or use another schema"_s.arg(schema)
                        .arg(state.breakingRevision)
                        .arg(known));
    }
    if (state.revision > known && warnings) {
        *warnings << u"the schema \"%1\" is at revision %2, and this Yardmaster knows revisions "
                     "up to %3; the newer ones are marked as non-breaking"_s.arg(schema)
                         .arg(state.revision)
                         .arg(known);
    }
    return {};
}

} // namespace yardmaster
