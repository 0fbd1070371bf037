#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QUrl>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

class QProcessEnvironment;
class QSslCertificate;

namespace yardmaster {

/// A mistake in a `.http` file.
struct HttpFileProblem
{
    QString reason;   ///< "line 3: url has no value"
    QString sentence; ///< "FILE:3: url has no value"
};

/// One after the other.
[[nodiscard]] QByteArray pemOf(const QList<QSslCertificate> &certificates);

/// Where the jobs of an HTTP task are posted. A value.
struct HttpTarget
{
    QUrl url; ///< http or https; without user and password, which are a header
    std::vector<std::pair<QByteArray, QByteArray>> headers{};
    QByteArray secret{};                                ///< of the signature; empty: not signed
    std::optional<std::chrono::milliseconds> timeout{}; ///< 0: none; unset: not given
    QByteArray authorities{}; ///< certificates, PEM, that are trusted besides those of the system

    /// For messages: scheme, host and port. The rest of a URL may hold secrets.
    [[nodiscard]] QString shown() const;

    /// @returns one sentence about what is wrong with it, which does not repeat it.
    [[nodiscard]] static tl::expected<HttpTarget, QString> fromUrl(const QString &text);
    /// Reads a `.http` file, see resources/manual/tasks.md. Blocks on the file system.
    [[nodiscard]] static tl::expected<HttpTarget, std::vector<HttpFileProblem>>
    fromFile(const QString &path, const QProcessEnvironment &environment);
};

/// A task named on the command line: NAME=URL.
struct NamedHttpTarget
{
    QString identifier;
    HttpTarget target;

    /// @returns one clause about what is wrong: "takes NAME=URL".
    [[nodiscard]] static tl::expected<NamedHttpTarget, QString> fromText(const QString &text);
};

} // namespace yardmaster
