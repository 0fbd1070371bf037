#include "ui/pages/operations/operationnotice.h"

#include "models/operations/operationlist.h"
#include "models/operations/undostate.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/announcement.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// "4,812 jobs failed for good".
QString pastTense(OperationKind kind)
{
    switch (kind) {
    case OperationKind::Retry:
        return OperationNotice::tr("%1 due now");
    case OperationKind::Reschedule:
        return OperationNotice::tr("%1 rescheduled");
    case OperationKind::Change:
        return OperationNotice::tr("%1 changed");
    case OperationKind::Complete:
        return OperationNotice::tr("%1 completed");
    case OperationKind::FailForGood:
        return OperationNotice::tr("%1 failed for good");
    case OperationKind::RemoveByKey:
        return OperationNotice::tr("%1 removed");
    case OperationKind::Unlock:
        return OperationNotice::tr("%1 unlocked");
    case OperationKind::EditPayload:
        return OperationNotice::tr("%1 with a new payload, due now");
    case OperationKind::Undo:
        return OperationNotice::tr("%1 restored");
    }
    Q_UNREACHABLE();
}

QString sentenceOf(const OperationEntry &entry)
{
    const OperationTotals totals = entry.record.totals;
    const QString jobs = OperationNotice::tr("%1 jobs", nullptr, pluralOf(totals.changed))
                             .arg(formatNumber(totals.changed));
    QStringList sentences{pastTense(entry.record.spec.change.kind).arg(jobs) + u'.'};
    if (totals.skipped > 0)
        sentences << OperationNotice::tr("%1 skipped.").arg(formatNumber(totals.skipped));
    if (totals.vanished > 0)
        sentences << OperationNotice::tr("%1 were gone.", nullptr, pluralOf(totals.vanished))
                         .arg(formatNumber(totals.vanished));
    if (totals.errors > 0)
        sentences << OperationNotice::tr("%1 errors.", nullptr, pluralOf(totals.errors))
                         .arg(formatNumber(totals.errors));
    if (entry.record.state == OperationState::Cancelled)
        sentences.prepend(OperationNotice::tr("Cancelled."));
    if (entry.record.state == OperationState::Unfinished) {
        sentences.prepend(
            entry.record.message.isEmpty()
                ? OperationNotice::tr("Not finished; it can be resumed.")
                : asSentence(OperationNotice::tr("Stopped: %1").arg(entry.record.message)));
    }
    return sentences.join(u' ');
}

} // namespace

OperationNotice::OperationNotice(QWidget *parent)
    : QWidget(parent)
    , m_text(new ElidedLabel(Qt::ElideRight, this))
    , m_undo(new QPushButton(tr("Undo…"), this))
    , m_report(new QPushButton(tr("Report"), this))
{
    setObjectName("operationNotice"_L1);
    m_text->setObjectName("noticeText"_L1);
    m_undo->setObjectName("noticeUndo"_L1);
    m_report->setObjectName("noticeReport"_L1);
    auto *close = new QPushButton(tr("Close"), this);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 4);
    layout->setSpacing(8);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_undo);
    layout->addWidget(m_report);
    layout->addWidget(close);
    connect(close, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_undo, &QPushButton::clicked, this, [this] { Q_EMIT undoRequested(m_operation); });
    connect(m_report, &QPushButton::clicked, this, [this] {
        if (m_job != 0)
            Q_EMIT jobRequested(m_job);
        else
            Q_EMIT reportRequested(m_operation);
    });
    hide();
}

void OperationNotice::tell(const OperationEntry &entry, const QString &title)
{
    m_operation = entry.record.spec.id;
    m_job = 0;
    m_report->setText(tr("Report"));
    m_undo->setVisible(entry.record.totals.changed > 0 && undoOf(entry.record));
    m_undone = tr("Undoes: %1").arg(title);
    setUndoObstacle(m_obstacle);
    const bool isUndo = entry.record.spec.change.kind == OperationKind::Undo;
    show(isUndo ? tr("%1. %2").arg(title, sentenceOf(entry)) : sentenceOf(entry),
         entry.record.totals.errors > 0 || entry.record.state == OperationState::Unfinished);
}

void OperationNotice::withdraw(const QUuid &operation)
{
    if (m_job == 0 && m_operation == operation)
        hide();
}

void OperationNotice::setUndoObstacle(const QString &obstacle)
{
    m_obstacle = obstacle;
    m_undo->setEnabled(obstacle.isEmpty());
    m_undo->setToolTip(obstacle.isEmpty() ? m_undone : obstacle);
}

void OperationNotice::tellAdded(qint64 job)
{
    m_job = job;
    m_undo->hide();
    m_report->setText(tr("Show"));
    show(tr("Job %1 added.").arg(job), false);
}

QString OperationNotice::text() const
{
    return m_text->text();
}

void OperationNotice::show(const QString &text, bool isTrouble)
{
    m_text->setText(text);
    setTone(m_text, isTrouble ? Tone::Trouble : Tone::Plain);
    setAccessibleName(shownText(text));
    QWidget::show();
    announce(this, text);
}

void OperationNotice::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    painter.fillRect(0, 0, width(), 1, hairlineColor(palette()));
}

} // namespace yardmaster
