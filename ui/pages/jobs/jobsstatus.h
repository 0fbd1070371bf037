#pragma once

#include "models/query/filter.h"
#include "models/values/count.h"

#include <QDateTime>
#include <QTimer>
#include <QWidget>

#include <optional>

class QToolButton;

namespace yardmaster {

class ConsoleContext;
class GroupsPane;
class JobsTable;
class Label;
class LiveRefresh;

/// The line at the bottom of a list of jobs: how many are loaded, match and are selected; whether
/// the list follows the queue; how old it is and what the last page took. A click on the number
/// counts exactly.
class JobsStatus final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobsStatus)

public:
    /// All are borrowed and must outlive the line.
    /// @param groups   whose count says how many match, also where the list counts only when asked.
    /// @param context  whose counts say so where counting the list stopped early.
    JobsStatus(JobsTable *table, LiveRefresh *live, GroupsPane *groups, ConsoleContext *context,
               QWidget *parent = nullptr);

    void tell();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void announceFound();
    struct CountedAt
    {
        Count count;
        QDateTime at; // UTC
    };
    [[nodiscard]] CountedAt counted() const;
    [[nodiscard]] CountedAt total() const;
    [[nodiscard]] QString selectedText() const;
    [[nodiscard]] QString liveText() const;

    JobsTable *const m_table;
    LiveRefresh *const m_live;
    GroupsPane *const m_groups;
    ConsoleContext *const m_context;
    Label *m_loaded;
    QToolButton *m_total;
    Label *m_selected;
    Label *m_state;
    Label *m_age;
    std::optional<Filter> m_announced; // to screen readers
    QTimer m_tick;
};

} // namespace yardmaster
