#include "ui/pages/overview/overviewpanel.h"

#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/overview/metricspoller.h"
#include "models/values/format.h"
#include "ui/kit/command.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/freshnesswords.h"
#include "ui/kit/label.h"
#include "ui/kit/pagetabs.h"
#include "ui/kit/tone.h"
#include "ui/pages/overview/keyfigure.h"
#include "ui/pages/overview/linklist.h"
#include "ui/pages/overview/overviewparts.h"
#include "ui/pages/overview/runtrends.h"
#include "ui/pages/overview/trendchart.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What is read of the history, of each Range.
constexpr RunSpan kSpans[]{RunSpan::QuarterHour, RunSpan::Hour, RunSpan::Hour,
                           RunSpan::Day,         RunSpan::Week, RunSpan::FourWeeks};

/// Its children fill themselves, and what is between them are hairlines.
void showLinesBetween(QWidget *widget)
{
    widget->setBackgroundRole(QPalette::Mid);
    widget->setAutoFillBackground(true);
}

} // namespace

OverviewPanel::OverviewPanel(ConsoleContext *context, MetricsPoller *poller, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_poller(poller)
    , m_tabs(new PageTabs(this))
    , m_remark(new Label(this))
    , m_pages(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
{
    setObjectName("overviewPanel"_L1);
    makeCommands();
    auto *board = new QWidget(this);
    showLinesBetween(board);
    auto *column = new QVBoxLayout(board);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeFigures());
    auto *body = new QHBoxLayout;
    body->setContentsMargins(0, 1, 0, 0);
    body->setSpacing(1);
    body->addWidget(makeTrends(), 5);
    m_side = makeLists();
    body->addWidget(m_side, 2);
    column->addLayout(body, 1);
    m_pages->addWidget(m_hint);
    m_pages->addWidget(board);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(m_pages, 1);

    connect(poller, &MetricsPoller::read, this, &OverviewPanel::showMetrics);
    connect(poller, &MetricsPoller::freshnessChanged, this, &OverviewPanel::showState);
    connect(poller->monitor(), &QueueMonitor::stateChanged, this, &OverviewPanel::showState);
    connect(context, &ConsoleContext::jobsChanged, poller, &MetricsPoller::refreshSoon);
    connect(&m_tick, &QTimer::timeout, this, &OverviewPanel::showState);
    m_tick.setInterval(1s);
    setRange(Range::QuarterHour);
    showState();
}

OverviewPanel::~OverviewPanel()
{
    m_poller->setDetailed(false);
    m_readings->setModel(nullptr); // the view goes after the model
}

void OverviewPanel::makeCommands()
{
    auto *group = new QActionGroup(this);
    const auto addRange = [&](Range range, const QString &id, const QString &title,
                              const QString &sentence) {
        QAction *action = addCommand(this, id, title, sentence, [this, range] { setRange(range); })
                              ->asSwitch()
                              ->alsoCalled(tr("time range, period, zoom"));
        group->addAction(action);
        m_ranges.insert(range, action);
    };
    addRange(Range::QuarterHour, u"overview.range-15m"_s, tr("Charts of 15 minutes"),
             tr("The charts of the overview show the last 15 minutes."));
    addRange(Range::Hour, u"overview.range-1h"_s, tr("Charts of an hour"),
             tr("The charts of the overview show the last hour."));
    addRange(Range::All, u"overview.range-all"_s, tr("Charts of the whole session"),
             tr("The charts of the overview show everything since this window was opened."));
    const QString sentence
        = tr("The charts of the overview show this time range, from the history.");
    addRange(Range::Day, u"overview.range-24h"_s, tr("Charts of 24 hours"), sentence);
    addRange(Range::Week, u"overview.range-7d"_s, tr("Charts of 7 days"), sentence);
    addRange(Range::FourWeeks, u"overview.range-28d"_s, tr("Charts of 4 weeks"), sentence);
    m_asTable = addCommand(this, u"overview.as-table"_s, tr("Values as a table"),
                           tr("Lists the values of the overview instead of drawing charts."))
                    ->asSwitch()
                    ->alsoCalled(tr("numbers, figures"));
    m_asTable->setIconText(tr("Table")); // on the button
    connect(m_asTable, &QAction::toggled, this, &OverviewPanel::setAsTable);
}

QWidget *OverviewPanel::makeBar()
{
    auto *bar = new QWidget(this);
    m_tabs->setObjectName("overviewRange"_L1);
    m_tabs->setAccessibleName(tr("Time range of the charts"));
    m_tabs->addPage(u"15m"_s, tr("15 min"));
    m_tabs->addPage(u"1h"_s, tr("1 h"));
    m_tabs->addPage(u"all"_s, tr("Session"));
    m_tabs->addPage(u"24h"_s, tr("24 h"));
    m_tabs->addPage(u"7d"_s, tr("7 days"));
    m_tabs->addPage(u"28d"_s, tr("4 weeks"));
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) { setRange(Range(index)); });
    m_remark->setObjectName("overviewRemark"_L1);
    setTone(m_remark, Tone::Trouble);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *table = new QToolButton(bar);
    table->setObjectName("overviewAsTable"_L1);
    table->setDefaultAction(m_asTable);
    table->setFocusPolicy(Qt::StrongFocus);
    table->setAccessibleName(m_asTable->text());
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 4, 16, 0);
    layout->setSpacing(12);
    layout->addWidget(m_tabs);
    layout->addWidget(m_remark, 1);
    layout->addWidget(table);
    return bar;
}

