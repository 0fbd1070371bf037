#pragma once

#include "models/views/savedview.h"

#include <QList>

namespace yardmaster {

/// The saved views: those of a profile and those for all profiles, each in a JSON file.
/// Every change reads its file again first, so that several windows keep each other's views, and
/// writes a new file in its place. A file that cannot be understood is never written over: it is
/// put aside under another name first. Names are unique, in any case of letters. One thread.
class ViewStore final
{
public:
    using Done = tl::expected<void, QString>; ///< else one sentence; nothing is changed then

    /// @param profileFile  empty: nothing is kept for the profile.
    ViewStore(QString profileFile, QString sharedFile);
    /// Of this profile, at the usual place.
    [[nodiscard]] static ViewStore forProfile(const QString &profileId);

    /// Of the profile, then shared ones, each in their order. Reads the files.
    [[nodiscard]] QList<SavedView> views() const;
    [[nodiscard]] std::optional<SavedView> find(const QString &name) const;
    /// What is wrong with the files, as of the last reading; empty: nothing.
    [[nodiscard]] const QString &problem() const { return m_problem; }

    /// Adds it, or replaces the one of that name where it stands.
    [[nodiscard]] Done save(const SavedView &view);
    [[nodiscard]] Done rename(const QString &name, const QString &newName);
    [[nodiscard]] Done remove(const QString &name);
    /// Up (negative) or down among those kept in the same file; stops at the ends.
    [[nodiscard]] Done move(const QString &name, int steps);

    [[nodiscard]] Done exportTo(const QString &file, const QList<SavedView> &views) const;
    /// Adds the views of `file` to the profile's; those with a name that is taken get a number.
    /// @returns how many.
    [[nodiscard]] tl::expected<int, QString> importFrom(const QString &file);
    [[nodiscard]] static tl::expected<QList<SavedView>, QString> readFile(const QString &file);

private:
    [[nodiscard]] const QString &fileFor(bool isShared) const;
    [[nodiscard]] QList<SavedView> read(bool isShared) const;
    [[nodiscard]] Done write(bool isShared, const QList<SavedView> &views) const;
    [[nodiscard]] QString freeName(const QString &name) const;

    QString m_profileFile;
    QString m_sharedFile;
    mutable QString m_problem;
};

} // namespace yardmaster
