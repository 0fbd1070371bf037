#pragma once

#include <QMap>
#include <QProcessEnvironment>
#include <QString>

#include <memory>
#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

class OpenSessions;

/// Where the database is: libpq keywords as given. libpq itself fills in the others when connecting
/// (PG* variables, service file, ~/.pgpass, compiled-in defaults). A value type; safe to copy
/// between threads.
class ConnectionSettings
{
public:
    ConnectionSettings() = default;

    /// Understands a URL (`postgres://…`, `?ssl=true` included), a keyword string
    /// (`host=… dbname=…`) and a bare database name.
    /// @returns the settings, or one sentence that never repeats a password.
    [[nodiscard]] static tl::expected<ConnectionSettings, QString> parse(const QString &text);

    /// The connection a command line asks for: `option` (the value of -c), else `DATABASE_URL`,
    /// else the PG* variables when one of them names a host, a database or a service.
    /// @returns nullopt when nothing anywhere names a connection.
    [[nodiscard]] static tl::expected<std::optional<ConnectionSettings>, QString>
    resolve(const std::optional<QString> &option, const QProcessEnvironment &environment);

    /// libpq keyword; an empty value removes it.
    void set(const QString &keyword, const QString &value);
    [[nodiscard]] QString value(const QString &keyword) const { return m_keywords.value(keyword); }
    [[nodiscard]] const QMap<QString, QString> &keywords() const { return m_keywords; }

    /// Where the connection was set, for messages: "--connection", "DATABASE_URL", "PG* variables".
    [[nodiscard]] QString origin() const { return m_origin; }
    void setOrigin(const QString &origin) { m_origin = origin; }

    /// What a URL means here that it does not mean to node-postgres, one sentence; mostly empty.
    [[nodiscard]] const QString &warning() const { return m_warning; }

    /// Registers the sessions opened with these settings; null: they are not registered. Not part
    /// of the comparison.
    [[nodiscard]] const std::shared_ptr<OpenSessions> &sessions() const { return m_sessions; }
    void setSessions(std::shared_ptr<OpenSessions> sessions) { m_sessions = std::move(sessions); }

    /// A program and its arguments, not read by a shell, that prints the password: its first line.
    /// It is run when a session needs it, where no password is set here, and asked again when the
    /// server refuses what it printed. See worker/db/passwordcommand.h.
    [[nodiscard]] const QString &passwordCommand() const { return m_passwordCommand; }
    void setPasswordCommand(const QString &command) { m_passwordCommand = command.trimmed(); }

    /// Sessions are opened through a tunnel to this host, which the system's `ssh` knows (an alias,
    /// `user@host`, `ssh://…`); the server's address is what that host knows it by, by default
    /// localhost. All sessions of the process share the tunnel. `options` are more options of ssh.
    [[nodiscard]] const QString &sshHost() const { return m_sshHost; }
    [[nodiscard]] const QString &sshOptions() const { return m_sshOptions; }
    void setSsh(const QString &host, const QString &options = {});

    /// Standbys that lists may be read from instead, as `host[:port]`, several separated by commas;
    /// empty: none. For who reads much: sessions are opened to the servers above all the same.
    [[nodiscard]] const QString &standby() const { return m_standby; }
    void setStandby(const QString &hosts) { m_standby = hosts.trimmed(); }

    /// Sessions are read-only: as a connection option, and, where a pooler drops the options of a
    /// connection, by beginning every transaction as read-only.
    [[nodiscard]] bool isReadOnly() const { return m_isReadOnly; }
    void setReadOnly();

    /// "user@host:port/database", as far as given; for people, without the password.
    [[nodiscard]] QString describe() const;

    [[nodiscard]] bool operator==(const ConnectionSettings &other) const
    {
        return m_keywords == other.m_keywords && m_passwordCommand == other.m_passwordCommand
            && m_sshHost == other.m_sshHost && m_sshOptions == other.m_sshOptions
            && m_standby == other.m_standby;
    }

private:
    QMap<QString, QString> m_keywords;
    QString m_passwordCommand;
    QString m_sshHost;
    QString m_sshOptions; ///< as one text, quoted like a command
    QString m_standby;
    QString m_origin;
    QString m_warning;
    bool m_isReadOnly = false;
    std::shared_ptr<OpenSessions> m_sessions;
};

} // namespace yardmaster
