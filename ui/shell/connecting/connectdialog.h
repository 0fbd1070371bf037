#pragma once

#include "models/connecting/connectiontest.h"
#include "models/connecting/profile.h"

#include <QDialog>

#include <functional>

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace yardmaster {

class EnvironmentStrip;
class Label;
class ProfileForm;
class ProfileStore;
class SecretStore;

/// Chooses, edits and tests the connection that the next window shows. Not a ConsoleDialog: its
/// strip follows what is edited, and its buttons belong to one of two columns.
///
/// Long because a list, a form, a test and the keychain are kept in step here.
class ConnectDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectDialog)

public:
    /// Both are borrowed and must outlive the dialog.
    ConnectDialog(ProfileStore *profiles, SecretStore *secrets, QWidget *parent = nullptr);
    ~ConnectDialog() override;

    /// Shows `profile`, stored or not. @param problem  why it has to be edited.
    void edit(const Profile &profile, const QString &problem);
    /// Opens the dialog that takes connections over from other programs.
    void openImport();

    [[nodiscard]] const ConnectionTest &test() const { return m_test; }

Q_SIGNALS:
    /// `password` is empty if there is none; libpq may know one. The dialog closes.
    /// @param keep  it is to be kept in the keychain, once a login with it has worked.
    void connectRequested(const yardmaster::Profile &profile, const QString &password, bool keep);

private:
    void fillList(const QString &selectedId);
    void onSelected(QTreeWidgetItem *item);
    void onNew();
    /// The form shows a profile that is not stored yet.
    void begin();
    void onUrl();
    void onDelete();
    void onSave();
    void onTest();
    void onTestEnd();
    void onConnect();
    void keepProven();
    void updateButtons();
    /// @returns whether the form holds a profile that can be stored, which then is.
    bool store();
    /// Typed in, or from the keychain; then calls `next` with it.
    void withPassword(const std::function<void(const QString &)> &next);
    [[nodiscard]] QTreeWidgetItem *itemOf(const QString &id) const;

    ProfileStore *const m_profiles;
    SecretStore *const m_secrets;
    ConnectionTest m_test;
    Profile m_current;
    QString m_edited;    // the id of the profile that the dialog was opened to edit
    quint64 m_epoch = 0; // answers of the keychain for an earlier profile are dropped
    QString
        m_keptUnder; // the key of the password that is in the keychain; empty: none that is known
    struct Login
    {
        QString key; // see loginKey()
        QString password;
        bool operator==(const Login &) const = default;
    };
    Login m_tested; // by the test under way, or the last
    Login m_proven; // the last that worked

    EnvironmentStrip *m_strip;
    QTreeWidget *m_list;
    ProfileForm *m_form;
    Label *m_sandboxHint;
    QWidget *m_steps;
    Label *m_problem;
    QPushButton *m_delete;
    QPushButton *m_testButton;
    QPushButton *m_save;
    QPushButton *m_connect;
};

} // namespace yardmaster
