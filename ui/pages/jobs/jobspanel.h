#pragma once

#include "models/jobs/emptyadvice.h"
#include "models/jobs/jobsmodel.h"
#include "models/session/query.h"
#include "ui/kit/consolepanel.h"
#include "ui/pages/jobs/gotodialog.h"
#include "ui/pages/jobs/liverefresh.h"

#include <QPointer>
#include <QTimer>

class QAction;
class QComboBox;
class QMenu;
class QPushButton;
class QSettings;
class QStackedLayout;

namespace yardmaster {

class ConsoleContext;
class FilterBar;
class GroupsPane;
class JobActions;
class JobColumns;
class JobCommands;
class JobsBar;
class JobsHint;
class JobsStatus;
class JobsTable;
class VerbBar;

/// The jobs of a queue: a filter, optionally the groups of what passes it, the list of all of it or
/// of one group, and a line about both. "All that match" always means the jobs of that list.
/// Commands: view.refresh, view.pause, view.showNew, view.columns, view.payloadColumn and those of
/// GroupsPane and JobCommands.
///
/// Long because filter, order, columns and cursor are handed over together, from views, links and
/// profiles; bar, list, hint and status are classes of their own.
class JobsPanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobsPanel)

public:
    /// `context` is borrowed and must outlive the panel.
    explicit JobsPanel(ConsoleContext *context, QWidget *parent = nullptr);
    ~JobsPanel() override;

    /// Keeps the columns and groups of the profile there from now on; borrowed.
    void setSettings(QSettings *settings);
    /// Borrowed; they get buttons and menu entries here, and a target from now on.
    void setActions(JobActions *actions);
    /// Reads the list from now on. Being shown does so by itself: this is for who knows before that
    /// the list will be looked at.
    void begin();
    /// Shows the jobs that pass it, unless it is not understood.
    void setFilterText(const QString &filter);
    [[nodiscard]] QString filterText() const;
    /// The order, unset: what suits the filter. Columns as columns() has them; none: as they are.
    /// What the jobs are grouped by, unset: nothing.
    void setLayoutOfList(std::optional<JobOrder> order, const QStringList &columns,
                         std::optional<FilterKey> grouping);
    [[nodiscard]] QStringList columns() const;
    [[nodiscard]] std::optional<JobTarget> listedJobs() const override;
    /// In a filter that hides it too: then the place where it would be.
    void goToId(qint64 id);
    void goToKey(const QString &key);
    /// The first job added then or later.
    void goToTime(Timestamp time);
    void openGoTo(GoToDialog::Kind kind);
    /// A further column of the list, or why not.
    void addPayloadColumn(const QStringList &path);
    void openPayloadColumn();

    [[nodiscard]] JobsModel *model() { return &m_model; }
    [[nodiscard]] JobsTable *table() const { return m_table; }
    [[nodiscard]] FilterBar *filterBar() const { return m_filterBar; }
    [[nodiscard]] GroupsPane *groups() const { return m_groups; }
    [[nodiscard]] LiveRefresh *live() const { return m_live; }

protected:
    void setActive(bool isActive) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void useReaders();
    void layOut();
    QLayout *makeToolbar();
    void makeCommands();
    void watchModel();
    void watchTable();
    void readIndexes();
    void applyFilter(const Filter &filter);
    void onGroup();
    void dropSelection();
    void chooseOrder(std::optional<JobOrder> order);
    void announceLayout();
    void showQuery();
    void showOrder();
    void showRowsOrHint();
    void refresh();
    void onHeaderClicked(int section);
    void onRefreshed();
    void onPhase();
    void retry();
    void recover();
    void updateTarget();
    void updateFresh();
    void fillMenu(QMenu *menu);
    void openHeaderMenu(const QPoint &place);
    void findPast(qint64 id);
    /// @param onMissing  instead of saying `missing`.
    void goTo(const QFuture<JobsReader::Found> &found, const QString &missing,
              const std::function<void()> &onMissing = {});
    void copySelect(const QList<qint64> &ids);
    void copyAddCalls(const QList<qint64> &ids);
    void saveLayout();
    [[nodiscard]] QString settingsKey(const char *name) const;

    ConsoleContext *const m_context;
    std::shared_ptr<JobsReader> m_reader;
    std::shared_ptr<JobsReader> m_counter; // long counts do not hold up the list
    JobsModel m_model;
    EmptyAdvice m_advice;
    Query m_past; // of a job that somebody wanted to go to
    FilterBar *m_filterBar;
    GroupsPane *m_groups;
    JobsTable *m_table;
    JobColumns *m_columns;
    JobCommands *m_commands;
    LiveRefresh *m_live;
    JobsHint *m_hint;
    JobsBar *m_bar;
    JobsStatus *m_status;
    QStackedLayout *m_stack = nullptr;
    VerbBar *m_verbs = nullptr;
    QPushButton *m_fresh = nullptr;
    QComboBox *m_order = nullptr;
    QAction *m_pauseAction = nullptr;
    QAction *m_columnsAction = nullptr;
    QAction *m_fitAction = nullptr;
    QAction *m_payloadAction = nullptr;
    QPointer<JobActions> m_actions;
    QPointer<QSettings> m_settings;
    QPointer<QWidget> m_window;
    QPointer<QMenu> m_menu; // of a row, the last one
    JobQuery m_query;       // of what is listed: of the filter, or of a group of its jobs
    std::optional<JobOrder> m_wantedOrder; // as chosen; else what suits the filter
    QTimer m_selected;                     // moving through rows asks for none but the last
    QTimer m_save;
    bool m_isUserRefresh = false;
    bool m_hasBegun = false; // to read the list
    quint64 m_goNumber = 0;
    qint64 m_goneTo = 0;    // whether the job is there is seen when the list is
    bool m_wasLost = false; // the last failure was not of the question
};

} // namespace yardmaster
