#pragma once

#include "models/values/environment.h"
#include <yardmaster/connectionsettings.h>

#include <QList>
#include <QMetaType>
#include <QString>

#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

/// A connection saved under a name. A value; never holds a password.
struct Profile
{
    QString id; ///< stable
    QString name;
    QString group;  ///< heading it is listed under; may be empty
    QString colour; ///< "#rrggbb" of the strip; empty: the environment's
    Environment environment = Environment::Development;
    bool isReadOnly = false; ///< the server refuses writes of its sessions
    QString schema = QStringLiteral("graphile_worker");
    ConnectionSettings connection; ///< without passwords

    [[nodiscard]] bool operator==(const Profile &) const = default;

    /// An empty one with an id of its own.
    [[nodiscard]] static Profile make();
    /// The private local database; always listed, never stored.
    [[nodiscard]] static Profile sandbox();
    [[nodiscard]] bool isSandbox() const { return environment == Environment::Sandbox; }

    /// What to connect with: the profile's keywords, the password if there is one, and what makes
    /// the server enforce read-only.
    [[nodiscard]] ConnectionSettings sessionSettings(const QString &password) const;
};

/// What a password, and a worker that starts by itself, are kept under: who changes where the
/// profile leads to, or how it is protected on the way, gets neither.
[[nodiscard]] QString loginKey(const QString &profileId, const ConnectionSettings &connection);

/// What a pasted URL or keyword string holds.
struct ImportedConnection
{
    ConnectionSettings connection; ///< without passwords
    QString password;
};

/// @returns one sentence, without the password, if `text` names no connection.
[[nodiscard]] tl::expected<ImportedConnection, QString> importConnection(const QString &text);

/// A field of the form and what is wrong with it.
struct ProfileProblem
{
    enum class Field {
        Name,
        Schema,
        Port,
        SslMode,
        Certificate,
        Colour,
        PasswordCommand,
        Ssh,
        Standby
    };
    Field field = Field::Name;
    QString sentence;
};

/// All that keeps `profile` from being saved. Looks at the certificate files; else pure.
/// @param others  profiles whose names are taken, itself among them or not.
[[nodiscard]] QList<ProfileProblem> problemsOf(const Profile &profile,
                                               const QList<Profile> &others);

/// The values of sslmode, weakest first.
[[nodiscard]] QStringList sslModes();

/// Where the connection is weaker than verify-full: what that lets happen, one sentence; else
/// empty. Empty for local sockets, which leave the machine's memory never.
[[nodiscard]] QString sslModeWarning(const ConnectionSettings &connection);

/// Whether the connection goes through a Unix socket, as far as the settings tell.
[[nodiscard]] bool usesLocalSocket(const ConnectionSettings &connection);

/// The word stored for an environment: "production".
[[nodiscard]] QString environmentKey(Environment environment);
/// Upper and lower case are the same; "prod", "stage" and the like count.
[[nodiscard]] Environment environmentFromKey(const QString &key);

/// The one that a person means by NAME or GROUP/NAME, in any case. @returns one sentence if there
/// is none, or more than one.
[[nodiscard]] tl::expected<Profile, QString> profileNamed(const QString &name,
                                                          const QList<Profile> &profiles);

/// The one of `profiles` that leads to the same server and database as `connection`; where several
/// do, one of the strictest environment, of the same user if there is such. Without its id if the
/// user is another one.
[[nodiscard]] std::optional<Profile> profileFor(const ConnectionSettings &connection,
                                                const QList<Profile> &profiles);

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::Profile)
