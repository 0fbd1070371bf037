#include "worker/db/sqltext.h"

#include "worker/json/visibletext.h"

#include <QFile>

/// Outside of any namespace, as the macro demands. From a static library nothing is registered
/// that no other file refers to.
static void registerSqlFiles()
{
    Q_INIT_RESOURCE(worker_sql);
}

namespace yardmaster {

using namespace Qt::StringLiterals;

QByteArray quotedIdentifier(QStringView name)
{
    return '"' + name.toUtf8().replace('"', "\"\"") + '"';
}

QByteArray quotedLiteral(QStringView text)
{
    QString quoted = text.toString().replace(u'\'', "''"_L1);
    // E'' so that the meaning does not depend on standard_conforming_strings.
    const bool hasSlash = quoted.contains(u'\\');
    quoted.replace(u'\\', "\\\\"_L1);
    // Statements are shown to people, too: what cannot be seen is written as an escape.
    const bool isSeen = visibleText(quoted) == quoted;
    const QByteArray literal = (isSeen ? quoted : visibleLine(quoted)).toUtf8();
    return (hasSlash || !isSeen ? "E'" : "'") + literal + '\'';
}

QByteArray sqlSource(const char *file)
{
    registerSqlFiles(); // cheap when done already
    QFile resource(u":/yardmaster/%1"_s.arg(QLatin1StringView(file)));
    if (!resource.open(QIODevice::ReadOnly))
        qFatal("there is no compiled-in SQL file %s", file);
    return resource.readAll();
}

QByteArray sqlText(const char *file, QStringView schema)
{
    QByteArray sql;
    for (const QByteArray &line : sqlSource(file).split('\n')) {
        if (!line.trimmed().startsWith("--"))
            sql += line + '\n';
    }
    // Piece by piece, because the name itself may look like a placeholder.
    const QByteArray identifier = quotedIdentifier(schema);
    const QByteArray literal = quotedLiteral(schema);
    QByteArray text;
    for (qsizetype from = 0;;) {
        const qsizetype colon = sql.indexOf(':', from);
        if (colon < 0)
            return text + sql.mid(from);
        text += sql.mid(from, colon - from);
        const QByteArrayView rest = QByteArrayView(sql).sliced(colon);
        const bool isIdentifier = rest.startsWith(":\"schema\"");
        const bool isLiteral = rest.startsWith(":'schema'");
        text += isIdentifier ? identifier : isLiteral ? literal : QByteArray(":");
        from = colon + (isIdentifier || isLiteral ? 9 : 1);
    }
}

} // namespace yardmaster