QWidget *OverviewPanel::makeFigures()
{
    auto *row = new QWidget(this);
    showLinesBetween(row);
    row->setAccessibleName(tr("Key figures"));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    const auto add
        = [&](Figure figure, const char *name, const QString &title, const QString &meaning) {
              auto *button = new KeyFigure(title, meaning, row);
              button->setObjectName(QString::fromLatin1(name));
              connect(button, &KeyFigure::clicked, this,
                      [this, button] { m_context->requestFilter(button->filter()); });
              layout->addWidget(button, 1);
              m_figures.insert(figure, button);
          };
    add(Figure::Oldest, "figureOldest", tr("Oldest ready"),
        tr("How long the oldest job that a worker may fetch has been due."));
    add(Figure::Added, "figureAdded", tr("Added"),
        tr("Jobs added in the last minute, according to the server's count of new rows, which lags "
           "a few seconds behind. A job that replaces one with the same key is not counted."));
    add(Figure::Finished, "figureFinished", tr("Finished"),
        tr("Jobs that left the table in the last minute, according to the server's count of "
           "deleted rows: those that succeeded, and those deleted by hand or by a clean-up."));
    add(Figure::Failed, "figureFailed", tr("Failed runs"), failuresMeaning());
    add(Figure::Outlook, "figureOutlook", tr("Backlog"),
        tr("When no job will be ready any more, if jobs keep being added and finished as in the "
           "last minute."));
    return row;
}

