#include "app/sandbox/serveraccount.h"

#include <QFile>

#include <array>

#include <cerrno>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// An entry of the user database, copied out of its buffers.
struct Account
{
    QString name;
    uid_t uid;
    gid_t gid;
};

std::optional<Account> copied(const passwd *found)
{
    if (!found)
        return std::nullopt;
    return Account{QString::fromLocal8Bit(found->pw_name), found->pw_uid, found->pw_gid};
}

std::optional<Account> accountNamed(const char *name)
{
    std::array<char, 16384> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    getpwnam_r(name, &entry, buffer.data(), buffer.size(), &found);
    return copied(found);
}

std::optional<Account> accountOf(uid_t uid)
{
    std::array<char, 16384> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found);
    return copied(found);
}

std::optional<Account> ownerOf(const QString &path)
{
    struct stat info
    { };
    if (::stat(QFile::encodeName(path).constData(), &info) != 0 || info.st_uid == 0)
        return std::nullopt;
    return accountOf(info.st_uid);
}

std::vector<gid_t> groupsOf(const Account &account)
{
    const QByteArray name = account.name.toLocal8Bit();
    int count = 64;
    std::vector<gid_t> groups(64);
    if (getgrouplist(name.constData(), account.gid, groups.data(), &count) < 0)
        return {account.gid};
    groups.resize(static_cast<std::size_t>(count));
    return groups;
}

} // namespace

tl::expected<ServerAccount, QString> ServerAccount::self()
{
    const auto account = accountOf(geteuid());
    if (!account)
        return tl::make_unexpected(
            u"user id %1 has no entry in the user database, and PostgreSQL needs one"_s.arg(
                geteuid()));
    ServerAccount result;
    result.m_name = account->name;
    result.m_uid = account->uid;
    result.m_gid = account->gid;
    return result;
}

tl::expected<ServerAccount, QString> ServerAccount::choose(const QString &folder)
{
    if (geteuid() != 0)
        return self();
    auto account = ownerOf(folder);
    if (!account)
        account = accountNamed("postgres");
    if (!account)
        account = accountNamed("nobody");
    if (!account)
        return tl::make_unexpected(
            u"PostgreSQL refuses to run as root, and there is no account 'postgres' or 'nobody' "
            "to run it as"_s);
    ServerAccount result;
    result.m_name = account->name;
    result.m_uid = account->uid;
    result.m_gid = account->gid;
    result.m_groups = groupsOf(*account);
    result.m_isOther = true;
    return result;
}

std::function<void()> ServerAccount::stepDown() const
{
    if (!m_isOther)
        return [] {};
    return [uid = m_uid, gid = m_gid, groups = m_groups] {
        if (setgroups(groups.size(), groups.data()) != 0 || setgid(gid) != 0 || setuid(uid) != 0
            || geteuid() != uid || setuid(0) == 0)
            _exit(kCannotStepDown);
    };
}

bool ServerAccount::canEnter(const QString &folder) const
{
    const QByteArray path = QFile::encodeName(folder);
    if (!m_isOther)
        return ::access(path.constData(), X_OK) == 0;
    const auto stepDownNow = stepDown();
    const pid_t child = fork();
    if (child == 0) {
        stepDownNow();
        _exit(::access(path.constData(), X_OK) == 0 ? 0 : 1);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace yardmaster
