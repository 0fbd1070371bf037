#pragma once

#include "models/connecting/profile.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

namespace yardmaster {

/// What other programs keep connections in.
enum class ImportFormat {
    ServiceFile,  ///< libpq's pg_service.conf
    PasswordFile, ///< libpq's .pgpass
    DBeaver,      ///< data-sources.json
    PgAdmin,      ///< what it exports servers to
    DotEnv,       ///< .env: variables that hold a URL
    Text,         ///< one URL, or libpq's keywords
};

/// Connections as profiles with ids of their own, and what could not be taken over, sentences.
struct ImportOutcome
{
    QList<Profile> profiles; ///< of unknown environment, unless the file tells
    QStringList problems;
};

/// Files above this size are none of these.
inline constexpr qsizetype kLongestImport = 4 * 1024 * 1024;

/// By what the text looks like. Pure.
[[nodiscard]] ImportFormat importFormatOf(const QByteArray &text);

/// Reads connections of whatever input, without passwords: those are asked for when they are
/// needed. Names and addresses are as they are in the file. Pure.
[[nodiscard]] ImportOutcome importConnections(const QByteArray &text, ImportFormat format);

/// The files where other programs usually keep their connections, those that there are.
[[nodiscard]] QStringList importPlaces();

} // namespace yardmaster
