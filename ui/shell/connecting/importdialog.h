#pragma once

#include "models/connecting/connectionimport.h"
#include "ui/kit/consoledialog.h"

class QLineEdit;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace yardmaster {

class ProfileStore;

/// Takes connections over from other programs: those found in their usual places, in a file that is
/// chosen, or in a pasted text. Nothing is stored before it is confirmed.
class ImportDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImportDialog)

public:
    /// `profiles` is borrowed. @param places  files to read at once, see importPlaces().
    ImportDialog(ProfileStore *profiles, const QStringList &places, QWidget *parent = nullptr);

    /// The ids of what was stored.
    [[nodiscard]] const QStringList &stored() const { return m_stored; }

protected:
    [[nodiscard]] QString obstacle() const override;
    void confirm() override;

private:
    void readFile(const QString &path);
    void readText();
    void chooseFile();
    void add(const ImportOutcome &outcome, const QString &source);
    void showChosen();
    [[nodiscard]] QList<Profile> chosen() const;
    [[nodiscard]] bool isKnown(const Profile &profile) const;

    ProfileStore *const m_profiles;
    const QList<Profile> m_known;
    QList<Profile> m_found; // in the order of the list
    QStringList m_problems;
    QStringList m_stored;
    QStackedWidget *m_pages; // a hint while nothing was found, the list
    QTreeWidget *m_list;
    QLineEdit *m_text;
};

} // namespace yardmaster
