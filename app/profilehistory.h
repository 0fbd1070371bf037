#pragma once

#include "models/connecting/profile.h"

class QSettings;

namespace yardmaster {

class ProfileStore;

/// Which saved connections were opened last, and which were open together when the program was last
/// used. Kept in the settings, by id; those that are deleted since are left out. GUI thread.
class ProfileHistory final
{
public:
    /// Both are borrowed.
    ProfileHistory(QSettings *settings, const ProfileStore *profiles);

    /// The one that was opened last first; at most eight.
    [[nodiscard]] QList<Profile> recent() const;
    void noteOpened(const QString &id);
    [[nodiscard]] QList<Profile> lastSession() const;
    void noteSession(const QStringList &ids);

private:
    [[nodiscard]] QList<Profile> listed(QLatin1StringView key) const;

    QSettings *m_settings;
    const ProfileStore *m_profiles;
};

} // namespace yardmaster
