#include "ui/pages/overview/runtrends.h"

#include "models/console/consolecontext.h"
#include "models/operations/loggedmaintenance.h"
#include "models/overview/metricswords.h"
#include "models/overview/runfigures.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/tablesetup.h"
#include "ui/kit/tone.h"
#include "ui/pages/overview/durationmap.h"
#include "ui/pages/overview/trendchart.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kMarksInterval = 30s; // and after each change from this window

QList<TrendLine> runLines()
{
    const auto line = [](const QString &name, JobState state, double RunFigures::*of) {
        return TrendLine{name, state,
                         [of](const QueueMetrics &v) {
                             return v.runs ? std::optional((*v.runs).*of) : std::nullopt;
                         },
                         [of](const QueueMetrics &v) {
                             return formatRate(v.runs ? std::optional((*v.runs).*of)
                                                      : std::nullopt);
                         }};
    };
    const auto before = [](const QueueMetrics &v) {
        return v.runsBefore ? std::optional(v.runsBefore->succeeded) : std::nullopt;
    };
    return {line(RunTrends::tr("Succeeded"), JobState::Running, &RunFigures::succeeded),
            line(RunTrends::tr("Failed"), JobState::FailedForGood, &RunFigures::failed),
            {RunTrends::tr("Succeeded earlier"), JobState::Running, before,
             [before](const QueueMetrics &v) { return formatRate(before(v)); }, true}};
}

QList<TrendLine> durationLines(std::array<RunFigures::Duration, 3> RunFigures::*of)
{
    const auto line = [of](const QString &name, JobState state, size_t place,
                           std::optional<RunFigures> QueueMetrics::*runs = &QueueMetrics::runs) {
        const auto value = [of, place, runs](const QueueMetrics &v) {
            return v.*runs ? ((*(v.*runs)).*of)[place] : RunFigures::Duration();
        };
        return TrendLine{name, state,
                         [value](const QueueMetrics &v) -> std::optional<double> {
                             const auto duration = value(v);
                             return duration ? std::optional(double(duration->count()) / 1e6)
                                             : std::nullopt;
                         },
                         [value](const QueueMetrics &v) { return formatRunDuration(value(v)); },
                         runs == &QueueMetrics::runsBefore};
    };
    return {line(RunTrends::tr("Median"), JobState::Ready, 0),
            line(RunTrends::tr("95 %"), JobState::Retrying, 1),
            line(RunTrends::tr("99 %"), JobState::FailedForGood, 2),
            line(RunTrends::tr("95 % earlier"), JobState::Retrying, 1, &QueueMetrics::runsBefore)};
}

QTableView *makeSumsTable(RunSumsModel *model, const QString &name, const QString &accessibleName,
                          QWidget *parent)
{
    auto *table = new QTableView(parent);
    table->setModel(model);
    table->setObjectName(name);
    setUpTable(table, accessibleName);
    fitColumns(table);
    return table;
}

} // namespace

