#include "ui/pages/cron/crondetails.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/freshnesswords.h"
#include "ui/kit/label.h"
#include "ui/kit/pagetabs.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/tablesetup.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/pages/cron/crontree.h"
#include "ui/pages/cron/cronweek.h"

#include <QHBoxLayout>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kMostRows = 1000;
constexpr int kColumnRole = kCronLineRole + 1;

QTreeWidgetItem *addRow(QTreeWidget *list, const QStringList &texts, int line, int column = 1)
{
    auto *item = new QTreeWidgetItem(list);
    for (int i = 0; i < texts.size(); ++i)
        item->setText(i, shownText(texts.at(i)));
    item->setData(0, kCronLineRole, line);
    item->setData(0, kColumnRole, column);
    return item;
}

void alignRight(QTreeWidgetItem *item, std::initializer_list<int> columns)
{
    for (const int column : columns)
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

QVBoxLayout *columnOf(QWidget *widget)
{
    auto *layout = new QVBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    return layout;
}

Label *makeRemark(const char *name, QWidget *parent)
{
    auto *label = new Label(parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    setTone(label, Tone::Muted);
    return label;
}

} // namespace

CronDetails::CronDetails(QWidget *parent)
    : QWidget(parent)
    , m_tabs(new PageTabs(this))
    , m_stack(new QStackedWidget(this))
    , m_problems(makeCronList(u"cronProblems"_s, {tr("Line"), tr("Column"), tr("Problem")},
                              {8, 8, 30}, 2, m_stack))
    , m_week(new CronWeek(m_stack))
{
    setObjectName("cronDetails"_L1);
    m_tabs->setObjectName("cronTabs"_L1);
    m_tabs->setAccessibleName(tr("About the crontab"));
    m_problems->setAccessibleName(tr("Errors and warnings"));
    alignRight(m_problems->headerItem(), {0, 1});
    const auto add = [this](QWidget *page, const QString &title) {
        m_stack->addWidget(page);
        m_tabs->addTab(title);
    };
    add(m_problems, tr("Problems"));
    add(m_week, tr("Week"));
    add(makePileUps(), tr("Pile-ups"));
    add(makeStart(), tr("If a worker started now"));
    add(makeEntries(), tr("Known entries"));
    auto *layout = columnOf(this);
    layout->addWidget(m_tabs);
    layout->addWidget(m_stack, 1);

    connect(m_tabs, &QTabBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_week, &CronWeek::lineChosen, this, [this](int line) { Q_EMIT placeChosen(line, 1); });
    for (QTreeWidget *list : {m_problems, m_pileUps, m_start}) {
        const auto go = [this](QTreeWidgetItem *item) {
            if (const int line = item->data(0, kCronLineRole).toInt(); line > 0)
                Q_EMIT placeChosen(line, item->data(0, kColumnRole).toInt());
        };
        connect(list, &QTreeWidget::itemActivated, this, go);
        connect(list, &QTreeWidget::itemClicked, this, go);
        RowMenu::of(list)->addEntry(tr("Go to the line"), u"cron.go-to-line"_s,
                                    [list, go](const QModelIndex &) { go(list->currentItem()); });
    }
}

CronDetails::~CronDetails()
{
    m_entriesTable->setModel(nullptr); // it goes after the model
}

QWidget *CronDetails::makePileUps()
{
    auto *page = new QWidget(m_stack);
    m_least = new QSpinBox(page);
    m_least->setObjectName("cronLeast"_L1);
    m_least->setRange(2, 1000);
    m_least->setValue(3);
    m_least->setKeyboardTracking(false);
    auto *label = new Label(tr("Entries in one minute, at &least"), page);
    label->setBuddy(m_least);
    m_pileUpRemark = makeRemark("cronPileUpRemark", page);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(8);
    bar->addWidget(label);
    bar->addWidget(m_least);
    bar->addSpacing(8);
    bar->addWidget(m_pileUpRemark, 1);
    m_pileUps = makeCronList(u"cronPileUps"_s,
                             {tr("Entries"), tr("Times a week"), tr("First"), tr("Which")},
                             {8, 12, 24, 30}, 3, page);
    m_pileUps->setAccessibleName(tr("Minutes in which many entries are due"));
    alignRight(m_pileUps->headerItem(), {0, 1, 2});
    auto *layout = columnOf(page);
    layout->addLayout(bar);
    layout->addWidget(m_pileUps, 1);
    connect(m_least, &QSpinBox::valueChanged, this, &CronDetails::leastChanged);
    return page;
}

QWidget *CronDetails::makeStart()
{
    auto *page = new QWidget(m_stack);
    m_startRemark = makeRemark("cronStartRemark", page);
    m_startRemark->setContentsMargins(16, 8, 16, 8);
    m_start = makeCronList(u"cronStart"_s,
                           {tr("Identifier"), tr("Jobs"), tr("Runs"), tr("From"), tr("To")},
                           {20, 10, 10, 24, 24}, 0, page);
    m_start->setAccessibleName(tr("What a worker starting now would backfill"));
    alignRight(m_start->headerItem(), {1, 2, 3, 4});
    auto *layout = columnOf(page);
    layout->addWidget(m_startRemark);
    layout->addWidget(m_start, 1);
    return page;
}

QWidget *CronDetails::makeEntries()
{
    auto *page = new QWidget(m_stack);
    m_entriesRemark = makeRemark("cronEntriesRemark", page);
    m_entriesRemark->setContentsMargins(16, 4, 16, 4);
    setTone(m_entriesRemark, Tone::Trouble);
    m_entriesPages = new QStackedWidget(page);
    m_entriesHint = new EmptyHint(m_entriesPages);
    m_entriesTable = new QTableView(m_entriesPages);
    m_entriesTable->setModel(&m_entries);
    m_entriesTable->setObjectName("cronEntries"_L1);
    setUpTable(m_entriesTable, tr("Entries known to the database"));
    fitColumns(m_entriesTable);
    m_entriesPages->addWidget(m_entriesHint);
    m_entriesPages->addWidget(m_entriesTable);
    const auto go = [this](const QModelIndex &index) {
        if (const int line = m_entries.lineOf(index.row()); line > 0)
            Q_EMIT placeChosen(line, 1);
    };
    connect(m_entriesTable, &QTableView::activated, this, go);
    connect(m_entriesTable, &QTableView::clicked, this, go);
    RowMenu::of(m_entriesTable)->addEntry(tr("Go to the line"), u"cron.go-to-line"_s, go);
    auto *tick = new QTimer(page);
    connect(tick, &QTimer::timeout, this, &CronDetails::showFreshness);
    tick->start(1s);
    QVBoxLayout *layout = columnOf(page);
    layout->addWidget(m_entriesRemark);
    layout->addWidget(m_entriesPages, 1);
    return page;
}

void CronDetails::setPage(Page page)
{
    m_tabs->setCurrentIndex(page);
}

CronDetails::Page CronDetails::page() const
{
    return Page(m_tabs->currentIndex());
}

int CronDetails::least() const
{
    return m_least->value();
}

void CronDetails::setAnalysis(CronAnalysisPtr analysis)
{
    m_problems->clear();
    for (const Page page : {Problems, Week, PileUps, Start})
        m_tabs->setTabVisible(page, analysis != nullptr);
    if (!analysis)
        return;
    const auto add = [this](const QList<CrontabProblem> &problems, Tone tone) {
        for (const CrontabProblem &problem :
             problems.mid(0, kMostRows - m_problems->topLevelItemCount())) {
            QTreeWidgetItem *item = addRow(
                m_problems,
                {QString::number(problem.line), QString::number(problem.column),
                 (tone == Tone::Caution ? tr("Warning: %1") : tr("Error: %1")).arg(problem.text())},
                problem.line, problem.column);
            setTone(item, 2, tone);
            item->setToolTip(2, problem.text());
            alignRight(item, {0, 1});
        }
    };
    add(analysis->problems, Tone::Trouble);
    add(analysis->warnings, Tone::Caution);
    const qsizetype count = analysis->problems.size() + analysis->warnings.size();
    if (count > m_problems->topLevelItemCount())
        addRow(
            m_problems,
            {{}, {}, tr("and %1 more").arg(formatNumber(count - m_problems->topLevelItemCount()))},
            0);
    if (count == 0)
        addRow(m_problems, {{}, {}, tr("No problems: workers accept this crontab.")}, 0);
    m_tabs->setTabText(Problems,
                       count > 0 ? tr("Problems (%1)").arg(formatNumber(count)) : tr("Problems"));
}

void CronDetails::setForecast(CronForecastPtr forecast)
{
    m_week->setForecast(forecast, least());
    m_pileUps->clear();
    m_start->clear();
    if (!forecast)
        return;
    fillPileUps(*forecast);
    fillStart(*forecast);
}

void CronDetails::fillPileUps(const CronForecast &forecast)
{
    const auto &entries = forecast.analysis->entries;
    for (const CronPileUp &pileUp : forecast.pileUps) {
        QStringList names;
        for (const int entry : pileUp.entries)
            names << entries.at(entry).item.identifier;
        if (pileUp.size > names.size())
            names << tr("and %1 more").arg(formatNumber(pileUp.size - names.size()));
        QTreeWidgetItem *item = addRow(m_pileUps,
                                       {formatNumber(pileUp.size), formatNumber(pileUp.times),
                                        formatInstant(pileUp.first), names.join(u", "_s)},
                                       entries.at(pileUp.entries.first()).line);
        item->setToolTip(3, names.join(u'\n'));
        alignRight(item, {0, 1, 2});
    }
    m_tabs->setTabText(PileUps,
                       forecast.pileUps.isEmpty()
                           ? tr("Pile-ups")
                           : tr("Pile-ups (%1)").arg(formatNumber(forecast.pileUps.size())));
    m_pileUpRemark->setText(forecast.pileUps.isEmpty()
                                ? tr("No minute of the week has that many. Spreading entries over "
                                     "odd minutes keeps it that way.")
                                : tr("These jobs become due at the same time; moving some of them "
                                     "to another minute spreads the load."));
}

void CronDetails::fillStart(const CronForecast &forecast)
{
    const CronBackfillEstimates &backfill = forecast.backfill;
    const auto &entries = forecast.analysis->entries;
    const auto more = [](qint64 count, bool isCut) {
        return isCut ? formatNumber(count) + u'+' : formatNumber(count);
    };
    for (const CronBackfillEstimate &estimate : backfill.listed) {
        const CrontabEntry &entry = entries.at(estimate.entry);
        QTreeWidgetItem *item = addRow(
            m_start,
            {entry.item.identifier, more(estimate.jobs, estimate.isCut && estimate.jobs > 1),
             more(estimate.runs, estimate.isCut), formatInstant(estimate.first),
             formatInstant(estimate.last)},
            entry.line, entry.options.column);
        alignRight(item, {1, 2, 3, 4});
    }
    QString remark;
    if (!forecast.hasKnownEntries) {
        remark = tr("What a start would backfill depends on the known entries in the database, "
                    "which could not be read.");
    } else {
        remark = backfill.runs == 0
            ? tr("A worker starting now with this crontab would backfill nothing.")
            : tr("A worker starting now with this crontab would add %1 jobs for missed runs.",
                 nullptr, pluralOf(Count::counted(backfill.jobs, backfill.isCut)))
                  .arg(more(backfill.jobs, backfill.isCut));
        if (backfill.jobs < backfill.runs)
            remark += u' '
                + tr("There were %1 runs; those with the same job key share a job.", nullptr,
                     pluralOf(Count::counted(backfill.runs, backfill.isCut)))
                      .arg(more(backfill.runs, backfill.isCut));
        if (backfill.unknown > 0)
            remark += u' '
                + tr("Entries new to the database: %1; these are not backfilled.")
                      .arg(formatNumber(backfill.unknown));
    }
    m_startRemark->setText(remark);
    m_tabs->setTabText(
        Start,
        backfill.runs > 0
            ? tr("If a worker started now (%1)").arg(more(backfill.jobs, backfill.isCut))
            : tr("If a worker started now"));
}

void CronDetails::setKnownEntries(CronAnalysisPtr analysis, const KnownCrontabs &known,
                                  const Freshness &freshness)
{
    m_freshness = freshness;
    m_entries.set(std::move(analysis), known,
                  freshness.readAt.isValid() && known.isThere && !known.isHidden);
    const int overdue = m_entries.overdue();
    m_tabs->setTabText(KnownEntries,
                       overdue > 0 ? tr("Known entries (%1 overdue)").arg(formatNumber(overdue))
                                   : tr("Known entries"));
    showEntriesHint(known);
    showFreshness();
}

void CronDetails::showFreshness()
{
    const bool isStale = m_freshness.error || m_freshness.isOverdue;
    m_entriesRemark->setVisible(isStale && m_entries.rowCount() > 0);
    m_entriesRemark->setText(freshnessWords(m_freshness));
    m_entriesRemark->setToolTip(freshnessSentence(m_freshness));
}

void CronDetails::showEntriesHint(const KnownCrontabs &known)
{
    if (m_entries.rowCount() > 0) {
        m_entriesPages->setCurrentWidget(m_entriesTable);
        return;
    }
    m_entriesPages->setCurrentWidget(m_entriesHint);
    if (m_freshness.error)
        m_entriesHint->setTexts(errorTitle(*m_freshness.error), errorSentence(*m_freshness.error));
    else if (!m_freshness.readAt.isValid())
        m_entriesHint->setTexts(tr("Reading known entries"),
                                tr("The entries that workers have had here appear in a moment."));
    else if (!known.isThere)
        m_entriesHint->setTexts(tr("No known entries in this schema"),
                                tr("This schema is older than graphile-worker 0.16, so its known "
                                   "entries cannot be read. An upgrade keeps them."));
    else if (known.isHidden)
        m_entriesHint->setTexts(tr("Hidden from you"),
                                tr("You see no rows because row security hides them from your "
                                   "role. The owner of the tables sees them."));
    else
        m_entriesHint->setTexts(tr("No entries known"),
                                tr("Each entry of a crontab would appear here once a worker has "
                                   "started with it, with its last run."));
}

void CronDetails::setCurrentLine(int line)
{
    m_week->setCurrentLine(line);
    const int row = m_entries.rowOfLine(line);
    if (row >= 0 && !m_entriesTable->hasFocus())
        m_entriesTable->selectRow(row);
}

void CronDetails::setNow(const QDateTime &now)
{
    m_entries.setNow(now);
}

} // namespace yardmaster
