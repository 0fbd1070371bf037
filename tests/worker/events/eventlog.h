#pragma once

#include "tests/support/jsonschema.h"

#include <QByteArray>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QStringList>
#include <QTest>

#include <algorithm>
#include <vector>

namespace yardmaster::test {

using Lines = std::vector<QJsonObject>;

inline QStringList namesOf(const Lines &lines)
{
    QStringList names;
    for (const QJsonObject &line : lines)
        names << line[QLatin1StringView("event")].toString();
    return names;
}

/// The first line of that name; empty if there is none.
inline QJsonObject first(const Lines &lines, const QString &name)
{
    const auto it = std::find_if(lines.begin(), lines.end(), [&](const QJsonObject &line) {
        return line[QLatin1StringView("event")] == name;
    });
    return it == lines.end() ? QJsonObject() : *it;
}

/// Whether `wanted` is found in `names` in this order, other events in between or not.
inline bool areInOrder(const QStringList &names, const QStringList &wanted)
{
    qsizetype at = 0;
    for (const QString &name : wanted) {
        at = names.indexOf(name, at) + 1;
        if (at == 0) {
            qWarning("%s not found in its place in %s", qUtf8Printable(name),
                     qUtf8Printable(names.join(u' ')));
            return false;
        }
    }
    return true;
}

/// Event lines, each validated against the checked-in schema as it is read.
class EventLog final
{
public:
    EventLog()
        : m_schema(QStringLiteral(":/events.schema.json"))
    { }

    /// The lines of `text`; fails the running test for each that is not valid.
    Lines read(const QByteArray &text)
    {
        Lines lines;
        if (!text.isEmpty() && !text.endsWith('\n'))
            QTest::qFail("the last line has no end", __FILE__, __LINE__);
        const QList<QByteArray> all = text.split('\n');
        for (const QByteArray &line : all) {
            if (line.isEmpty())
                continue;
            const QJsonObject event = QJsonDocument::fromJson(line).object();
            for (const QString &problem : m_schema.problems(event))
                QTest::qFail(qPrintable(problem + QStringLiteral(" in ") + QString::fromUtf8(line)),
                             __FILE__, __LINE__);
            m_seen.insert(event[QLatin1StringView("event")].toString());
            lines.push_back(event);
        }
        return lines;
    }
    Lines readFile(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? read(file.readAll()) : Lines();
    }

    /// Events read so far.
    [[nodiscard]] const QSet<QString> &seen() const { return m_seen; }
    /// Events that the schema describes.
    [[nodiscard]] QSet<QString> described() const
    {
        QSet<QString> names;
        const QJsonObject defs = m_schema.root()[QLatin1StringView("$defs")].toObject();
        for (const QJsonValue &def : defs) {
            const QJsonValue name = def[QLatin1StringView("properties")][QLatin1StringView("event")]
                                       [QLatin1StringView("const")];
            if (name.isString())
                names.insert(name.toString());
        }
        return names;
    }

private:
    JsonSchema m_schema;
    QSet<QString> m_seen;
};

} // namespace yardmaster::test
