#pragma once

#include "models/connecting/profile.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;

namespace yardmaster {

class Label;

/// The fields of one profile and its password. What is wrong stands below the field.
class ProfileForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProfileForm)

public:
    explicit ProfileForm(QWidget *parent = nullptr);

    void setProfile(const Profile &profile);
    /// As the fields are now; keywords without a field are kept.
    [[nodiscard]] Profile profile() const;

    /// Fills in the fields with the URL that was typed, if there is one. A pasted one is taken at
    /// once, a typed one when the field is left.
    void takeUrl();

    [[nodiscard]] QString password() const;
    [[nodiscard]] bool keepsPassword() const;
    /// @param isKept  whether there is one in the keychain; what it is stays there.
    void setPasswordKept(bool isKept);

    void showProblems(const QList<ProfileProblem> &problems);
    /// About the password, from the keychain; empty: none.
    void showPasswordProblem(const QString &sentence);
    /// The same, where nothing is wrong.
    void showPasswordHint(const QString &sentence);

Q_SIGNALS:
    void edited();
    /// A URL is about to be filled in; setProfile() may be called for what the rest comes from.
    void urlTaken();

private:
    QLineEdit *addField(int row, int column, const QString &label, const char *name);
    QComboBox *addChoice(int row, int column, const QString &label, const char *name);
    Label *addRemark(int row, const char *name);
    void addChooser(QLineEdit *field, int row, int column, const QString &title);
    /// Where the password comes from, and what goes with the SSH host.
    void showPasswordSource();
    void onUrl(const QString &text);
    void onEdited();

    Profile m_profile; // as set
    bool m_isKept = false;
    qsizetype m_urlLength = 0;
    QGridLayout *m_grid;
    QLineEdit *m_url;
    QLineEdit *m_name;
    QLineEdit *m_group;
    QComboBox *m_environment;
    QComboBox *m_colour;
    QLineEdit *m_host;
    QLineEdit *m_port;
    QLineEdit *m_database;
    QLineEdit *m_schema;
    QLineEdit *m_user;
    QLineEdit *m_password;
    QCheckBox *m_keep;
    QLineEdit *m_command;
    QComboBox *m_sslMode;
    QLineEdit *m_rootCertificate;
    QLineEdit *m_certificate;
    QLineEdit *m_key;
    QLineEdit *m_ssh;
    QLineEdit *m_sshOptions;
    QLineEdit *m_standby;
    QLineEdit *m_service;
    QCheckBox *m_readOnly;
    Label *m_urlRemark;
    Label *m_nameRemark;
    Label *m_colourRemark;
    Label *m_portRemark;
    Label *m_schemaRemark;
    Label *m_passwordRemark;
    Label *m_commandRemark;
    Label *m_sslWarning;
    Label *m_certificateRemark;
    Label *m_sshRemark;
    Label *m_standbyRemark;
};

} // namespace yardmaster
