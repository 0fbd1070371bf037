#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>

#include <chrono>
#include <memory>
#include <optional>

namespace yardmaster {

class PasswordCommand;
class SshTunnel;

/// How a connection is made that needs more than libpq: a tunnel, a command that prints the
/// password. Every session is opened along one, see Session::open().
class ConnectionRoute final
{
public:
    /// Opens the tunnel and asks for the password, where the settings name them. Blocks, for tens
    /// of seconds at worst.
    /// @param limit  at most, of a worker that is stopping.
    [[nodiscard]] static Result<ConnectionRoute> find(const ConnectionSettings &settings,
                                                      std::optional<std::chrono::milliseconds> limit
                                                      = std::nullopt);
    /// The settings as another program could use them now: with the password that is known and the
    /// local end of the tunnel that is up. Starts nothing, does not block.
    [[nodiscard]] static ConnectionSettings forOthers(const ConnectionSettings &settings);

    /// For libpq.
    [[nodiscard]] const ConnectionSettings &settings() const { return m_settings; }

    /// After a failure: asks the command again if the server refused its password.
    /// @returns whether settings() are worth another try.
    [[nodiscard]] bool renew(const DbError &error);
    /// The same error with what is known about the tunnel, in terms of what the user gave.
    [[nodiscard]] DbError explained(DbError error) const;

    /// To be kept by the session: the tunnel is used.
    [[nodiscard]] std::shared_ptr<void> use() const;

private:
    [[nodiscard]] Result<void> enter(std::chrono::milliseconds limit);
    [[nodiscard]] Result<void> identify();

    ConnectionSettings m_settings;
    std::shared_ptr<SshTunnel> m_tunnel;
    std::shared_ptr<PasswordCommand> m_command; // whose password it is
    std::chrono::milliseconds m_commandLimit{};
    std::chrono::steady_clock::time_point m_since;
};

} // namespace yardmaster
