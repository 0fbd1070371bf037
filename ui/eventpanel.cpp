#include "ui/eventpanel.h"

#include "models/connectiontext.h"
#include "models/eventlistmodel.h"
#include "models/format.h"
#include "models/localworker.h"
#include "ui/emptyhint.h"
#include "ui/eventtable.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

EventPanel::EventPanel(LocalWorker *worker, QString schema, QWidget *parent)
    : QWidget(parent)
    , m_worker(worker)
    , m_schema(std::move(schema))
    , m_title(new QLabel(tr("What the worker did"), this))
    , m_remark(new QLabel(this))
    , m_pages(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    auto *heading = new QHBoxLayout;
    heading->setContentsMargins(16, 8, 16, 8);
    heading->addWidget(m_title, 1);
    heading->addWidget(m_remark);

    m_title->setVisible(m_worker != nullptr);
    m_remark->setVisible(m_worker != nullptr);
    m_pages->addWidget(m_hint);
    if (m_worker) {
        m_table = new EventTable(m_worker->events(), this);
        m_pages->addWidget(m_table);
        connect(m_worker, &LocalWorker::jobsChanged, this, &EventPanel::showContent);
        connect(m_worker, &LocalWorker::stateChanged, this, &EventPanel::showContent);
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(heading);
    layout->addWidget(m_pages, 1);
    showContent();
}

void EventPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showContent();
}

void EventPanel::showContent()
{
    setInk(m_remark, mutedColor(palette()));
    if (!m_worker) {
        m_hint->setTexts(tr("No jobs run in this window"),
                         tr("Each job a local worker runs would appear here. "
                            "Start Yardmaster with --tasks to run jobs."));
        return;
    }

    const EventListModel *events = m_worker->events();
    m_remark->setText(events->dropped() == 0 ? QString()
                                             : tr("Newest %1 lines; %2 older ones dropped")
                                                   .arg(formatNumber(events->rowCount()),
                                                        formatNumber(events->dropped())));
    if (events->hasRuns()) {
        m_pages->setCurrentWidget(m_table);
        return;
    }
    const QStringList tasks = m_worker->tasks();
    if (tasks.isEmpty()) {
        m_hint->setTexts(
            tr("This worker has no tasks"),
            tr("Each job it runs would appear here. Point it to a folder of tasks with "
               "--tasks."));
        return;
    }
    const QString task = tasks.contains("hello"_L1) ? u"hello"_s : tasks.first();
    const bool isStopped = m_worker->state() == LocalWorker::State::Stopped;
    m_hint->setTexts(tr("No job has run here yet"),
                     isStopped
                         ? tr("Each job the worker runs appears here. Start the worker, and add "
                              "a job in psql:")
                         : tr("Each job the worker runs appears here. Add one in psql:"),
                     exampleJobSql(m_schema, task));
    m_pages->setCurrentWidget(m_hint);
}

} // namespace yardmaster
