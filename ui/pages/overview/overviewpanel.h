#pragma once

#include "models/overview/metricstable.h"
#include "ui/kit/consolepanel.h"

#include <QMap>
#include <QTimer>

class QAction;
class QStackedWidget;
class QTableView;

namespace yardmaster {

class ConsoleContext;
class EmptyHint;
class KeyFigure;
class Label;
class LinkList;
class MetricsPoller;
class PageTabs;
class RunTrends;
class TrendChart;

/// How a queue is doing: how fast it moves, how long jobs wait and what fails, now and over time.
/// Every figure leads to its jobs. Draws nothing while hidden, and asks for no details.
class OverviewPanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OverviewPanel)

public:
    /// Both are borrowed and must outlive the panel.
    OverviewPanel(ConsoleContext *context, MetricsPoller *poller, QWidget *parent = nullptr);
    ~OverviewPanel() override;

    /// The last three are those of the history.
    enum class Range { QuarterHour, Hour, All, Day, Week, FourWeeks };
    void setRange(Range range);
    void setAsTable(bool isTable);

protected:
    void setActive(bool isActive) override;

private:
    enum class Figure { Oldest, Added, Finished, Failed, Outlook };

    [[nodiscard]] QWidget *makeBar();
    [[nodiscard]] QWidget *makeFigures();
    [[nodiscard]] QWidget *makeTrends();
    [[nodiscard]] QWidget *makeLists();
    void makeCommands();
    void showMetrics();
    void showFigures();
    void showTrends();
    void showLists();
    [[nodiscard]] bool isOfHistory() const { return m_range >= Range::Day; }
    void showState();
    void showPlaceholders();
    [[nodiscard]] QString
    trouble() const; // why what is on show is old, or not all; empty: it isn't

    ConsoleContext *const m_context;
    MetricsPoller *const m_poller;
    MetricsTable m_table;
    Range m_range = Range::QuarterHour;
    RunTrends *m_runs = nullptr;
    QWidget *m_side = nullptr;
    QTimer m_tick; // the age of old data
    QMap<Range, QAction *> m_ranges;
    QAction *m_asTable = nullptr;
    PageTabs *m_tabs;
    Label *m_remark;
    QStackedWidget *m_pages;
    EmptyHint *m_hint;
    QMap<Figure, KeyFigure *> m_figures;
    QStackedWidget *m_trends;
    TrendChart *m_movement;
    TrendChart *m_depth;
    TrendChart *m_wait;
    QTableView *m_readings;
    LinkList *m_queues;
    LinkList *m_tasks;
    Label *m_tasksRemark;
};

} // namespace yardmaster