QWidget *OverviewPanel::makeTrends()
{
    m_trends = new QStackedWidget(this);
    m_trends->setObjectName("overviewTrends"_L1);
    auto *charts = new QWidget(m_trends);
    showLinesBetween(charts);
    auto *layout = new QVBoxLayout(charts);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    m_movement = new TrendChart(tr("Jobs per minute"), movementLines(), TrendUnit::Jobs, charts);
    m_depth = new TrendChart(tr("Jobs"), depthLines(), TrendUnit::Jobs, charts);
    m_wait = new TrendChart(tr("Wait of the oldest ready job"), waitLines(), TrendUnit::Seconds,
                            charts);
    m_movement->setObjectName("movementChart"_L1);
    m_depth->setObjectName("depthChart"_L1);
    m_wait->setObjectName("waitChart"_L1);
    int ends = 0;
    for (TrendChart *chart : {m_movement, m_depth, m_wait}) {
        layout->addWidget(chart, 1);
        ends = std::max(ends, chart->view()->wantedEnds());
    }
    m_runs = new RunTrends(m_context, m_trends);
    for (TrendChart *chart : {m_movement, m_depth, m_wait}) {
        chart->view()->setEnds(ends); // one above the other
        m_runs->showMarksOn(chart->view());
    }
    m_readings = makeReadingsTable(&m_table, m_trends);
    // Somebody who reads further down stays there.
    connect(&m_table, &QAbstractItemModel::rowsInserted, m_readings,
            [this](const QModelIndex &, int first, int last) {
                QScrollBar *bar = m_readings->verticalScrollBar();
                if (bar->value() > 0)
                    bar->setValue(bar->value() + last - first + 1);
            });
    connect(m_runs, &RunTrends::read, this, &OverviewPanel::showMetrics);
    m_trends->addWidget(charts);
    m_trends->addWidget(m_readings);
    m_trends->addWidget(m_runs);
    return m_trends;
}

