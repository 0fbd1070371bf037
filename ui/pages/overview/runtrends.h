#pragma once

#include "models/history/runstatistics.h"
#include "models/overview/changemark.h"
#include "models/overview/runsumsmodel.h"
#include "models/session/poller.h"

#include <QWidget>

#include <atomic>
#include <memory>

class QComboBox;
class QStackedWidget;
class QTableView;

namespace yardmaster {

class ChartView;
class ConsoleContext;
class ElidedLabel;
class DurationMap;
class EmptyHint;
class TrendChart;

/// What the history tells of hours to weeks: runs a minute, how long jobs waited and were held, as
/// lines or as a table, and the same of each task. Reads by itself.
class RunTrends final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunTrends)

public:
    /// `context` is borrowed and must outlive it. Begins paused.
    explicit RunTrends(ConsoleContext *context, QWidget *parent = nullptr);
    ~RunTrends() override;

    /// What is read from now on, and shown.
    void follow(RunSpan span);
    void setPaused(bool isPaused);
    /// Marks what changed in this chart too, which must outlive this.
    void showMarksOn(ChartView *view) { m_marked << view; }
    void setAsTable(bool isTable);
    /// With the failures that the history knows of, see withExactFailures().
    [[nodiscard]] QList<QueueMetrics> corrected(const QList<QueueMetrics> &readings) const;

Q_SIGNALS:
    void read();

private:
    void choose(RunChoice choice);
    void showLatest();
    void showStatistics(const RunStatistics &statistics);
    void alignLeft();
    void showHint(const QString &title, const QString &sentence);

    const std::shared_ptr<std::atomic<RunChoice>> m_choice; // what m_poller reads
    Poller<RunStatistics> m_poller;
    Poller<ChangeMarks> m_marks;
    QList<ChartView *> m_marked; // show them
    RunSumsModel m_taskRows{RunSumsModel::Kind::Tasks};
    RunSumsModel m_pointRows{RunSumsModel::Kind::Points};
    QStackedWidget *m_pages;
    QStackedWidget *m_over; // charts or table
    EmptyHint *m_hint;
    QComboBox *m_baseline;
    ElidedLabel *m_comparison;
    TrendChart *m_runs;
    TrendChart *m_wait;
    TrendChart *m_held;
    QStackedWidget *m_heldAs; // lines or map
    QComboBox *m_heldChoice;
    DurationMap *m_heldMap;
    QTableView *m_points;
    QTableView *m_tasks;
};

} // namespace yardmaster
