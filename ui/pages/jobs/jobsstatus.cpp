#include "ui/pages/jobs/jobsstatus.h"

#include "models/console/consolecontext.h"
#include "models/session/reachability.h"
#include "models/values/format.h"
#include "ui/kit/announcement.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/freshnesswords.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/kit/workerwords.h"
#include "ui/pages/jobs/groupspane.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/jobs/liverefresh.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

JobsStatus::JobsStatus(JobsTable *table, LiveRefresh *live, GroupsPane *groups,
                       ConsoleContext *context, QWidget *parent)
    : QWidget(parent)
    , m_table(table)
    , m_live(live)
    , m_groups(groups)
    , m_context(context)
    , m_loaded(new Label(this))
    , m_total(new QToolButton(this))
    , m_selected(new ElidedLabel(Qt::ElideRight, this))
    , m_state(new ElidedLabel(Qt::ElideRight, this))
    , m_age(new ElidedLabel(Qt::ElideRight, this))
{
    setObjectName(u"jobsStatus"_s);
    m_loaded->setObjectName(u"jobsLoaded"_s);
    m_total->setObjectName(u"jobsTotal"_s);
    m_selected->setObjectName(u"jobsSelected"_s);
    m_state->setObjectName(u"jobsLive"_s);
    m_age->setObjectName(u"jobsAge"_s);
    m_total->setAutoRaise(true);
    m_total->setAccessibleName(tr("Count all jobs exactly"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 12, 0);
    layout->setSpacing(0);
    layout->addWidget(m_loaded);
    layout->addWidget(m_total);
    layout->addSpacing(12);
    layout->addWidget(m_selected);
    layout->addStretch();
    layout->addWidget(m_state);
    layout->addSpacing(16);
    layout->addWidget(m_age);
    setFixedHeight(std::max(28, fontMetrics().height() + 10));

    JobsModel *model = table->jobs();
    connect(m_total, &QToolButton::clicked, this, [this, model] {
        model->countAll(true);
        tell();
    });
    connect(model, &JobsModel::phaseChanged, this, &JobsStatus::tell);
    connect(model, &JobsModel::phaseChanged, this, &JobsStatus::announceFound);
    connect(model, &JobsModel::totalChanged, this, &JobsStatus::tell);
    connect(model, &JobsModel::refreshed, this, &JobsStatus::tell);
    connect(model, &JobsModel::rowsInserted, this, &JobsStatus::tell);
    connect(model, &JobsModel::rowsRemoved, this, &JobsStatus::tell);
    connect(model, &JobsModel::modelReset, this, &JobsStatus::tell);
    connect(table, &JobsTable::chosenChanged, this, &JobsStatus::tell);
    connect(live, &LiveRefresh::pauseReasonsChanged, this, &JobsStatus::tell);
    connect(groups->model(), &JobGroupsModel::phaseChanged, this, &JobsStatus::tell);
    connect(context->jobCounts(), &JobCountsPoller::read, this, &JobsStatus::tell);
    connect(context->sessions().reachability(), &Reachability::lateChanged, this,
            &JobsStatus::tell);
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (isVisible())
            tell();
    });
    m_tick.start();
    for (Label *label : {m_loaded, m_state, m_age}) {
        setTone(label, Tone::Muted);
        label->setFont(tabularFont(font()));
    }
    m_total->setFont(tabularFont(font()));
    m_selected->setFont(tabularFont(font()));
    tell();
}

void JobsStatus::tell()
{
    const JobsModel &model = *m_table->jobs();
    const bool isWhole
        = model.isAtTop() && model.isAtEnd() && model.phase() == JobsModel::Phase::Ready;
    const auto [total, countedAt] = this->total();
    const QString when = countedAt.isValid() ? formatInstant(countedAt) : QString();
    m_loaded->setText(tr("%1 loaded of").arg(formatNumber(model.listedHere())));
    const bool isExact = total.isExact();
    m_total->setText(model.isCounting() && !total.isExact() ? tr("counting…")
                         : total.value                      ? formatCount(total)
                                                            : tr("unknown"));
    // Its text is in the middle, and follows the word before after one space.
    m_total->setFixedWidth(m_total->fontMetrics().horizontalAdvance(m_total->text())
                           + 2 * m_loaded->fontMetrics().horizontalAdvance(u' '));
    m_total->setEnabled(!model.isCounting() && !model.total().isExact() && !isWhole
                        && model.phase() != JobsModel::Phase::Nothing);
    m_total->setToolTip(
        !when.isEmpty()
            ? tr("Jobs that match the filter, as counted at %1. Click to count exactly.").arg(when)
            : isExact ? tr("Jobs that match the filter")
                      : tr("Count exactly. On a large table this takes a while, in the "
                           "background."));
    // A link as long as it can be clicked.
    setTone(m_total, m_total->isEnabled() ? Tone::Accent : Tone::Muted);
    m_selected->setText(selectedText());
    m_selected->setAccessibleName(m_table->accessibleDescription());
    m_state->setText(liveText());
    setTone(m_state, model.phase() == JobsModel::Phase::Failed ? Tone::Trouble : Tone::Muted);
    if (model.readAt().isValid()) {
        const auto age
            = std::chrono::milliseconds(model.readAt().msecsTo(QDateTime::currentDateTimeUtc()));
        m_age->setText(
            tr("read %1 · page %2 ms")
                .arg(formatAge(age), formatNumber(std::max<qint64>(model.pageTime().count(), 1))));
        m_age->setToolTip(formatInstant(model.readAt()));
    } else {
        m_age->clear();
    }
}

