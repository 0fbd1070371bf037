#pragma once

#include <QString>

#include <functional>
#include <vector>

#include <sys/types.h>

#include <tl/expected.hpp>

namespace yardmaster {

/// The account a private server runs as. PostgreSQL refuses to run as root, so root steps down to
/// an unprivileged one; other users run it as themselves. A value type.
class ServerAccount final
{
public:
    /// For root: the owner of `folder` if that exists and is not root's, else `postgres`, else
    /// `nobody`.
    [[nodiscard]] static tl::expected<ServerAccount, QString> choose(const QString &folder);

    /// The account of this process, root's included: for files, not for servers.
    [[nodiscard]] static tl::expected<ServerAccount, QString> self();

    [[nodiscard]] const QString &name() const { return m_name; }
    [[nodiscard]] uid_t uid() const { return m_uid; }
    [[nodiscard]] gid_t gid() const { return m_gid; }
    /// Whether this process is root and server programs must be started through `stepDown()`.
    [[nodiscard]] bool isOther() const { return m_isOther; }

    /// Becomes the account for good, in a child process between fork and exec
    /// (QProcess::setChildProcessModifier): async-signal-safe, no dependency on su or sudo. Ends
    /// the child with kCannotStepDown if the kernel refuses.
    [[nodiscard]] std::function<void()> stepDown() const;
    static constexpr int kCannotStepDown = 126;

    /// Whether the account may traverse `folder`, found out by trying, in a child process: mode
    /// bits are not sufficient (ACLs, network file systems).
    [[nodiscard]] bool canEnter(const QString &folder) const;

private:
    ServerAccount() = default;

    QString m_name;
    uid_t m_uid = 0;
    gid_t m_gid = 0;
    std::vector<gid_t> m_groups;
    bool m_isOther = false;
};

} // namespace yardmaster
