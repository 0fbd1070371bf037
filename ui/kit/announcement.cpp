#include "ui/kit/announcement.h"

#include "models/values/showntext.h"

#include <QAccessible>
#include <QAccessibleObject>
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

/// A sentence of a window, which screen readers find there as a notification that appears.
class Announcement final : public QObject
{
public:
    explicit Announcement(QWidget *window)
        : QObject(window)
    {
        setObjectName("announcement");
    }

    QString sentence;
    qint64 number = 0; // later ones have higher numbers
};

/// They ask for a sentence some time after they were told that there is one.
constexpr int kMostAnnouncements = 8;

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

/// A new one, or in place of the oldest.
Announcement *nextAnnouncement(QWidget *window)
{
    [[maybe_unused]] static const bool isInstalled = [] {
        QAccessible::installFactory(&accessibleAnnouncement);
        return true;
    }();
    static qint64 number = 0;
    Announcement *oldest = nullptr;
    int count = 0;
    for (QObject *child : window->children()) {
        auto *announcement = dynamic_cast<Announcement *>(child);
        if (!announcement)
            continue;
        ++count;
        if (!oldest || announcement->number < oldest->number)
            oldest = announcement;
    }
    Announcement *next = count < kMostAnnouncements ? new Announcement(window) : oldest;
    next->number = ++number;
    return next;
}

void tell(QWidget *window, const QString &sentence)
{
    Announcement *announcement = nextAnnouncement(window);
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
