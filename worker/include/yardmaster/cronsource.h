#pragma once

#include <yardmaster/cronitem.h>
#include <yardmaster/crontabproblem.h>

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

struct Crontab;

/// Where a worker's cron entries come from: one of file, text and items. A value; any thread.
struct CronSource
{
    std::optional<QString> file{}; ///< a crontab; read again whenever it changes
    bool isFileOptional = false;   ///< no such file: no entries, until there is one
    std::optional<QByteArray> text{};
    std::optional<QList<CronItem>> items{};
    CrontabDialect dialect = CrontabDialect::Extended; ///< of file and text

    [[nodiscard]] bool isGiven() const { return file || text || items; }
    /// A sentence if more than one is given.
    [[nodiscard]] QStringList problems() const;

    /// Reads the file. @returns the crontab, which has no problems, or one sentence per problem,
    /// beginning with its location: "crontab:3:7: …".
    [[nodiscard]] tl::expected<Crontab, QStringList> load() const;
    /// The same for contents read before; nullopt: there is no such file.
    [[nodiscard]] tl::expected<Crontab, QStringList>
    parse(const std::optional<QByteArray> &content) const;
    /// The bytes of file or text; nullopt: there is no such file, or none is given. The error is a
    /// sentence about a file that cannot be read.
    [[nodiscard]] tl::expected<std::optional<QByteArray>, QString> read() const;
};

} // namespace yardmaster
