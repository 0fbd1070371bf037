#include "worker/runner/schemaguard.h"

#include <yardmaster/migrator.h>

#include <QLoggingCategory>

Q_LOGGING_CATEGORY(lcSchemaGuard, "yardmaster.worker.schema", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;

Result<void> SchemaGuard::prepare(Session &session)
{
    QStringList warnings;
    if (m_config.migrates) {
        const auto report = migrate(session, m_config.schema);
        if (!report)
            return tl::make_unexpected(report.error());
        warnings = report->warnings;
    } else {
        const auto state = inspectSchema(session, m_config.schema);
        if (!state)
            return tl::make_unexpected(state.error());
        if (state->family == SchemaState::Family::None)
            return fail(DbError::Kind::SchemaMissing,
                        u"there is no graphile-worker schema '%1' in this database; "
                        "yardmaster --schema-only installs it"_s.arg(m_config.schema));
        if (auto usable = checkCompatible(*state, m_config.schema, &warnings); !usable)
            return usable;
    }
    for (const QString &warning : std::as_const(warnings))
        qCWarning(lcSchemaGuard, "%s", qUtf8Printable(warning));
    return {};
}

Result<std::optional<DbError>> SchemaGuard::check(Session &session)
{
    if (!m_isDoubtful)
        return std::nullopt;
    const auto state = inspectSchema(session, m_config.schema);
    if (!state)
        return tl::make_unexpected(state.error());
    m_isDoubtful = false;
    QStringList warnings;
    if (const auto usable = checkCompatible(*state, m_config.schema, &warnings); !usable)
        return usable.error();
    return std::nullopt;
}

} // namespace yardmaster
