#include "app/profilehistory.h"

#include "models/connecting/profilestore.h"

#include <QSettings>

#include <algorithm>

namespace yardmaster {

namespace {

constexpr qsizetype kMostRecent = 8;
constexpr QLatin1StringView kRecentKey{"recentProfiles"};
constexpr QLatin1StringView kSessionKey{"lastSession"};

} // namespace

ProfileHistory::ProfileHistory(QSettings *settings, const ProfileStore *profiles)
    : m_settings(settings)
    , m_profiles(profiles)
{ }

QList<Profile> ProfileHistory::recent() const
{
    const QList<Profile> recent = listed(kRecentKey);
    return recent.first(std::min(recent.size(), kMostRecent));
}

void ProfileHistory::noteOpened(const QString &id)
{
    QStringList ids = m_settings->value(kRecentKey).toStringList();
    ids.removeAll(id);
    ids.prepend(id);
    m_settings->setValue(kRecentKey, ids);
    ids.clear();
    const QList<Profile> known = recent();
    for (const Profile &profile : known)
        ids << profile.id;
    m_settings->setValue(kRecentKey, ids);
}

QList<Profile> ProfileHistory::lastSession() const
{
    return listed(kSessionKey);
}

void ProfileHistory::noteSession(const QStringList &ids)
{
    m_settings->setValue(kSessionKey, ids);
}

QList<Profile> ProfileHistory::listed(QLatin1StringView key) const
{
    const QList<Profile> stored = m_profiles->profiles();
    QList<Profile> listed;
    const QStringList ids = m_settings->value(key).toStringList();
    for (const QString &id : ids) {
        if (const auto found = std::ranges::find(stored, id, &Profile::id); found != stored.end())
            listed << *found;
    }
    return listed;
}

} // namespace yardmaster
