#include "ui/pages/inspector/inspectorheader.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

/// The state's shape. Decoration: the word beside it says the same.
class InspectorHeader::Glyph final : public QWidget
{
public:
    explicit Glyph(QWidget *parent)
        : QWidget(parent)
    {
        setFixedSize(kGlyphSize, kGlyphSize);
    }

    void setState(std::optional<JobState> state)
    {
        m_state = state;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        if (m_state)
            paintStateGlyph(painter, {0, 0}, *m_state, stateColor(*m_state, palette()));
    }

private:
    std::optional<JobState> m_state;
};

InspectorHeader::InspectorHeader(QWidget *parent)
    : QWidget(parent)
    , m_glyph(new Glyph(this))
    , m_word(new Label(this))
    , m_task(new ElidedLabel(Qt::ElideMiddle, this))
    , m_id(new Label(this))
    , m_notice(new Label(this))
    , m_buttons(new QHBoxLayout)
{
    m_word->setObjectName(u"inspectorState"_s);
    m_task->setObjectName(u"inspectorTask"_s);
    m_id->setObjectName(u"inspectorId"_s);
    m_notice->setObjectName(u"inspectorNotice"_s);
    m_notice->setWordWrap(true);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_word->setFont(strong);
    strong.setPointSizeF(font().pointSizeF() * 1.2);
    m_task->setFont(strong);
    m_id->setFont(tabularFont(font()));
    m_id->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto *first = new QHBoxLayout;
    first->setSpacing(6);
    first->addWidget(m_glyph);
    first->addWidget(m_word);
    first->addStretch(1);
    m_buttons->setSpacing(0);
    first->addLayout(m_buttons);
    auto *second = new QHBoxLayout;
    second->setSpacing(12);
    second->addWidget(m_task, 1);
    second->addWidget(m_id, 0, Qt::AlignBaseline);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->setSpacing(4);
    layout->addLayout(first);
    layout->addLayout(second);
    layout->addWidget(m_notice);
    setTone(m_id, Tone::Muted);
    setNotice({}, false);
}

void InspectorHeader::addButton(QAction *action, Qt::ArrowType arrow)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setArrowType(arrow);
    button->setToolButtonStyle(arrow == Qt::NoArrow ? Qt::ToolButtonTextOnly
                                                    : Qt::ToolButtonIconOnly);
    button->setAccessibleName(action->text());
    m_buttons->addWidget(button);
}

void InspectorHeader::showJob(const JobDetails &details, bool isGone)
{
    m_word->setText(isGone ? tr("Gone") : jobStateWord(details.state));
    m_word->setToolTip(isGone ? QString() : jobStateMeaning(details.state));
    m_task->setText(details.job.identifier);
    m_id->setText(u"#%1"_s.arg(details.job.id));
    m_glyph->setVisible(!isGone);
    m_glyph->setState(details.state);
    if (isGone)
        setTone(m_word, Tone::Muted);
    else
        setTone(m_word, details.state);
    setAccessibleName(
        tr("Job %1, %2, %3").arg(QString::number(details.job.id), m_task->text(), m_word->text()));
}

void InspectorHeader::showId(qint64 id)
{
    m_word->clear();
    m_task->clear();
    m_glyph->hide();
    m_id->setText(id == 0 ? QString() : u"#%1"_s.arg(id));
    setAccessibleName(tr("Job %1").arg(id));
}

void InspectorHeader::setNotice(const QString &text, bool isTrouble)
{
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
    setTone(m_notice, isTrouble ? Tone::Trouble : Tone::Muted);
}

} // namespace yardmaster