/// Once for each list that somebody has asked for.
void JobsStatus::announceFound()
{
    const JobsModel &model = *m_table->jobs();
    if (model.phase() != JobsModel::Phase::Ready || !isVisible()
        || m_announced == model.query().filter)
        return;
    m_announced = model.query().filter;
    const QString jobs = countedJobs(model.rowCount());
    announce(this,
             model.isAtTop() && model.isAtEnd() ? jobs : tr("%1 loaded, there are more").arg(jobs));
}

/// Of the jobs of the filter, as far as counts of groups and of all jobs tell, and when.
JobsStatus::CountedAt JobsStatus::counted() const
{
    const auto &latest = m_context->jobCounts()->latest();
    const Filter &filter = m_table->jobs()->query().filter;
    // Counts do not tell forbidden jobs from ready ones.
    const bool areAlike = filter.isEmpty() || m_context->target().forbiddenFlags.isEmpty();
    CountedAt result;
    if (latest && areAlike)
        result = {countOf(filter, *latest), latest->countedAt};
    const CountedAt grouped{m_groups->counted(), m_groups->model()->freshness().readAt};
    const bool isLatest = result.count.isExact() && result.at > grouped.at;
    return grouped.count.value && m_groups->shown() == filter && !isLatest ? grouped : result;
}

/// Of the jobs of the filter, as far as it is known; with a time: as counted then, not by the list.
JobsStatus::CountedAt JobsStatus::total() const
{
    const JobsModel &model = *m_table->jobs();
    Count total = model.total();
    if (!total.value && model.isAtTop() && model.isAtEnd()
        && model.phase() == JobsModel::Phase::Ready)
        total = {model.listedHere()};
    const CountedAt elsewhere = counted();
    const bool isNewer
        = elsewhere.count.isExact() && model.totalAt().isValid() && elsewhere.at > model.totalAt();
    const Count known = isNewer ? elsewhere.count : better(total, elsewhere.count);
    const bool isTold = total.value || elsewhere.count.isExact(); // else the list is about to count
    return isTold && known != total ? CountedAt{known, elsewhere.at} : CountedAt{total, {}};
}

QString JobsStatus::selectedText() const
{
    const JobSelection &chosen = m_table->chosen();
    const JobsModel &model = *m_table->jobs();
    if (chosen.isEmpty())
        return {};
    const int here = m_table->chosenHere();
    if (chosen.isAllMatching()) {
        const bool isThis = *chosen.filter() == model.query().filter;
        const Count count = chosen.count(isThis ? total().count : Count{});
        return count.value ? tr("%1 selected").arg(formatCount(count))
                           : tr("all that match selected");
    }
    QString text = tr("%1 selected").arg(formatNumber(chosen.ids().size()));
    QStringList parts;
    if (const qint64 hidden = chosen.ids().size() - here; hidden > 0)
        parts << tr("%1 out of view").arg(formatNumber(hidden));
    const auto gone = std::ranges::count_if(model.jobs(), [&chosen](const JobRow &job) {
        return job.isGone && chosen.contains(job.id);
    });
    if (gone > 0)
        parts << tr("%1 gone").arg(formatNumber(gone));
    return parts.isEmpty() ? text : text + u" ("_s + parts.join(u", "_s) + u')';
}

QString JobsStatus::liveText() const
{
    if (m_table->jobs()->phase() == JobsModel::Phase::Failed)
        return errorTitle(m_table->jobs()->error());
    if (m_table->jobs()->isOverdue() || m_context->sessions().reachability()->isLate())
        return freshnessWords({m_table->jobs()->readAt(), std::nullopt, true});
    const LiveRefresh::PauseReasons reasons = m_live->pauseReasons();
    if (reasons.testFlag(LiveRefresh::ByUser))
        return tr("paused");
    if (reasons.testFlag(LiveRefresh::Choosing)) {
        const JobSelection &chosen = m_table->chosen();
        return chosen.isAllMatching()
            ? tr("paused: all that match selected")
            : tr("paused: %1 selected").arg(formatNumber(chosen.ids().size()));
    }
    return tr("live, every %1")
        .arg(formatRoundDuration(std::chrono::ceil<std::chrono::seconds>(m_live->delay())));
}

void JobsStatus::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        setFixedHeight(std::max(28, fontMetrics().height() + 10));
}

void JobsStatus::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), hairlineColor(palette()));
}

} // namespace yardmaster
