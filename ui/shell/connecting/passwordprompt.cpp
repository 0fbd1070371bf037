#include "ui/shell/connecting/passwordprompt.h"

#include "models/connecting/passwordneed.h"
#include "models/connecting/profile.h"
#include "models/console/queuemonitor.h"
#include "ui/kit/errorwords.h"
#include "ui/shell/connecting/passwordpage.h"

#include <QStackedWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

PasswordPrompt::PasswordPrompt(QStackedWidget *pages, QObject *parent)
    : QObject(parent)
    , m_pages(pages)
    , m_page(new PasswordPage(pages))
{
    m_page->setObjectName("passwordPage"_L1);
    m_pages->addWidget(m_page);
    connect(m_page, &PasswordPage::passwordGiven, this, &PasswordPrompt::onPassword);
    connect(m_page, &PasswordPage::cancelled, this, &PasswordPrompt::onCancelled);
}

void PasswordPrompt::watch(const MainWindowSetup &setup, QueueMonitor *monitor)
{
    m_setup = setup;
    m_monitor = monitor;
    m_toKeep = setup.keepsPassword ? setup.connection.value(u"password"_s) : QString();
    // Queued: it is stopped here, in answer to its own signal.
    connect(monitor, &QueueMonitor::stateChanged, this, &PasswordPrompt::onMonitorState,
            Qt::QueuedConnection);
}

void PasswordPrompt::onMonitorState()
{
    if (!m_monitor)
        return;
    if (m_monitor->state() == QueueMonitor::State::Live && !m_toKeep.isEmpty())
        Q_EMIT passwordAccepted(loginKey(m_setup.profileId, m_setup.connection),
                                std::exchange(m_toKeep, {}));
    if (m_monitor->state() != QueueMonitor::State::Trouble)
        return;
    const PasswordNeed need = passwordNeedOf(m_monitor->error());
    if (need == PasswordNeed::None)
        return;
    m_toKeep.clear();
    m_error = m_monitor->error();
    m_monitor->stop(); // a refused password sent again and again locks the role, somewhere
    if (!m_setup.connection.passwordCommand().isEmpty()) { // a person does not know it
        Q_EMIT givenUp(errorTitle(m_error), errorSentence(m_error));
        return;
    }
    const bool mayKeep = !m_setup.profileId.isEmpty() && m_setup.profileId != Profile::sandbox().id;
    m_page->ask(m_setup.connection.describe(),
                need == PasswordNeed::Wrong ? tr("The server refused the password.") : QString(),
                mayKeep);
    m_pages->setCurrentWidget(m_page);
}

void PasswordPrompt::onPassword(const QString &password, bool keep)
{
    MainWindowSetup setup = m_setup;
    setup.keepsPassword = keep;
    setup.connection.set(u"password"_s, password);
    if (setup.worker)
        setup.worker->connection = setup.connection;
    Q_EMIT connectRequested(setup);
}

void PasswordPrompt::onCancelled()
{
    m_toKeep.clear();
    Q_EMIT givenUp(errorTitle(m_error), errorSentence(m_error));
}

} // namespace yardmaster
