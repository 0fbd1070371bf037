#include "models/values/connectiontext.h"

#include "worker/db/sqltext.h"

#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isPlain(const QString &text)
{
    static const QRegularExpression plain(uR"(\A[\w./@:+-]+\z)"_s);
    return plain.match(text).hasMatch();
}

QString conninfoValue(QString value)
{
    if (isPlain(value))
        return value;
    return u'\'' + value.replace(u'\\', "\\\\"_L1).replace(u'\'', "\\'"_L1) + u'\'';
}

QString shellQuoted(QString text)
{
    return u'\'' + text.replace(u'\'', "'\\''"_L1) + u'\'';
}

} // namespace

QString psqlCommand(const ConnectionSettings &settings)
{
    QStringList words;
    const QMap<QString, QString> &keywords = settings.keywords();
    for (auto it = keywords.begin(); it != keywords.end(); ++it) {
        if (!it.key().endsWith("password"_L1)) // sslpassword too
            words << it.key() + u'=' + conninfoValue(it.value());
    }
    return words.isEmpty() ? u"psql"_s : u"psql "_s + shellQuoted(words.join(u' '));
}

QString exampleJobSql(const QString &schema, const QString &task)
{
    // Plain lower-case names read better without the quotes they do not need.
    static const QRegularExpression bare(uR"(\A[a-z_][a-z0-9_]*\z)"_s);
    const QString name
        = bare.match(schema).hasMatch() ? schema : QString::fromUtf8(quotedIdentifier(schema));
    return u"SELECT %1.add_job(%2, json_build_object('name', 'Ada'));"_s.arg(
        name, QString::fromUtf8(quotedLiteral(task)));
}

} // namespace yardmaster