RunTrends::RunTrends(ConsoleContext *context, QWidget *parent)
    : QWidget(parent)
    , m_choice(std::make_shared<std::atomic<RunChoice>>(
          RunChoice{RunSpan::QuarterHour, RunBaseline::Yesterday}))
    , m_poller(context->sessions(),
               withSession(&readChosenStatistics, context->target().schema,
                           std::shared_ptr<const std::atomic<RunChoice>>(m_choice)),
               5s)
    , m_marks(context->sessions(), withSession(&readChangeMarks, context->maintenanceLog()),
              kMarksInterval)
    , m_pages(new QStackedWidget(this))
    , m_over(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_baseline(new QComboBox(this))
    , m_comparison(new ElidedLabel(Qt::ElideRight, this))
{
    setObjectName("runTrends"_L1);
    auto *charts = new QWidget(m_over);
    charts->setBackgroundRole(QPalette::Mid); // between them: hairlines
    charts->setAutoFillBackground(true);
    auto *column = new QVBoxLayout(charts);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    m_runs = new TrendChart(tr("Runs per minute"), runLines(), TrendUnit::Jobs, charts);
    m_wait = new TrendChart(tr("Wait until fetched"), durationLines(&RunFigures::wait),
                            TrendUnit::Durations, charts);
    m_heldAs = new QStackedWidget(charts);
    m_held = new TrendChart(tr("Held by a worker"), durationLines(&RunFigures::held),
                            TrendUnit::Durations, m_heldAs);
    m_heldMap = new DurationMap;
    m_heldMap->setObjectName("runHeldMap"_L1);
    auto *mapFrame = new ChartFrame(tr("Held by a worker"), m_heldMap, m_heldAs);
    connect(m_heldMap, &DurationMap::markedChanged, mapFrame, [map = m_heldMap, mapFrame] {
        mapFrame->setMarkedText(map->markedText(), changesLine(map->markedChanges()));
    });
    m_heldAs->addWidget(m_held);
    m_heldAs->addWidget(mapFrame);
    m_runs->setObjectName("runChart"_L1);
    m_wait->setObjectName("runWaitChart"_L1);
    m_held->setObjectName("runHeldChart"_L1);
    int ends = 0;
    for (QWidget *chart : std::initializer_list<QWidget *>{m_runs, m_wait, m_heldAs})
        column->addWidget(chart, 1);
    for (TrendChart *chart : {m_runs, m_wait, m_held})
        ends = std::max(ends, chart->view()->wantedEnds());
    for (TrendChart *chart : {m_runs, m_wait, m_held})
        chart->view()->setEnds(ends); // one above the other
    m_heldMap->setEnds(ends);
    m_points = makeSumsTable(&m_pointRows, u"runPoints"_s, tr("Values, the newest first"), m_over);
    m_over->addWidget(charts);
    m_over->addWidget(m_points);
    m_tasks = makeSumsTable(&m_taskRows, u"runTasks"_s, tr("Tasks, the most runs first"), this);
    m_tasks->setToolTip(tr("Double-click to list the runs of the task."));
    const auto list = [this, context](const QModelIndex &index) {
        const FilterValue task = FilterValue::exactly(m_taskRows.at(index.row()).key);
        context->requestRuns(
            FilterTerm{false, FilterKey::Task, {}, FilterOperator::Is, {task}, {}}.text());
    };
    connect(m_tasks, &QTableView::activated, context, list);
    RowMenu::of(m_tasks)->addEntry(tr("List runs of the task"), u"runTasks.runs"_s, list);
    RowMenu::of(m_tasks)->setSubjects(context, [this](const QModelIndex &index) {
        return RowSubject{0, m_taskRows.at(index.row()).key, {}, {}, {}};
    });

    m_baseline->setObjectName("runBaseline"_L1);
    m_baseline->addItem(tr("Nothing"), int(RunBaseline::None));
    m_baseline->addItem(tr("Yesterday"), int(RunBaseline::Yesterday));
    m_baseline->addItem(tr("A week ago"), int(RunBaseline::LastWeek));
    m_baseline->setCurrentIndex(int(m_choice->load().baseline));
    m_baseline->setToolTip(tr("The pale lines show the same time range a day or a week earlier."));
    connect(m_baseline, &QComboBox::currentIndexChanged, this, [this] {
        choose({m_choice->load().span, RunBaseline(m_baseline->currentData().toInt())});
    });
    m_comparison->setObjectName("runComparison"_L1);
    auto *caption = new Label(tr("Compare with"), this);
    caption->setBuddy(m_baseline);
    setTone(caption, Tone::Muted);
    m_heldChoice = new QComboBox(this);
    m_heldChoice->setObjectName("runHeldAs"_L1);
    m_heldChoice->addItems({tr("Lines"), tr("Heat map")});
    m_heldChoice->setToolTip(tr("A heat map shows how all durations are distributed: the more runs "
                                "took that long, the darker."));
    connect(m_heldChoice, &QComboBox::currentIndexChanged, m_heldAs,
            &QStackedWidget::setCurrentIndex);
    auto *heldCaption = new Label(tr("Show held times as"), this);
    heldCaption->setBuddy(m_heldChoice);
    setTone(heldCaption, Tone::Muted);
    auto *comparing = new QWidget(this);
    comparing->setBackgroundRole(QPalette::Base);
    comparing->setAutoFillBackground(true);
    auto *line = new QHBoxLayout(comparing);
    line->setContentsMargins(16, 4, 16, 4);
    line->setSpacing(12);
    line->addWidget(caption);
    line->addWidget(m_baseline);
    line->addWidget(m_comparison, 1);
    line->addWidget(heldCaption);
    line->addWidget(m_heldChoice);

    auto *board = new QWidget(this);
    auto *layout = new QVBoxLayout(board);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(comparing);
    layout->addWidget(m_over, 3);
    layout->addWidget(m_tasks, 1);
    m_pages->addWidget(m_hint);
    m_pages->addWidget(board);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_pages);
    connect(&m_poller, &PollerBase::read, this, &RunTrends::showLatest);
    connect(&m_poller, &PollerBase::read, this, &RunTrends::read);
    connect(&m_poller, &PollerBase::failed, this, &RunTrends::showLatest);
    m_marked = {m_runs->view(), m_wait->view(), m_held->view(), m_heldMap};
    connect(&m_marks, &PollerBase::changed, this, [this] {
        for (ChartView *view : std::as_const(m_marked))
            view->setMarks(*m_marks.latest());
        m_pointRows.setMarks(*m_marks.latest());
        showLatest();
    });
    connect(context, &ConsoleContext::jobsChanged, &m_marks, &PollerBase::refreshSoon);
    showLatest();
}

