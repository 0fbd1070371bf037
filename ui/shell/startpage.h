#pragma once

#include "models/connecting/profile.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace yardmaster {

class Label;

/// As lists of profiles call one: "eu / shop (production)".
[[nodiscard]] QString profileTitle(const Profile &profile);

/// What the window shows before there is a connection: what can be opened, that one is being made,
/// or why it is not.
class StartPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StartPage)

public:
    explicit StartPage(QWidget *parent = nullptr);

    /// Nothing was asked for yet. @param recent  profiles to offer, the newest first.
    /// @param session  those that were open together last, to be opened together.
    void showWelcome(const QList<Profile> &recent, const QList<Profile> &session = {});
    void showWaiting(const QString &title, const QString &sentence);
    /// @param isEditable  there is a connection to edit.
    void showFailure(const QString &title, const QString &sentence, bool isEditable);

Q_SIGNALS:
    void retryRequested();
    void editRequested();
    void connectRequested();
    void importRequested();
    void sandboxRequested(bool withExamples);
    void recentRequested(const QString &profileId);
    void sessionRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void takeFocus();
    void makeWelcome();

    Label *m_icon;
    Label *m_title;
    Label *m_sentence;
    QPushButton *m_edit;
    QPushButton *m_retry;
    QWidget *m_welcome;
    QPushButton *m_connect = nullptr;
    QVBoxLayout *m_recent = nullptr; // buttons of profiles
    QPushButton *m_session = nullptr;
    Label *m_sessionNames = nullptr;
};

} // namespace yardmaster
