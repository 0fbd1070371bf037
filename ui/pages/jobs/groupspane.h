#pragma once

#include "models/jobs/jobgroupsmodel.h"
#include "models/session/retry.h"
#include "models/values/count.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QComboBox;
class QPushButton;

namespace yardmaster {

class ConsoleContext;
class ElidedLabel;
class ListPage;

/// How the jobs of a filter, the base, divide; beside the list of jobs, which lists what shown()
/// says: those of the base, or of the group in front. Gone without a grouping. Reads while it is
/// active only, when grouping or base change and when asked; never by itself, but for what was
/// changed here, if that takes little.
///
///   no grouping ──setGrouping()──> all jobs ──row──> a group ──leave(), other base──> all jobs
///
/// Commands: view.group-by, view.group-<name>, view.group-none, view.go-to-groups and
/// view.all-groups. GUI thread.
class GroupsPane final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GroupsPane)

public:
    /// @param context  borrowed.   @param panel  of which it becomes a child, and which its
    /// commands belong to.
    GroupsPane(ConsoleContext *context, QWidget *panel);
    ~GroupsPane() override;

    /// Unset: none.
    void setGrouping(std::optional<FilterKey> grouping);
    [[nodiscard]] const std::optional<FilterKey> &grouping() const { return m_grouping; }
    /// The filter whose jobs are grouped. Another one than before leaves the group, without
    /// groupChanged().
    void setBase(const Filter &base);
    [[nodiscard]] const Filter &base() const { return m_base; }
    /// Back to all jobs of the base, without groupChanged().
    void leaveQuietly();
    void leave();
    /// How many jobs shown() had when groups were last counted; see JobGroupsModel::freshness().
    [[nodiscard]] Count counted() const;
    /// What finds the group in front beside the base; unset: all are shown.
    [[nodiscard]] const std::optional<FilterTerm> &group() const { return m_group; }
    /// The filter of the jobs to be listed.
    [[nodiscard]] Filter shown() const;

    void setActive(bool isActive);
    void refresh();
    /// Where to choose a grouping; belongs to the panel.
    [[nodiscard]] QComboBox *chooser() const { return m_chooser; }
    /// Above the list of jobs: what it shows, while that is a group, and why the row in front
    /// cannot be chosen; belongs to the panel.
    [[nodiscard]] QWidget *line() const { return m_line; }
    [[nodiscard]] JobGroupsModel *model() { return &m_model; }
    [[nodiscard]] QSize sizeHint() const override { return {340, 400}; }

Q_SIGNALS:
    void groupingChanged();
    /// The jobs of another group are to be listed, or of all.
    void groupChanged();
    /// The focus goes to the list of jobs.
    void leaveRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeLine();
    void makeChooser();
    void makeCommands();
    void read();
    void chooseCurrent();
    void onMerged();
    void showState();
    void showGroup();
    void openChooser();
    [[nodiscard]] QString remark() const;
    [[nodiscard]] QString obstacle() const;
    [[nodiscard]] QString listed() const;

    ConsoleContext *const m_context;
    QWidget *const m_panel;
    JobGroupsModel m_model;
    Retry m_retry;
    ListPage *m_list;
    QPushButton *m_stop;
    QComboBox *m_chooser;
    QWidget *m_line;
    ElidedLabel *m_lineText;
    QPushButton *m_back;
    QList<QAction *> m_switches; // as in the chooser
    std::optional<FilterKey> m_grouping;
    Filter m_base;
    std::optional<FilterTerm> m_group;
    bool m_isActive = false;
    bool m_isWanted = false;  // what is shown is not of this grouping and base
    bool m_isMerging = false; // rows change under the current one
    QTimer m_moved;           // passing rows by asks for none but the last
    QTimer m_tick;            // while counting
    QTimer m_soon;            // after changes
};

} // namespace yardmaster
