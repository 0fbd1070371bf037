#include "worker/history/payloadkeeping.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// One JSON text each, because arrays of texts are not read.
QStringList namesFrom(const Rows &rows, int column)
{
    QStringList names;
    const QJsonArray array = QJsonDocument::fromJson(rows.bytes(0, column).toByteArray()).array();
    for (const QJsonValue &name : array)
        names << name.toString();
    return names;
}

/// What JSON may escape in a key would not be found in it.
bool mayBeKey(const QString &key)
{
    return std::ranges::none_of(key, [](QChar letter) {
        return letter == u'"' || letter == u'\\' || letter == u'/' || letter.unicode() < 0x20;
    });
}

QByteArray arrayLiteral(const QStringList &names)
{
    if (names.isEmpty())
        return "null";
    QByteArrayList literals;
    for (const QString &name : names)
        literals << quotedLiteral(name);
    return "array[" + literals.join(", ") + "]::text[]";
}

} // namespace

bool PayloadChanges::isEmpty() const
{
    return !tasks && !exceptTasks && !redactedKeys && !mostBytes;
}

QString PayloadChanges::problem() const
{
    for (const auto &names : {tasks, exceptTasks, redactedKeys}) {
        if (names && names->contains(QString()))
            return u"a name of a task or key is empty"_s;
        if (names && names->join(QString()).contains(QChar(u'\0')))
            return u"a name of a task or key has a character that PostgreSQL cannot store"_s;
    }
    for (const QString &key : redactedKeys.value_or(QStringList())) {
        if (!mayBeKey(key))
            return u"the key '%1' has a quote, a slash or a control character"_s.arg(key);
    }
    if (mostBytes && (*mostBytes < 1 || *mostBytes > PayloadRules::kMostBytes))
        return u"payloads of 1 to %1 bytes can be kept"_s.arg(PayloadRules::kMostBytes);
    return {};
}

Result<std::optional<PayloadRules>> readPayloadRules(Session &session, const QString &schema)
{
    const auto rows
        = session.query("select to_json(tasks)::text, to_json(except_tasks)::text, "
                        "to_json(redacted_keys)::text, max_bytes from "
                        + quotedIdentifier(schema) + "._yardmaster_history_payload_rules");
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return std::nullopt;
    return PayloadRules{namesFrom(*rows, 0), namesFrom(*rows, 1), namesFrom(*rows, 2),
                        int(rows->int64(0, 3))};
}

QByteArray payloadRulesSql(const QString &schema, const PayloadChanges &changes)
{
    QByteArrayList parts;
    if (changes.tasks)
        parts << "tasks = " + arrayLiteral(*changes.tasks);
    if (changes.exceptTasks)
        parts << "except_tasks = " + arrayLiteral(*changes.exceptTasks);
    if (changes.redactedKeys)
        parts << "redacted_keys = " + arrayLiteral(*changes.redactedKeys);
    if (changes.mostBytes)
        parts << "max_bytes = " + QByteArray::number(*changes.mostBytes);
    if (parts.isEmpty())
        return {};
    return "update " + quotedIdentifier(schema) + "._yardmaster_history_payload_rules\nset "
        + parts.join(", ") + ";\n";
}

} // namespace yardmaster
