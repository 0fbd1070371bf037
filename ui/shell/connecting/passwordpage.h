#pragma once

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace yardmaster {

class Label;

/// Asks for the password of a connection, in the window that wants to connect.
class PasswordPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PasswordPage)

public:
    explicit PasswordPage(QWidget *parent = nullptr);

    /// @param connection  as people know it, "ada@db.example.com/shop".
    /// @param problem  why it asks again, a sentence; empty: it asks for the first time.
    /// @param mayKeep  whether there is a profile the keychain could keep it for.
    void ask(const QString &connection, const QString &problem, bool mayKeep);

Q_SIGNALS:
    void passwordGiven(const QString &password, bool keep);
    void cancelled();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void onAccepted();

    Label *m_title;
    Label *m_sentence;
    QLineEdit *m_password;
    QCheckBox *m_keep;
    Label *m_problem;
    QPushButton *m_connect;
};

} // namespace yardmaster
