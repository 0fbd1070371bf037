#pragma once

#include "models/values/jobstate.h"

#include <QMap>
#include <QWidget>

namespace yardmaster {

class ConsoleContext;
class QueueMonitor;
class StateTile;
struct Filter;

/// The state of the queue at a glance: one tile per state, in the order a job passes through them.
/// A tile clicked lists the jobs of its state; clicked again, all.
class CountsBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CountsBar)

public:
    /// Both are borrowed and must outlive the bar.
    CountsBar(const QueueMonitor *monitor, ConsoleContext *context, QWidget *parent = nullptr);

    /// In one line.
    void setCompact(bool isCompact);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showCounts();
    void fitTiles();
    /// Marks the state whose jobs are listed, if it is one.
    void showListed(const Filter &filter);

    const QueueMonitor *const m_monitor;
    QMap<JobState, StateTile *> m_tiles;
    bool m_isCompact = false;
};

} // namespace yardmaster
