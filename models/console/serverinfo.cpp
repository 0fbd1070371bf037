#include "models/console/serverinfo.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

Result<ServerInfo> readServerInfo(Session &session, const QString &schema)
{
    const auto probe = probeSchema(session, schema);
    if (!probe)
        return tl::make_unexpected(probe.error());
    ServerInfo info;
    info.database = probe->database;
    info.role = probe->role;
    info.version = probe->version.section(u' ', 0, 0); // "15.20 (Debian 15.20-0+deb12u1)"
    info.writing = probe->writing;
    info.hidesRows = probe->hidesRows;
    info.schemaRevision = probe->state.revision;
    info.restrictions = restrictionsOf(*probe);
    // What leaves nothing to read is the same to the window as an error, and may pass like one.
    for (const Restriction &restriction : std::as_const(info.restrictions)) {
        QString sentence = restriction.sentence;
        if (sentence.endsWith(u'.'))
            sentence.chop(1); // the caller that shows the error ends the sentence
        switch (restriction.kind) {
        case Restriction::Kind::NoQueue:
            return fail(DbError::Kind::SchemaMissing,
                        u"there is no job queue in schema '%1' of this database"_s.arg(schema));
        case Restriction::Kind::NoAccess:
            return fail(DbError::Kind::PermissionDenied, sentence);
        case Restriction::Kind::TablesMissing:
            return tl::make_unexpected(DbError{DbError::Kind::Statement, u"42P01"_s, sentence});
        case Restriction::Kind::TooOld:
            return tl::make_unexpected(
                DbError{DbError::Kind::Statement, QString::fromLatin1(kSchemaTooOld), sentence});
        default:
            break;
        }
    }
    return info;
}

} // namespace yardmaster
