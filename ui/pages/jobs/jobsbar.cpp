#include "ui/pages/jobs/jobsbar.h"

#include "models/values/format.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/theme.h"
#include "ui/pages/jobs/jobstable.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A read that takes less is not mentioned, one that takes longer can be cancelled.
constexpr std::chrono::milliseconds kQuick = 300ms;
constexpr std::chrono::milliseconds kLong = 2s;

} // namespace

JobsBar::JobsBar(JobsTable *table, QWidget *parent)
    : QWidget(parent)
    , m_table(table)
    , m_text(new ElidedLabel(Qt::ElideRight, this))
    , m_progress(new QProgressBar(this))
    , m_button(new QPushButton(this))
{
    setObjectName(QStringLiteral("jobsBar"));
    m_text->setObjectName(QStringLiteral("jobsBarText"));
    m_progress->setObjectName(QStringLiteral("jobsBarProgress"));
    m_button->setObjectName(QStringLiteral("jobsBarButton"));
    m_progress->setFixedWidth(160);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the search"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->setSpacing(12);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_button);

    m_tick.setInterval(100ms);
    m_noticeEnd.setSingleShot(true);
    m_noticeEnd.setInterval(10s);
    connect(&m_tick, &QTimer::timeout, this, &JobsBar::tell);
    connect(&m_noticeEnd, &QTimer::timeout, this, [this] {
        m_notice.clear();
        tell();
    });
    connect(m_button, &QPushButton::clicked, this, &JobsBar::run);
    JobsModel *model = table->jobs();
    connect(model, &JobsModel::phaseChanged, this, &JobsBar::onPhase);
    connect(model, &JobsModel::modelReset, this, &JobsBar::onPhase);
    connect(model, &JobsModel::totalChanged, this, &JobsBar::tell);
    connect(model, &JobsModel::rowsInserted, this, &JobsBar::tell);
    connect(model, &JobsModel::progressed, this, [this](qint64 looked, qint64 total) {
        m_looked = looked;
        m_total = total;
    });
    connect(table, &JobsTable::chosenChanged, this, &JobsBar::tell);
    connect(table, &JobsTable::refused, this, &JobsBar::setNotice);
    tell();
}

void JobsBar::setNotice(const QString &notice)
{
    m_notice = notice;
    m_noticeEnd.start();
    tell();
}

void JobsBar::onPhase()
{
    if (m_table->jobs()->phase() == JobsModel::Phase::Loading) {
        if (!m_tick.isActive()) {
            m_looked = m_total = 0;
            m_loading.start();
            m_tick.start();
        }
    } else {
        m_tick.stop();
    }
    tell();
}

void JobsBar::say(const QString &text, Job job, const QString &button)
{
    m_job = job;
    m_text->setText(text);
    m_button->setText(button);
    m_button->setVisible(job != Job::None);
    m_progress->hide();
    setVisible(!text.isEmpty());
}

void JobsBar::tell()
{
    const JobsModel &model = *m_table->jobs();
    const bool isLoading = model.phase() == JobsModel::Phase::Loading;
    if (isLoading && m_loading.isValid() && m_loading.elapsed() >= kQuick.count())
        return sayLoading();
    if (model.phase() == JobsModel::Phase::Failed && model.rowCount() > 0)
        return say(tr("%1 The data shown was read at %2.")
                       .arg(errorSentence(model.error()), formatInstant(model.readAt())),
                   Job::Retry, tr("Try again"));
    if (model.phase() == JobsModel::Phase::Stopped && model.rowCount() > 0)
        return say(tr("The search stopped; %1 jobs are loaded so far.", nullptr,
                      pluralOf(model.rowCount()))
                       .arg(formatNumber(model.rowCount())),
                   Job::Continue, tr("Continue search"));
    if (!m_notice.isEmpty())
        return say(m_notice);
    if (!saySelected())
        say({});
}

void JobsBar::sayLoading()
{
    const std::chrono::milliseconds elapsed(m_loading.elapsed());
    QString text = m_looked == 0 ? tr("Reading jobs…")
        : m_total > 0
        ? tr("Searched %1 of about %2 jobs", nullptr, pluralOf(m_total))
              .arg(formatNumber(m_looked), formatNumber(m_total))
        : tr("Searched %1 jobs", nullptr, pluralOf(m_looked)).arg(formatNumber(m_looked));
    const bool isLong = elapsed >= kLong;
    if (isLong)
        text += u", "_s
            + formatDuration(std::chrono::floor<std::chrono::seconds>(
                std::chrono::duration_cast<std::chrono::microseconds>(elapsed)));
    say(text, isLong ? Job::Cancel : Job::None, tr("Cancel"));
    if (m_total > 0) {
        m_progress->setRange(0, 1000);
        m_progress->setValue(int(std::min<qint64>(m_looked * 1000 / m_total, 1000)));
        m_progress->show();
    }
}

bool JobsBar::saySelected()
{
    const JobsModel &model = *m_table->jobs();
    const JobSelection &chosen = m_table->chosen();
    if (chosen.isAllMatching()) {
        const Filter &filter = *chosen.filter();
        const bool isThis = filter == model.query().filter;
        const Count count = isThis ? model.total() : Count{};
        const QString what
            = filter.isEmpty() ? tr("all jobs") : tr("all jobs that match %1").arg(filter.text());
        QString text = count.value ? tr("Selected: %1, %2").arg(what, formatCount(count))
                                   : tr("Selected: %1").arg(what);
        if (!chosen.ids().isEmpty())
            text += u' ' + tr("(except %1)").arg(formatNumber(chosen.ids().size()));
        say(text, Job::ClearSelected, tr("Clear selection"));
        return true;
    }
    const auto rows = std::ranges::count(model.jobs(), false, &JobRow::isGone);
    const bool hasMore = !model.isAtTop() || !model.isAtEnd();
    if (chosen.isEmpty() || !hasMore || rows == 0 || m_table->chosenHere() < rows)
        return false;
    say(tr("All %1 loaded jobs are selected.", nullptr, pluralOf(rows)).arg(formatNumber(rows)),
        Job::SelectMatching,
        model.total().value ? tr("Select all %1 that match").arg(formatCount(model.total()))
                            : tr("Select all that match"));
    return true;
}

void JobsBar::run()
{
    JobsModel *model = m_table->jobs();
    switch (m_job) {
    case Job::None:
        break;
    case Job::Retry:
        Q_EMIT retryWanted();
        break;
    case Job::Cancel:
        model->cancel();
        break;
    case Job::Continue:
        model->continueSearch();
        break;
    case Job::SelectMatching:
        m_table->chooseAllMatching();
        break;
    case Job::ClearSelected:
        m_table->clearChosen();
        break;
    }
}

void JobsBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), hairlineColor(palette()));
}

} // namespace yardmaster
