#pragma once

#include "models/connecting/profile.h"

#include <tl/expected.hpp>

namespace yardmaster {

/// The profiles of one user, in an INI file that may be shared: it never holds a password. Every
/// change is written at once, to a new file that takes the old one's place; other programs' changes
/// to other profiles are kept. One thread at a time.
class ProfileStore final
{
public:
    explicit ProfileStore(QString file);

    /// By group, then name; without the sandbox. Entries that cannot be read are left out.
    [[nodiscard]] QList<Profile> profiles() const;

    /// Adds it, or replaces the one with its id. Passwords in its connection are left out.
    /// @returns one sentence if the file cannot be written; nothing is changed then.
    tl::expected<void, QString> save(const Profile &profile);
    /// No error if there is none. The password in the keychain is the caller's to remove.
    tl::expected<void, QString> remove(const QString &id);

private:
    const QString m_file;
};

} // namespace yardmaster
