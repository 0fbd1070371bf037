#include "models/values/connectiontext.h"

#include "worker/db/sqltext.h"

#include <QProcess>
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

QString shellWord(const QString &text)
{
    return isPlain(text) ? text : shellQuoted(text);
}

} // namespace

QString psqlCommand(const ConnectionSettings &settings)
{
    QString before;
    QMap<QString, QString> keywords = settings.keywords();
    if (!settings.sshHost().isEmpty()) {
        // Open for ten seconds, and for as long as psql is connected.
        const QString port = u"65432"_s;
        const QString host = keywords.value(u"host"_s, u"localhost"_s);
        const QString target
            = keywords.value(u"hostaddr"_s, host) + u':' + keywords.value(u"port"_s, u"5432"_s);
        QStringList words{u"ssh -f -o ExitOnForwardFailure=yes -L"_s,
                          shellWord(u"127.0.0.1:"_s + port + u':' + target)};
        for (const QString &option : QProcess::splitCommand(settings.sshOptions()))
            words << shellWord(option);
        before = words.join(u' ') + u' ' + shellWord(settings.sshHost()) + u" sleep 10 && "_s;
        keywords.insert(u"host"_s, host);
        keywords.insert(u"hostaddr"_s, u"127.0.0.1"_s);
        keywords.insert(u"port"_s, port);
    }
    QStringList words;
    for (auto it = keywords.begin(); it != keywords.end(); ++it) {
        if (!it.key().endsWith("password"_L1)) // sslpassword too
            words << it.key() + u'=' + conninfoValue(it.value());
    }
    return before + (words.isEmpty() ? u"psql"_s : u"psql "_s + shellQuoted(words.join(u' ')));
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
