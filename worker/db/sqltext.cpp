#include "worker/db/sqltext.h"

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
    QByteArray quoted = text.toUtf8().replace('\'', "''");
    // E'' so that the meaning does not depend on standard_conforming_strings.
    const bool escapes = quoted.contains('\\');
    quoted.replace('\\', "\\\\");
    return (escapes ? "E'" : "'") + quoted + '\'';
}

QByteArray sqlSource(const char *file)
{
    registerSqlFiles(); // cheap when done already
    QFile resource(u":/yardmaster/%1"_s.arg(QLatin1StringView(file)));
    if (!resource.open(QIODevice::ReadOnly))
        qFatal("no compiled-in SQL file %s", file);
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
