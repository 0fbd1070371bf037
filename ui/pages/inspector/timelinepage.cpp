#include "ui/pages/inspector/timelinepage.h"

#include "models/values/format.h"
#include "models/values/moment.h"
#include "models/values/showntext.h"
#include "ui/kit/actionbutton.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QAction>
#include <QGridLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

JobState stateOf(TimelineStep::Kind kind)
{
    switch (kind) {
    case TimelineStep::Kind::Added:
    case TimelineStep::Kind::Changed:
        return JobState::Completed; // the quiet colour
    case TimelineStep::Kind::Due:
        return JobState::Ready;
    case TimelineStep::Kind::Failed:
    case TimelineStep::Kind::NextAttempt:
        return JobState::Retrying;
    case TimelineStep::Kind::Taken:
        return JobState::Running;
    case TimelineStep::Kind::FailedForGood:
        return JobState::FailedForGood;
    case TimelineStep::Kind::Succeeded:
        return JobState::Completed;
    case TimelineStep::Kind::Gone:
        return JobState::Completed;
    }
    Q_UNREACHABLE();
    return JobState::Completed;
}

/// A dot on the line: filled for what is known to have happened, open for the rest.
class Marker final : public QWidget
{
public:
    Marker(const TimelineStep &step, bool isFirst, bool isLast, QWidget *parent)
        : QWidget(parent)
        , m_state(stateOf(step.kind))
        , m_isFilled(step.at && !step.isFuture)
        , m_isFirst(isFirst)
        , m_isLast(isLast)
        , m_isFuture(step.isFuture)
    {
        setFixedWidth(16);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        constexpr double kRadius = 5;
        const QPointF dot(8, 3 + fontMetrics().height() / 2.0);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(hairlineColor(palette()), 2, m_isFuture ? Qt::DotLine : Qt::SolidLine));
        if (!m_isFirst)
            painter.drawLine(QPointF(8, 0), dot - QPointF(0, kRadius + 2));
        painter.setPen(QPen(hairlineColor(palette()), 2));
        if (!m_isLast)
            painter.drawLine(dot + QPointF(0, kRadius + 2), QPointF(8, height()));
        const QColor ink = stateColor(m_state, palette());
        painter.setPen(QPen(ink, 1.75));
        painter.setBrush(m_isFilled ? QBrush(ink) : QBrush(Qt::NoBrush));
        painter.drawEllipse(dot, kRadius - 1, kRadius - 1);
    }

private:
    const JobState m_state;
    const bool m_isFilled;
    const bool m_isFirst;
    const bool m_isLast;
    const bool m_isFuture;
};

Label *line(const QString &text, QWidget *parent, bool isQuiet)
{
    auto *label = new Label(text, parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (isQuiet)
        setTone(label, Tone::Muted);
    return label;
}

QWidget *entry(const TimelineStep &step, Timestamp now, QWidget *parent)
{
    auto *box = new QWidget(parent);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 2, 0, 14);
    layout->setSpacing(2);
    auto *title = line(step.title, box, false);
    QFont strong = box->font();
    strong.setWeight(QFont::DemiBold);
    title->setFont(strong);
    layout->addWidget(title);
    const QString when = step.at ? formatMoment(*step.at, now) : TimelinePage::tr("time unknown");
    auto *time = line(when, box, !step.at);
    time->setFont(tabularFont(box->font()));
    layout->addWidget(time);
    if (step.since) {
        auto *since
            = line(TimelinePage::tr("%1 later").arg(formatDuration(*step.since)), box, true);
        layout->addWidget(since);
    }
    if (!step.note.isEmpty())
        layout->addWidget(line(step.note, box, true));
    box->setAccessibleName(shownText(u"%1, %2"_s.arg(step.title, when)));
    return box;
}

} // namespace

TimelinePage::TimelinePage(QWidget *parent)
    : ScrollPage(tr("Timeline"), parent)
{
    setObjectName(u"timelinePage"_s);
}

void TimelinePage::setSteps(const QList<TimelineStep> &steps, Timestamp now, QAction *again)
{
    QStringList words{again ? again->text() : QString()};
    for (const TimelineStep &step : steps)
        words << step.title << step.note << (step.at ? formatMoment(*step.at, now) : QString());
    if (words == m_words)
        return; // a selection stays
    m_words = words;
    const int scrolled = verticalScrollBar()->value();
    auto *page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto *grid = new QGridLayout(page);
    grid->setContentsMargins(12, 12, 12, 12);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    for (int row = 0; row < steps.size(); ++row) {
        const TimelineStep &step = steps.at(row);
        grid->addWidget(new Marker(step, row == 0, row + 1 == steps.size(), page), row, 0);
        grid->addWidget(entry(step, now, page), row, 1);
    }
    if (again)
        grid->addWidget(makeActionButton(again, page), int(steps.size()), 1, Qt::AlignLeft);
    grid->setRowStretch(int(steps.size()) + 1, 1);
    setWidget(page); // deletes the one before
    verticalScrollBar()->setValue(scrolled);
}

} // namespace yardmaster
