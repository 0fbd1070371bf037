#include "ui/kit/announcement.h"

#include "models/values/showntext.h"

#include <QAccessible>
#include <QAccessibleObject>
#include <QPointer>
#include <QWidget>

namespace yardmaster {

#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)

namespace {

void tell(QWidget *window, const QString &sentence)
{
    QAccessibleAnnouncementEvent event(window, sentence);
    QAccessible::updateAccessibility(&event);
}

} // namespace

#else

namespace {

/// The newest sentence of a window, which screen readers find there as a notification that appears.
class Announcement final : public QObject
{
public:
    explicit Announcement(QWidget *window)
        : QObject(window)
    {
        setObjectName("announcement");
    }

    QString sentence;
};

class AccessibleAnnouncement final : public QAccessibleObject
{
public:
    explicit AccessibleAnnouncement(Announcement *announcement)
        : QAccessibleObject(announcement)
    { }

    [[nodiscard]] QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(object()->parent());
    }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::Notification; }
    [[nodiscard]] QAccessible::State state() const override { return {}; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? static_cast<Announcement *>(object())->sentence
                                         : QString();
    }
};

QAccessibleInterface *accessibleAnnouncement(const QString &, QObject *object)
{
    auto *announcement = dynamic_cast<Announcement *>(object);
    return announcement ? new AccessibleAnnouncement(announcement) : nullptr;
}

Announcement *announcementOf(QWidget *window)
{
    [[maybe_unused]] static const bool isInstalled = [] {
        QAccessible::installFactory(&accessibleAnnouncement);
        return true;
    }();
    for (QObject *child : window->children()) {
        if (auto *announcement = dynamic_cast<Announcement *>(child))
            return announcement;
    }
    return new Announcement(window);
}

void tell(QWidget *window, const QString &sentence)
{
    Announcement *announcement = announcementOf(window);
    announcement->sentence = sentence;
    QAccessibleEvent event(announcement, QAccessible::ObjectShow);
    QAccessible::updateAccessibility(&event);
}

} // namespace

#endif

Announcer &Announcer::instance()
{
    static Announcer announcer;
    return announcer;
}

void Announcer::announce(const QWidget *widget, const QString &sentence)
{
    if (sentence.isEmpty())
        return;
    const QString shown = shownText(sentence);
    if (QAccessible::isActive())
        tell(widget->window(), shown);
    Q_EMIT announced(shown);
}

} // namespace yardmaster
