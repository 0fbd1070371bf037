#include "models/operations/sharedlog.h"

#include "models/operations/jsontext.h"
#include "models/query/operationtext.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QJsonDocument>
#include <QJsonObject>

#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFetched = 100; // entries of batches are long

QByteArray tableName(const QString &schema)
{
    return quotedIdentifier(schema) + "._yardmaster_operator_log";
}

/// The same JSON without characters that the database's encoding may lack.
QString asciiJson(const QByteArray &json)
{
    const QString text = QString::fromUtf8(json);
    QString ascii;
    ascii.reserve(text.size());
    for (const QChar character : text) {
        if (character.unicode() < 0x80)
            ascii += character;
        else
            ascii += u"\\u%1"_s.arg(character.unicode(), 4, 16, QChar(u'0'));
    }
    return ascii;
}

} // namespace

Result<SharedLogState> readSharedLogState(Session &session, const QString &schema)
{
    const auto rows = session.query(sqlText("models/operations/shared_log_state.sql", schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return fail(DbError::Kind::SchemaMissing,
                    OperationText::tr("there is no schema %1").arg(schema));
    SharedLogState state{.isThere = rows->boolean(0, 0),
                         .mayAdd = rows->boolean(0, 1),
                         .mayRemove = rows->boolean(0, 2),
                         .mayCreate = rows->boolean(0, 3),
                         .bytes = rows->int64(0, 4)};
    if (!state.isThere || !state.mayAdd)
        return state;
    const auto counted = session.query("select count(*) from (select from " + tableName(schema)
                                           + " limit $1::bigint) as log",
                                       {param(SharedLogState::kMostCounted + 1)});
    if (!counted)
        return tl::make_unexpected(counted.error());
    state.entries = counted->int64(0, 0);
    return state;
}

QByteArray createSharedLogSql(const QString &schema)
{
    return sqlText("models/operations/shared_log.sql", schema);
}

QByteArray removeSharedLogSql(const QString &schema)
{
    return "drop table " + tableName(schema) + ';';
}

Result<bool> hasSharedLog(Session &session, const QString &schema)
{
    return session
        .query("select exists (select from pg_class as log join pg_namespace as home "
               "on home.oid = log.relnamespace where home.nspname = $1::text "
               "and log.relname = '_yardmaster_operator_log' and log.relkind = 'r')",
               {param(schema)})
        .map([](const Rows &rows) { return rows.boolean(0, 0); });
}

Result<void> addToSharedLog(Session &session, const QString &schema, const QList<QByteArray> &lines)
{
    QByteArray sql = "insert into " + tableName(schema) + " (entry) values ";
    Params params;
    for (const QByteArray &line : lines) {
        params.push_back(param(asciiJson(line)));
        sql += (params.size() > 1 ? ", ($" : "($") + QByteArray::number(params.size()) + "::json)";
    }
    const auto added = session.query(sql, params);
    if (added)
        return {};
    DbError error = added.error();
    error.message
        = OperationText::tr("cannot write the operator log in the database: %1").arg(error.message);
    return tl::make_unexpected(error);
}

Result<void> readSharedLog(Session &session, const QString &schema, LogOrder order,
                           const std::function<bool(const QByteArray &line)> &each)
{
    const bool isNewestFirst = order == LogOrder::NewestFirst;
    const QByteArray sql
        = R"(select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), db_user, entry
from )" + tableName(schema)
        + (isNewestFirst ? " where id < $1::bigint order by id desc"
                         : " where id > $1::bigint order by id")
        + " limit $2::integer";
    qint64 last = isNewestFirst ? std::numeric_limits<qint64>::max() : 0;
    for (int found = kFetched; found == kFetched;) {
        const auto rows = session.query(sql, {param(last), param(kFetched)});
        if (!rows)
            return tl::make_unexpected(rows.error());
        found = rows->count();
        for (int row = 0; row < found; ++row) {
            last = rows->int64(row, 0);
            // An entry is what its author says; these two are what the server says.
            QJsonObject entry = QJsonDocument::fromJson(rows->bytes(row, 3).toByteArray()).object();
            entry.insert(u"logged_at"_s, rows->text(row, 1));
            entry.insert(u"logged_by"_s, rows->text(row, 2));
            if (!each(compactJson(entry)))
                return {};
        }
    }
    return {};
}

} // namespace yardmaster
