#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

/// The folder of one PostgreSQL installation's server programs (initdb, pg_ctl, postgres).
struct PostgresBinaries
{
    QString folder;
    int major = 0; ///< e.g. 15

    [[nodiscard]] QString program(const QString &name) const;
};

/// Where server programs may be, the likeliest first: what pg_config says, the folders of
/// packages (newest version first), PATH. Asks pg_config, so it blocks for some milliseconds.
[[nodiscard]] QStringList usualPostgresFolders(const QProcessEnvironment &environment);

/// The installation to use: `bindir` (the value of --pg-bindir) and nothing else if given, else the
/// first of `folders` that is recent enough.
/// @param madeBy  major version that made the existing data, 0 if there is none: only that
///                version can open it.
/// @returns one sentence, saying what to install, if there is none. Blocks for milliseconds.
[[nodiscard]] tl::expected<PostgresBinaries, QString>
findPostgres(const std::optional<QString> &bindir, const QStringList &folders, int madeBy);

} // namespace yardmaster
