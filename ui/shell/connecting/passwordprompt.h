#pragma once

#include "ui/shell/mainwindowsetup.h"

#include <QObject>
#include <QPointer>

class QStackedWidget;

namespace yardmaster {

class PasswordPage;
class QueueMonitor;

/// Asks for a password in place of a window's panels when the server wants one, and has the window
/// connect again with it.
///
///   Watching ──refused for its password──> Asking ──password──> Watching (the new connection)
///                                             └──cancel──> given up
class PasswordPrompt final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PasswordPrompt)

public:
    /// `pages` gets one more page; borrowed.
    explicit PasswordPrompt(QStackedWidget *pages, QObject *parent = nullptr);

    /// The window shows `setup` now, read by `monitor`, which is borrowed.
    void watch(const MainWindowSetup &setup, QueueMonitor *monitor);

Q_SIGNALS:
    /// The same with a password: to be connected to.
    void connectRequested(const yardmaster::MainWindowSetup &setup);
    /// It was right, and is to be kept in the keychain under `key`, see loginKey().
    void passwordAccepted(const QString &key, const QString &password);
    /// The user has cancelled: what to show instead.
    void givenUp(const QString &title, const QString &sentence);

private:
    void onMonitorState();
    void onPassword(const QString &password, bool keep);
    void onCancelled();

    QStackedWidget *const m_pages;
    PasswordPage *m_page;
    MainWindowSetup m_setup;
    QPointer<QueueMonitor> m_monitor;
    DbError m_error;  // the refusal
    QString m_toKeep; // once it turns out to be right
};

} // namespace yardmaster
