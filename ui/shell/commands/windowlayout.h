#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

class QMainWindow;
class QSettings;
class QWidget;

namespace yardmaster {

/// What a window remembers of how it was arranged, each profile for itself: where it was, how its
/// splitters divided it, which pages were in front, which panels were shown. Splitters, PageTabs
/// and PanelSwitches take part by having an object name. GUI thread.
class WindowLayout final
{
public:
    /// Both borrowed.
    WindowLayout(QSettings *settings, QMainWindow *window);

    /// Gives a window its least size, and that of the first day.
    static void size(QWidget *window);

    /// From now on this profile's; empty: that of windows without profile. To be called after its
    /// panels were made. @param placesWindow  places the window as it was last: not where it holds
    /// other connections, too.
    void open(const QString &profileId, bool placesWindow);
    void save();
    /// As on the first day.
    void reset();

private:
    [[nodiscard]] QString key(const QString &name) const;

    QSettings *const m_settings;
    QMainWindow *const m_window;
    QString m_profile;
    QHash<QString, QByteArray> m_firstSplits; ///< by object name, as the panels were made
    QHash<QString, QString> m_firstPages;
};

} // namespace yardmaster
