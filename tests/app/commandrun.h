#pragma once

#include "app/commands/commandcall.h"

#include <QBuffer>
#include <QJsonDocument>
#include <QJsonObject>

namespace yardmaster::test {

/// What a command printed, and its exit code.
struct CommandRun
{
    int exitCode = -1;
    QString out;
    QString err;

    [[nodiscard]] QJsonObject json() const
    {
        return QJsonDocument::fromJson(out.toUtf8()).object();
    }
    /// Of NDJSON.
    [[nodiscard]] QList<QJsonObject> lines() const
    {
        QList<QJsonObject> objects;
        for (const QString &line : out.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            objects << QJsonDocument::fromJson(line.toUtf8()).object();
        return objects;
    }
};

/// @param input  what a person types, or a pipe holds.   @param isTerminal  a person can be asked.
inline CommandRun runWith(const QStringList &arguments, const QByteArray &input = {},
                          bool isTerminal = false, const QProcessEnvironment &environment = {})
{
    QBuffer in;
    QBuffer out;
    QBuffer err;
    in.setData(input);
    in.open(QBuffer::ReadOnly);
    out.open(QBuffer::WriteOnly);
    err.open(QBuffer::WriteOnly);
    const int exitCode = runCommand(arguments, environment, {&in, &out, &err, isTerminal});
    return {exitCode, QString::fromUtf8(out.data()), QString::fromUtf8(err.data())};
}

} // namespace yardmaster::test