QWidget *OverviewPanel::makeLists()
{
    auto *side = new QWidget(this);
    side->setBackgroundRole(QPalette::Base);
    side->setAutoFillBackground(true);
    side->setMinimumWidth(280);
    m_queues = new LinkList({tr("Longest waiting queues"), tr("Oldest")}, side);
    m_queues->setObjectName("oldestQueues"_L1);
    m_queues->setAccessibleName(tr("Queues whose oldest due job has waited longest"));
    m_tasks = new LinkList({tr("Most failing tasks"), tr("Failed"), tr("Retrying")}, side);
    m_tasks->setObjectName("failingTasks"_L1);
    m_tasks->setAccessibleName(tr("Tasks with the most failures"));
    m_tasksRemark = new Label(side);
    m_tasksRemark->setObjectName("failingTasksRemark"_L1);
    m_tasksRemark->setWordWrap(true);
    setTone(m_tasksRemark, Tone::Muted);
    m_tasksRemark->setContentsMargins(8, 4, 8, 8);
    for (LinkList *list : {m_queues, m_tasks})
        list->setContext(m_context);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(8, 4, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(m_queues, 1);
    layout->addWidget(m_tasks, 1);
    layout->addWidget(m_tasksRemark);
    return side;
}

void OverviewPanel::setRange(Range range)
{
    m_range = range;
    m_ranges.value(range)->setChecked(true);
    m_tabs->setCurrentIndex(int(range));
    m_table.clear();
    m_side->setVisible(!isOfHistory());
    m_runs->follow(kSpans[int(range)]);
    setAsTable(m_asTable->isChecked());
}

void OverviewPanel::setAsTable(bool isTable)
{
    m_asTable->setChecked(isTable);
    m_trends->setCurrentIndex(isOfHistory() ? 2 : isTable ? 1 : 0);
    m_runs->setAsTable(isTable);
    showTrends();
}

void OverviewPanel::showMetrics()
{
    if (!isVisible())
        return;
    showState();
    showFigures();
    showTrends();
    showLists();
}

void OverviewPanel::showFigures()
{
    const QMap<Figure, KeyFigure *> &figures = m_figures;
    const QueueMetrics metrics = m_runs->corrected({m_poller->latest()}).first();
    figures[Figure::Oldest]->setFigure(formatWait(metrics.oldestReady, metrics.isOldestLowerBound),
                                       oldestRemark(metrics), oldestFilter(metrics));
    figures[Figure::Added]->setFigure(formatRate(metrics.arrivals), tr("per minute"),
                                      u"created>now-1m"_s);
    figures[Figure::Finished]->setFigure(formatRate(metrics.completions), tr("per minute"),
                                         u"state:running"_s);
    figures[Figure::Failed]->setFigure(formatRate(metrics.failures, metrics.failuresPrecision()),
                                       failuresRemark(metrics), u"state:failed,retrying"_s);
    figures[Figure::Failed]->setAlarming(metrics.failures.value_or(0) > 0);
    const Outlook outlook = outlookOf(metrics);
    figures[Figure::Outlook]->setFigure(outlookFigure(outlook), outlookRemark(outlook),
                                        u"state:ready"_s);
}

void OverviewPanel::showTrends()
{
    if (!isVisible() || isOfHistory()) // RunTrends shows itself
        return;
    const MetricsHistory &history = m_poller->history();
    QList<QueueMetrics> readings = history.readings();
    std::chrono::seconds span = m_range == Range::Hour ? 60min : 15min;
    if (m_range != Range::All)
        readings = history.since(span);
    else if (!readings.isEmpty())
        span = std::chrono::seconds(readings.first().time.secsTo(readings.last().time));
    readings = m_runs->corrected(readings);
    if (m_trends->currentIndex() == 1) {
        m_table.setReadings(readings);
        return;
    }
    for (TrendChart *chart : {m_movement, m_depth, m_wait})
        chart->setReadings(readings, span);
}

void OverviewPanel::showLists()
{
    const QueueMetrics &metrics = m_poller->latest();
    QList<LinkList::Row> queues;
    for (const QueueAge &queue : metrics.oldestQueues)
        queues << queueRow(queue);
    m_queues->setRows(queues);
    QList<LinkList::Row> tasks;
    for (const TaskFailures &task : metrics.failingTasks)
        tasks << taskRow(task);
    m_tasks->setRows(tasks);
    m_tasksRemark->setText(failingTasksRemark(metrics));
}

QString OverviewPanel::trouble() const
{
    if (m_poller->isStale())
        return freshnessWords(m_poller->freshness());
    if (m_poller->monitor()->server()) {
        for (const Restriction &restriction : m_poller->monitor()->server()->restrictions) {
            if (restriction.weight == Restriction::Weight::Reading)
                return restriction.sentence;
        }
        if (m_poller->monitor()->server()->writing.isReplica)
            return tr("A standby does not know what is added and finished.");
    }
    return {};
}

void OverviewPanel::showState()
{
    if (!isVisible())
        return;
    const bool hasRead = m_poller->latest().time.isValid();
    m_pages->setCurrentIndex(hasRead ? 1 : 0);
    m_tabs->setVisible(hasRead);
    m_asTable->setEnabled(hasRead);
    if (!hasRead && m_poller->isTroubled())
        m_hint->setTexts(errorTitle(m_poller->error()), errorSentence(m_poller->error()));
    else if (!hasRead)
        m_hint->setTexts(tr("Reading the first values"),
                         tr("How fast the queue moves and how long jobs wait appears here."));
    const QString text = hasRead ? trouble() : QString();
    m_remark->setText(text);
    m_remark->setToolTip(hasRead && m_poller->isStale() ? freshnessSentence(m_poller->freshness())
                                                        : text);
    for (KeyFigure *figure : std::as_const(m_figures))
        figure->setStale(m_poller->isStale());
    showPlaceholders();
}

void OverviewPanel::showPlaceholders()
{
    if (m_poller->isStale()) {
        for (LinkList *list : {m_queues, m_tasks})
            list->setPlaceholder(tr("Not known at the moment."));
        return;
    }
    m_queues->setPlaceholder(tr("Nothing is due."));
    m_tasks->setPlaceholder(m_poller->latest().hasTasks ? tr("No failed job was found.")
                                                        : tr("Looking for failed jobs…"));
}

void OverviewPanel::setActive(bool isActive)
{
    m_poller->setDetailed(isActive);
    m_runs->setPaused(!isActive);
    if (!isActive) {
        m_tick.stop();
        return;
    }
    m_tick.start();
    showState();
    if (m_poller->latest().time.isValid())
        showMetrics();
}

} // namespace yardmaster
