#include "ui/shell/alerts/alertnotifier.h"

#include "models/alerts/alertcause.h"
#include "models/alerts/alertwords.h"
#include "models/console/consolecontext.h"
#include "models/values/showntext.h"
#include "ui/kit/consolehost.h"
#include "ui/shell/alerts/alertnotice.h"
#include "ui/shell/alerts/alertoutput.h"
#include "ui/shell/alerts/alertsdialog.h"
#include "ui/shell/connections/openconnections.h"

#include <QApplication>
#include <QWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype kMostLines = 4; // of a notification; desktops cut more

QString bodyOf(const AlertMessage &message)
{
    QStringList lines;
    for (const AlertNews &news : message.news) {
        if (lines.size() == kMostLines - 1 && message.news.size() > kMostLines) {
            lines << AlertNotifier::tr("and %1 more").arg(message.news.size() - lines.size());
            break;
        }
        lines << alertHeadline(news);
    }
    return lines.join(u'\n');
}

/// Desktops take markup in notifications, some even in their titles, and show entities as they are
/// where they do not: so there is nothing that could be markup.
QString withoutMarkup(const QString &text)
{
    return shownText(text).replace(u'<', u'‹').replace(u'>', u'›').replace(u'&', u'＆');
}

/// Which queue it is about.
QString nameOf(const ConsoleTarget &target)
{
    const QString word = environmentWord(target.environment);
    if (target.profileName.isEmpty())
        return word;
    return isGuarded(target.environment) ? target.profileName + u" · "_s + word
                                         : target.profileName;
}

} // namespace

AlertNotifier::AlertNotifier(AlertMonitor *alertMonitor, ConsoleContext *context, QWidget *parent,
                             std::unique_ptr<AlertOutput> output)
    : QObject(parent)
    , m_alertMonitor(alertMonitor)
    , m_context(context)
    , m_parent(parent)
    , m_output(output ? std::move(output)
                      : std::make_unique<DesktopAlertOutput>(
                          context->target().environment, withoutMarkup(nameOf(context->target()))))
    , m_notice(new AlertNotice(parent))
{
    connect(alertMonitor, &AlertMonitor::told, this, [this](const AlertMessage &message) {
        deliver(message, m_alertMonitor->settings().policy);
    });
    connect(alertMonitor, &AlertMonitor::updated, this, &AlertNotifier::onUpdated);
    connect(m_output.get(), &AlertOutput::clicked, this, &AlertNotifier::onClicked);
    connect(m_notice, &AlertNotice::showRequested, this, &AlertNotifier::onClicked);
    connect(m_notice, &AlertNotice::snoozeRequested, this,
            [this] { m_alertMonitor->snooze(60min); });
}

AlertNotifier::~AlertNotifier()
{
    delete m_dialog; // a child of the window, which may show another queue next
}

bool AlertNotifier::hasNotifications() const
{
    return m_output->hasNotifications();
}

AlertOrigin AlertNotifier::origin() const
{
    return {m_context->target().profileName, m_context->target().schema};
}

QString AlertNotifier::deliver(const AlertMessage &message, const AlertPolicy &policy)
{
    QStringList ways;
    const bool isTest = message.news.first().kind == AlertNews::Kind::Test;
    const bool isTrouble = message.isTrouble();
    if (isTrouble)
        m_lastRule = isTest ? std::nullopt : std::optional(message.news.first().rule);
    const bool isSeen = m_parent->window()->isActiveWindow() && m_parent->isVisible();
    if (policy.usesTray && m_output->hasNotifications() && (!isSeen || isTest)) {
        m_output->notify(withoutMarkup(nameOf(m_context->target())), withoutMarkup(bodyOf(message)),
                         message.severity());
        ways << tr("notification");
    } else {
        m_notice->tell(message);
        if (isTrouble)
            QApplication::alert(m_parent->window());
        ways << tr("bar in the window");
    }
    if (policy.usesSound && isTrouble) {
        m_output->beep();
        ways << tr("sound");
    }
    if (policy.usesCommand) {
        for (const AlertNews &news : message.news)
            m_commands.run(policy.command, news, origin());
        ways << tr("program");
    }
    return ways.join(u", "_s);
}

QString AlertNotifier::sendTest(const AlertPolicy &policy)
{
    AlertNews news;
    news.kind = AlertNews::Kind::Test;
    news.rule = suggestedAlertRule(AlertKind::OldestReady);
    news.rule.severity = AlertSeverity::Notice;
    news.measure.value = 0;
    news.at = QDateTime::currentDateTimeUtc();
    news.raisedAt = news.at;
    return deliver({{news}, news.at}, policy);
}

void AlertNotifier::onUpdated()
{
    if (!m_alertMonitor->active().isEmpty())
        return;
    m_output->calm();
}

void AlertNotifier::onClicked()
{
    // The alert that was told last, or what is wrong now.
    const QList<AlertMonitor::Active> active = m_alertMonitor->active();
    if (m_lastRule)
        showCause(*m_lastRule);
    else if (!active.isEmpty())
        showCause(active.first().rule);
    else
        m_notice->hide();
}

void AlertNotifier::showCause(const AlertRule &rule)
{
    bringToFront(m_parent);
    m_notice->hide();
    const AlertCause cause = alertCause(rule);
    if (!cause.filter.isEmpty())
        m_context->requestFilter(cause.filter);
    else
        m_context->requestPage(cause.page);
}

void AlertNotifier::openDialog()
{
    if (!m_dialog) {
        m_dialog = new AlertsDialog(m_alertMonitor, this, m_context, consoleHost(m_parent));
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->open();
    }
    m_dialog->raise();
    m_dialog->activateWindow();
}

} // namespace yardmaster