RunTrends::~RunTrends()
{
    for (QTableView *table : {m_points, m_tasks})
        table->setModel(nullptr); // the views go after the models
}

void RunTrends::follow(RunSpan span)
{
    choose({span, m_choice->load().baseline});
}

void RunTrends::choose(RunChoice choice)
{
    if (m_choice->exchange(choice) == choice)
        return;
    showLatest();
    m_poller.refresh();
}

void RunTrends::setPaused(bool isPaused)
{
    m_poller.setPaused(isPaused);
    m_marks.setPaused(isPaused);
}

QList<QueueMetrics> RunTrends::corrected(const QList<QueueMetrics> &readings) const
{
    return m_poller.latest() ? withExactFailures(readings, *m_poller.latest()) : readings;
}

void RunTrends::showLatest()
{
    const auto &read = m_poller.latest();
    if (m_poller.error())
        showHint(errorTitle(*m_poller.error()), errorSentence(*m_poller.error()));
    else if (!read || read->choice != m_choice->load())
        showHint(tr("Reading the history"),
                 tr("How many jobs ran and how long they took appears here."));
    else if (!read->presence.isThere)
        showHint(tr("No history is recorded here"),
                 tr("What happened before this window was opened is known only if the history is "
                    "recorded. The Maintenance page can turn this on."));
    else if (!read->presence.mayRead)
        showHint(tr("This role may not read the history"),
                 tr("The history is recorded here. Its owner can grant the right to read it."));
    else if (!read->presence.isReadable())
        showHint(tr("Part of the history is missing"),
                 tr("The Maintenance page says which part, and can repair it."));
    else
        showStatistics(*read);
}

void RunTrends::showStatistics(const RunStatistics &statistics)
{
    m_pages->setCurrentIndex(1);
    const QList<QueueMetrics> readings = readingsOf(statistics);
    for (TrendChart *chart : {m_runs, m_wait, m_held})
        chart->setReadings(readings, lengthOf(statistics.choice.span));
    m_heldMap->setStatistics(statistics);
    alignLeft();
    m_comparison->setText(comparisonText(statistics));
    m_pointRows.setStatistics(statistics);
    m_taskRows.setStatistics(statistics);
}

/// The same time is at the same place in all charts.
void RunTrends::alignLeft()
{
    const std::array<ChartView *, 4> views{m_runs->view(), m_wait->view(), m_held->view(),
                                           m_heldMap};
    int widest = 0;
    for (const ChartView *view : views)
        widest = std::max(widest, view->labels());
    for (ChartView *view : views)
        view->setLeastLabels(widest);
}

void RunTrends::setAsTable(bool isTable)
{
    m_over->setCurrentIndex(isTable ? 1 : 0);
}

void RunTrends::showHint(const QString &title, const QString &sentence)
{
    m_hint->setTexts(title, sentence);
    m_pages->setCurrentIndex(0);
}

} // namespace yardmaster
