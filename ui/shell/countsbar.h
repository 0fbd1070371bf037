#pragma once

#include "models/values/jobstate.h"

#include <QMap>
#include <QWidget>

#include <optional>

namespace yardmaster {

class QueueMonitor;
class StateTile;

/// The state of the queue at a glance: one tile per state, in the order a job passes through them.
/// A tile clicked is a state chosen; clicked again, none.
class CountsBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CountsBar)

public:
    /// `monitor` is borrowed and must outlive the bar.
    explicit CountsBar(const QueueMonitor *monitor, QWidget *parent = nullptr);

    /// Marks the state whose jobs are listed; nullopt: others are.
    void setListed(std::optional<JobState> state);

Q_SIGNALS:
    void stateChosen(std::optional<yardmaster::JobState> state);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showCounts();

    const QueueMonitor *const m_monitor;
    QMap<JobState, StateTile *> m_tiles;
};

} // namespace yardmaster
