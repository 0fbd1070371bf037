#include "ui/pages/live/joblogview.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "models/values/timedisplay.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/kit/linebutton.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/tone.h"
#include "worker/json/visibletext.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kLookInterval = 250ms;
constexpr std::chrono::milliseconds kLongInterval = 1s;
constexpr qsizetype kLongText = 100000;

QString clockTime(const QDateTime &time)
{
    return TimeDisplay::instance().shown(time).toString(u"HH:mm:ss.zzz"_s);
}

QString endText(const JobLogLine &line)
{
    switch (line.end) {
    case RunEnd::None:
        break;
    case RunEnd::Completed:
        return JobLogView::tr("completed");
    case RunEnd::Retrying:
        return JobLogView::tr("failed, runs again: %1").arg(line.text);
    case RunEnd::FailedForGood:
        return JobLogView::tr("failed for good: %1").arg(line.text);
    case RunEnd::GivenBack:
        return line.text.isEmpty() ? JobLogView::tr("returned to the queue")
                                   : JobLogView::tr("returned to the queue: %1").arg(line.text);
    case RunEnd::LostLease:
        return JobLogView::tr("lost its lock; the result was not written");
    }
    return {};
}

QString lineText(const JobLogLine &line)
{
    switch (line.kind) {
    case JobLogLine::Kind::Started:
        return JobLogView::tr("started");
    case JobLogLine::Kind::Output:
        return line.text;
    case JobLogLine::Kind::ErrorOutput:
        return u"! "_s + line.text;
    case JobLogLine::Kind::Ended:
        return endText(line);
    }
    Q_UNREACHABLE();
}

} // namespace

JobLogView::JobLogView(const JobLogs *logs, QWidget *parent)
    : QWidget(parent)
    , m_logs(logs)
    , m_title(new ElidedLabel(Qt::ElideRight, this))
    , m_progress(new QProgressBar(this))
    , m_progressText(new Label(this))
    , m_text(new TextViewer(this))
{
    setObjectName("jobLog"_L1);
    m_title->setObjectName("jobLogTitle"_L1);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_progress->setObjectName("jobLogProgress"_L1);
    m_progress->setAccessibleName(tr("Progress of the job"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(160, 6);
    m_progressText->setObjectName("jobLogProgressText"_L1);
    setTone(m_progressText, Tone::Muted);
    m_text->setObjectName("jobLogText"_L1);
    m_text->setAccessibleName(tr("Output of the job"));
    auto *show = new QPushButton(tr("Show job"), this);
    show->setObjectName("jobLogShow"_L1);
    auto *close = new LineButton(LineButton::Shape::Clear, tr("Close the log"), this);
    close->setObjectName("jobLogClose"_L1);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(12);
    bar->addWidget(m_title, 1);
    bar->addWidget(m_progressText);
    bar->addWidget(m_progress);
    bar->addWidget(show);
    bar->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_text, 1);

    connect(show, &QPushButton::clicked, this, [this] { Q_EMIT jobRequested(m_job); });
    connect(close, &QAbstractButton::clicked, this, &JobLogView::closeRequested);
    connect(&m_look, &QTimer::timeout, this, &JobLogView::look);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        m_revision = 0;
        look();
    });
    m_look.setInterval(kLookInterval);
}

void JobLogView::setJob(qint64 id)
{
    if (std::exchange(m_job, id) == id)
        return;
    m_revision = 0;
    showRecord(m_logs->record(id));
}

void JobLogView::look()
{
    const quint64 revision = m_logs->revision(m_job);
    if (revision != m_revision && revision != 0) // gone: what is known stays
        showRecord(m_logs->record(m_job));
}

void JobLogView::showRecord(const JobLogRecord &record)
{
    m_revision = record.revision;
    const bool isKnown = record.job.id != 0;
    m_title->setText(!isKnown ? tr("Job %1: the log of its runs is no longer kept").arg(m_job)
                              : tr("Job %1 · %2 · attempt %3 of %4%5")
                                    .arg(record.job.id)
                                    .arg(isolated(record.job.task))
                                    .arg(record.job.attempts)
                                    .arg(record.job.maxAttempts)
                                    .arg(record.isRunning ? u" · "_s + tr("running") : QString()));
    m_progress->setVisible(!record.history.isEmpty());
    m_progressText->setVisible(!record.history.isEmpty());
    if (!record.history.isEmpty()) {
        const JobProgressPoint &last = record.history.last();
        m_progress->setValue(qRound(last.fraction * 1000));
        const QString percent = tr("%1 %").arg(qRound(last.fraction * 100));
        m_progressText->setText(
            last.text.isEmpty() ? percent : u"%1 · %2"_s.arg(last.text.left(80), percent));
        QStringList points;
        for (const JobProgressPoint &point :
             record.history.last(std::min<qsizetype>(record.history.size(), 20)))
            points << u"%1  %2 %  %3"_s.arg(clockTime(point.time))
                          .arg(qRound(point.fraction * 100))
                          .arg(point.text.left(80));
        m_progress->setToolTip(points.join(u'\n'));
    }
    const QString text = textOf(record);
    if (visibleText(text) == m_text->text())
        return;
    QScrollBar *bar = m_text->verticalScrollBar();
    const bool isAtEnd = bar->value() == bar->maximum();
    const int place = bar->value();
    m_text->setText(text);
    bar->setValue(isAtEnd ? bar->maximum() : place);
    m_look.setInterval(text.size() > kLongText ? kLongInterval : kLookInterval);
}

QString JobLogView::textOf(const JobLogRecord &record)
{
    QStringList lines;
    if (record.dropped > 0)
        lines << tr("(%1 older lines were dropped)", nullptr, pluralOf(qint64(record.dropped)))
                     .arg(formatNumber(record.dropped));
    for (const JobLogLine &line : record.lines)
        lines << u"%1  #%2  %3"_s.arg(clockTime(line.time)).arg(line.attempt).arg(lineText(line));
    return lines.join(u'\n');
}

void JobLogView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    look();
    m_look.start();
}

void JobLogView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_look.stop();
}

} // namespace yardmaster
