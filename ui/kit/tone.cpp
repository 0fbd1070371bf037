#include "ui/kit/tone.h"

#include "ui/kit/theme.h"

#include <QEvent>
#include <QWidget>

namespace yardmaster {

namespace {

/// Belongs to a label; watches its parent, whose palette the label's own colour does not hide.
class ToneKeeper final : public QObject
{
public:
    explicit ToneKeeper(QWidget *label)
        : QObject(label)
        , m_label(label)
    {
        label->parentWidget()->installEventFilter(this);
    }
    void set(Tone tone)
    {
        m_tone = tone;
        apply();
    }
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::PaletteChange)
            apply();
        return QObject::eventFilter(watched, event);
    }

private:
    void apply()
    {
        const QPalette palette = m_label->parentWidget()->palette();
        switch (m_tone) {
        case Tone::Plain:
            setInk(m_label, palette.color(QPalette::WindowText));
            break;
        case Tone::Muted:
            setInk(m_label, mutedColor(palette));
            break;
        case Tone::Caution:
            setInk(m_label, stateColor(JobState::Retrying, palette));
            break;
        case Tone::Trouble:
            setInk(m_label, stateColor(JobState::FailedForGood, palette));
            break;
        }
    }

    QWidget *const m_label;
    Tone m_tone = Tone::Plain;
};

} // namespace

void setTone(QWidget *widget, Tone tone)
{
    ToneKeeper *keeper = nullptr;
    const QObjectList &children = widget->children();
    for (QObject *child : children) {
        if (auto *found = dynamic_cast<ToneKeeper *>(child))
            keeper = found;
    }
    if (!keeper)
        keeper = new ToneKeeper(widget);
    keeper->set(tone);
}

} // namespace yardmaster
