#include "ui/commands/windowlayout.h"

#include <QMainWindow>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr QSize kFirstSize(1440, 900);

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
    m_window->resize(kFirstSize);
}

QString WindowLayout::key(const QString &name) const
{
    QString profile = m_profile;
    // A slash would be a group of its own.
    profile.replace(u'/', u'_').replace(u'\\', u'_');
    return profile.isEmpty() ? "window/"_L1 + name : "windows/"_L1 + profile + u'/' + name;
}

void WindowLayout::open(const QString &profileId)
{
    m_profile = profileId;
    if (m_settings->contains(key(u"geometry"_s)))
        m_window->restoreGeometry(m_settings->value(key(u"geometry"_s)).toByteArray());
    const auto splitters = named<QSplitter>(m_window);
    for (QSplitter *splitter : splitters) {
        m_firstSplits.insert(splitter->objectName(), splitter->saveState());
        const QByteArray state
            = m_settings->value(key("splitters/"_L1 + splitter->objectName())).toByteArray();
        if (!state.isEmpty())
            splitter->restoreState(state);
    }
    const auto tabs = named<QTabWidget>(m_window);
    for (QTabWidget *widget : tabs) {
        const int tab = m_settings->value(key("tabs/"_L1 + widget->objectName()), -1).toInt();
        if (tab >= 0 && tab < widget->count())
            widget->setCurrentIndex(tab);
    }
}

void WindowLayout::save()
{
    m_settings->setValue(key(u"geometry"_s), m_window->saveGeometry());
    const auto splitters = named<QSplitter>(m_window);
    for (const QSplitter *splitter : splitters)
        m_settings->setValue(key("splitters/"_L1 + splitter->objectName()), splitter->saveState());
    const auto tabs = named<QTabWidget>(m_window);
    for (const QTabWidget *widget : tabs)
        m_settings->setValue(key("tabs/"_L1 + widget->objectName()), widget->currentIndex());
}

void WindowLayout::reset()
{
    for (const char *name : {"geometry", "splitters", "tabs"})
        m_settings->remove(key(QString::fromLatin1(name)));
    if (m_window->isMaximized() || m_window->isFullScreen())
        m_window->showNormal();
    m_window->resize(kFirstSize);
    const auto splitters = named<QSplitter>(m_window);
    for (QSplitter *splitter : splitters) {
        if (const auto first = m_firstSplits.constFind(splitter->objectName());
            first != m_firstSplits.cend())
            splitter->restoreState(*first);
    }
    const auto tabs = named<QTabWidget>(m_window);
    for (QTabWidget *widget : tabs)
        widget->setCurrentIndex(0);
}

} // namespace yardmaster
