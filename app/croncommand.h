#pragma once

#include <QDateTime>
#include <QStringList>

#include <optional>

#include <tl/expected.hpp>

class QIODevice;

namespace yardmaster {

/// The streams of a command; borrowed.
struct CommandStreams
{
    QIODevice *in = nullptr;
    QIODevice *out = nullptr;
    QIODevice *err = nullptr;
};

/// As UTF-8.
void write(QIODevice *device, const QString &text);

/// `yardmaster cron check|next FILE …`: needs no database.
struct CronCommand
{
    enum class Verb { Help, Check, Next };

    Verb verb = Verb::Help;
    QString file; ///< "-": standard input
    bool isStrict = false;
    bool isJson = false;
    std::optional<QString> tasks; ///< a folder of tasks to compare with
    QDateTime from;               ///< UTC; invalid: now
    int count = 5;                ///< occurrences of each entry

    /// @param arguments  what follows "cron".
    /// @returns one sentence per mistake, joined by newlines, if there is any.
    [[nodiscard]] static tl::expected<CronCommand, QString> parse(const QStringList &arguments);

    /// @returns the exit code.
    [[nodiscard]] int run(const CommandStreams &streams) const;

    [[nodiscard]] static QString helpText();
};

/// Parses and runs. @returns the exit code.
[[nodiscard]] int runCronCommand(const QStringList &arguments, const CommandStreams &streams);

} // namespace yardmaster
