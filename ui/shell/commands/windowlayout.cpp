#include "ui/shell/commands/windowlayout.h"

#include "ui/kit/pagetabs.h"
#include "ui/kit/screenfit.h"
#include "ui/shell/commands/panelswitch.h"

#include <QMainWindow>
#include <QSettings>
#include <QSplitter>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr QSize kFirstSize(1440, 900);
constexpr QSize kLeastSize(1024, 640);

template <typename Widget> QList<Widget *> named(const QMainWindow *window)
{
    QList<Widget *> all = window->findChildren<Widget *>();
    all.removeIf([](const Widget *widget) {
        return widget->objectName().isEmpty() || widget->objectName().startsWith("qt_"_L1);
    });
    return all;
}

} // namespace

WindowLayout::WindowLayout(QSettings *settings, QMainWindow *window)
    : m_settings(settings)
    , m_window(window)
{
    size(window);
}

void WindowLayout::size(QWidget *window)
{
    window->setMinimumSize(kLeastSize.boundedTo(roomFor(window)));
    resizeToFit(window, kFirstSize);
}

QString WindowLayout::key(const QString &name) const
{
    QString profile = m_profile;
    // A slash would be a group of its own.
    profile.replace(u'/', u'_').replace(u'\\', u'_');
    return profile.isEmpty() ? "window/"_L1 + name : "windows/"_L1 + profile + u'/' + name;
}

void WindowLayout::open(const QString &profileId, bool placesWindow)
{
    m_profile = profileId;
    if (placesWindow && m_settings->contains(key(u"geometry"_s)))
        m_window->window()->restoreGeometry(m_settings->value(key(u"geometry"_s)).toByteArray());
    const auto splitters = named<QSplitter>(m_window);
    for (QSplitter *splitter : splitters) {
        m_firstSplits.insert(splitter->objectName(), splitter->saveState());
        const QByteArray state
            = m_settings->value(key("splitters/"_L1 + splitter->objectName())).toByteArray();
        if (!state.isEmpty())
            splitter->restoreState(state);
    }
    const auto all = named<PageTabs>(m_window);
    for (PageTabs *tabs : all) {
        m_firstPages.insert(tabs->objectName(), tabs->currentPage());
        tabs->setCurrentPage(m_settings->value(key("pages/"_L1 + tabs->objectName())).toString());
    }
    const auto switches = m_window->findChildren<PanelSwitch *>();
    for (PanelSwitch *panel : switches) {
        const QVariant choice = m_settings->value(key("panels/"_L1 + panel->objectName()));
        panel->choose(choice.isNull() ? std::nullopt : std::optional(choice.toBool()));
    }
}

void WindowLayout::save()
{
    m_settings->setValue(key(u"geometry"_s), m_window->window()->saveGeometry());
    const auto splitters = named<QSplitter>(m_window);
    for (const QSplitter *splitter : splitters)
        m_settings->setValue(key("splitters/"_L1 + splitter->objectName()), splitter->saveState());
    const auto all = named<PageTabs>(m_window);
    for (const PageTabs *tabs : all)
        m_settings->setValue(key("pages/"_L1 + tabs->objectName()), tabs->currentPage());
    const auto switches = m_window->findChildren<const PanelSwitch *>();
    for (const PanelSwitch *panel : switches) {
        if (panel->choice())
            m_settings->setValue(key("panels/"_L1 + panel->objectName()), *panel->choice());
        else
            m_settings->remove(key("panels/"_L1 + panel->objectName()));
    }
}

void WindowLayout::reset()
{
    for (const char *name : {"geometry", "splitters", "pages", "panels"})
        m_settings->remove(key(QString::fromLatin1(name)));
    QWidget *window = m_window->window();
    if (window->isMaximized() || window->isFullScreen())
        window->showNormal();
    size(window);
    keepOnScreen(window);
    const auto splitters = named<QSplitter>(m_window);
    for (QSplitter *splitter : splitters) {
        if (const auto first = m_firstSplits.constFind(splitter->objectName());
            first != m_firstSplits.cend())
            splitter->restoreState(*first);
    }
    const auto all = named<PageTabs>(m_window);
    for (PageTabs *tabs : all)
        tabs->setCurrentPage(m_firstPages.value(tabs->objectName()));
    const auto switches = m_window->findChildren<PanelSwitch *>();
    for (PanelSwitch *panel : switches)
        panel->choose(std::nullopt);
}

} // namespace yardmaster
