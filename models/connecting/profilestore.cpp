#include "models/connecting/profilestore.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kPrefix = "profile-"_L1;

bool isSecret(const QString &keyword)
{
    return keyword.endsWith("password"_L1); // sslpassword too
}

Profile readProfile(QSettings &settings, const QString &id)
{
    Profile profile;
    profile.id = id;
    settings.beginGroup(kPrefix + id);
    profile.name = settings.value("name"_L1).toString();
    profile.group = settings.value("group"_L1).toString();
    profile.colour = settings.value("colour"_L1).toString();
    profile.environment = environmentFromKey(settings.value("environment"_L1).toString());
    if (profile.isSandbox()) // ours alone
        profile.environment = Environment::Unknown;
    profile.isReadOnly = settings.value("read_only"_L1).toBool();
    profile.schema = settings.value("schema"_L1, profile.schema).toString();
    profile.connection.setPasswordCommand(settings.value("password_command"_L1).toString());
    profile.connection.setSsh(settings.value("ssh_host"_L1).toString(),
                              settings.value("ssh_options"_L1).toString());
    // A list that was written by hand is one for QSettings, too.
    profile.connection.setStandby(settings.value("standby"_L1).toStringList().join(u','));
    settings.beginGroup("connection"_L1);
    const QStringList keywords = settings.childKeys();
    for (const QString &keyword : keywords) {
        if (!isSecret(keyword))
            profile.connection.set(keyword, settings.value(keyword).toString());
    }
    settings.endGroup();
    settings.endGroup();
    return profile;
}

tl::expected<void, QString> written(QSettings &settings, const QString &file)
{
    settings.sync();
    if (settings.status() == QSettings::NoError)
        return {};
    return tl::make_unexpected(
        QCoreApplication::translate("ProfileStore", "The profiles cannot be written to %1.")
            .arg(QDir::toNativeSeparators(file)));
}

} // namespace

ProfileStore::ProfileStore(QString file)
    : m_file(std::move(file))
{ }

QList<Profile> ProfileStore::profiles() const
{
    QSettings settings(m_file, QSettings::IniFormat);
    QList<Profile> profiles;
    const QStringList groups = settings.childGroups();
    for (const QString &group : groups) {
        if (!group.startsWith(kPrefix))
            continue;
        Profile profile = readProfile(settings, group.mid(kPrefix.size()));
        if (!profile.id.isEmpty() && !profile.name.isEmpty())
            profiles << profile;
    }
    std::ranges::sort(profiles, [](const Profile &a, const Profile &b) {
        const int byGroup = a.group.localeAwareCompare(b.group);
        const int byName = a.name.localeAwareCompare(b.name);
        return byGroup != 0 ? byGroup < 0 : byName != 0 ? byName < 0 : a.id < b.id;
    });
    return profiles;
}

tl::expected<void, QString> ProfileStore::save(const Profile &profile)
{
    Q_ASSERT(!profile.id.isEmpty() && !profile.isSandbox());
    QDir().mkpath(QFileInfo(m_file).absolutePath());
    QSettings settings(m_file, QSettings::IniFormat);
    settings.beginGroup(kPrefix + profile.id);
    settings.remove(QString()); // keywords that are given no more
    settings.setValue("name"_L1, profile.name.trimmed());
    settings.setValue("group"_L1, profile.group.trimmed());
    settings.setValue("colour"_L1, profile.colour);
    settings.setValue("environment"_L1, environmentKey(profile.environment));
    settings.setValue("read_only"_L1, profile.isReadOnly);
    settings.setValue("schema"_L1, profile.schema);
    const auto setIfGiven = [&settings](QLatin1StringView key, const QString &value) {
        if (!value.isEmpty())
            settings.setValue(key, value);
    };
    setIfGiven("password_command"_L1, profile.connection.passwordCommand());
    setIfGiven("ssh_host"_L1, profile.connection.sshHost());
    setIfGiven("ssh_options"_L1, profile.connection.sshOptions());
    setIfGiven("standby"_L1, profile.connection.standby());
    settings.beginGroup("connection"_L1);
    const QMap<QString, QString> &keywords = profile.connection.keywords();
    for (auto it = keywords.begin(); it != keywords.end(); ++it) {
        if (!isSecret(it.key()))
            settings.setValue(it.key(), it.value());
    }
    settings.endGroup();
    settings.endGroup();
    return written(settings, m_file);
}

tl::expected<void, QString> ProfileStore::remove(const QString &id)
{
    QSettings settings(m_file, QSettings::IniFormat);
    settings.remove(kPrefix + id);
    return written(settings, m_file);
}

} // namespace yardmaster
