#include "ui/kit/tone.h"

#include "ui/kit/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPointer>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

namespace yardmaster {

namespace {

constexpr auto kToneProperty = "yardmasterTone"; ///< codeOf()
constexpr int kToneRole = Qt::UserRole + 0x70;   ///< Tone of an item's cell

int codeOf(Tone tone)
{
    return int(tone);
}

int codeOf(JobState state)
{
    return -1 - int(state);
}

QColor colorOf(int code, const QPalette &palette)
{
    return code < 0 ? stateColor(JobState(-1 - code), palette) : toneColor(Tone(code), palette);
}

void ink(QWidget *widget)
{
    const int code = widget->property(kToneProperty).toInt();
    QPalette palette; // leaves to the parent what it does not set
    if (code != codeOf(Tone::Plain)) {
        // The widget's own palette has the ink of before.
        const QWidget *parent = widget->parentWidget();
        const QColor color = colorOf(code, parent ? parent->palette() : QApplication::palette());
        // Which of them a label uses depends on the background of its parents.
        for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
            palette.setColor(role, color);
    }
    widget->setPalette(palette);
}

void ink(QTreeWidgetItem *item, int column)
{
    const QVariant tone = item->data(column, kToneRole);
    if (tone.isValid())
        item->setForeground(column, toneColor(Tone(tone.toInt()), item->treeWidget()->palette()));
}

/// One for all widgets and trees that have a tone; sees only their events.
class ToneUpdater final : public QObject
{
public:
    using QObject::QObject;

    static void watch(QWidget *widget)
    {
        static QPointer<ToneUpdater> updater; // GUI thread
        if (!updater)
            updater = new ToneUpdater(qApp);
        widget->installEventFilter(updater);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ParentChange)
            refresh(static_cast<QWidget *>(watched));
        return false;
    }

private:
    static void refresh(QWidget *widget)
    {
        if (widget->property(kToneProperty).isValid())
            ink(widget);
        auto *tree = qobject_cast<QTreeWidget *>(widget);
        if (!tree)
            return;
        for (QTreeWidgetItemIterator it(tree); *it; ++it) {
            for (int column = 0; column < tree->columnCount(); ++column)
                ink(*it, column);
        }
    }
};

void setToneCode(QWidget *widget, int code)
{
    const QVariant before = widget->property(kToneProperty);
    if (before.isValid() && before.toInt() == code)
        return;
    widget->setProperty(kToneProperty, code);
    ToneUpdater::watch(widget);
    ink(widget);
}

} // namespace

QColor toneColor(Tone tone, const QPalette &palette)
{
    switch (tone) {
    case Tone::Plain:
        return palette.color(QPalette::WindowText);
    case Tone::Muted:
        return mutedColor(palette);
    case Tone::Accent:
        return palette.color(QPalette::Link);
    case Tone::Good:
        return stateColor(JobState::Running, palette);
    case Tone::Caution:
        return stateColor(JobState::Retrying, palette);
    case Tone::Trouble:
        return stateColor(JobState::FailedForGood, palette);
    }
    Q_UNREACHABLE();
}

void setTone(QWidget *widget, Tone tone)
{
    setToneCode(widget, codeOf(tone));
}

void setTone(QWidget *widget, JobState state)
{
    setToneCode(widget, codeOf(state));
}

void setTone(QTreeWidgetItem *item, int column, Tone tone)
{
    item->setData(column, kToneRole, int(tone));
    ToneUpdater::watch(item->treeWidget());
    ink(item, column);
}

} // namespace yardmaster
