#pragma once

#include "models/query/filtercompletion.h"
#include "models/session/poller.h"
#include "models/views/jobnames.h"
#include "models/views/viewstore.h"
#include "ui/shell/navigator/navigatortree.h"

#include <QWidget>

class QLineEdit;

namespace yardmaster {

class ConsoleContext;
class Label;
class ViewActions;

/// Everything a click filters by: views, tasks, queues. Speaks to the jobs view through the context
/// and hears from it by setFilter(). Reads names and counts only while it is visible.
class NavigatorPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NavigatorPanel)

public:
    /// `context` is borrowed and must outlive the panel.
    explicit NavigatorPanel(ConsoleContext *context, QWidget *parent = nullptr);
    ~NavigatorPanel() override;

    /// The filter in force, and how its jobs are shown.
    void setFilter(const Filter &filter);
    void setLayoutOfList(std::optional<JobOrder> order, const QStringList &columns,
                         std::optional<FilterKey> grouping);
    /// Other files than those of the profile.
    void setViewStore(ViewStore store);

    /// For the filter bar; changes with namesChanged().
    [[nodiscard]] FilterNames completion() const;
    /// Shows its jobs, in its order, with its columns and in its groups.
    void openView(const SavedView &view);

Q_SIGNALS:
    void namesChanged();
    /// A view with an order, columns or groups of its own was chosen; its filter is asked for
    /// besides.
    void viewChosen(const yardmaster::SavedView &view);

protected:
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void makeHeader();
    void showViews();
    void showNames();
    void mark();
    void updateColors();
    void onChosen(QTreeWidgetItem *item, NavigatorTree::Choice choice);
    void onOpened(const SavedView &view);
    void selectView(const QString &name);
    void showNotice(const QString &text, bool isProblem = false, bool canUndo = false);

    ConsoleContext *const m_context;
    Poller<JobNames> m_poller;
    std::shared_ptr<const JobNames> m_names = std::make_shared<JobNames>(); // never null
    ViewActions *m_actions;
    NavigatorTree *m_tree;
    QLineEdit *m_search;
    Label *m_notice;
    QTreeWidgetItem *m_views;
    QTreeWidgetItem *m_tasks;
    QTreeWidgetItem *m_queues;
    Filter m_filter;
};

} // namespace yardmaster
