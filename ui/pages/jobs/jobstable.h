#pragma once

#include "models/jobs/jobselection.h"
#include "models/jobs/jobsmodel.h"

#include <QTableView>

namespace yardmaster {

class JobFades;
class SpokenSelection;

/// The list of jobs: dense rows of one height over a window that slides along a list of any length.
/// It asks its model for more near either end and keeps the row on top where it is, whatever comes
/// or goes above.
///
/// The row under the cursor (current()) is not chosen by that; what is chosen is kept in a
/// JobSelection by id: Space, Shift with arrows or clicks, Ctrl+click and the boxes on the left.
///
/// Long because cursor, selection and scroll position change together with each page of rows.
class JobsTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobsTable)

public:
    /// `model` is borrowed and must outlive the table.
    explicit JobsTable(JobsModel *model, QWidget *parent = nullptr);
    ~JobsTable() override;

    [[nodiscard]] JobsModel *jobs() const { return m_model; }
    /// What has just changed.
    [[nodiscard]] JobFades *fades() const { return m_fades; }

    /// The job under the cursor; nullopt if there is none.
    [[nodiscard]] std::optional<JobRow> current() const;
    [[nodiscard]] qint64 currentId() const;
    /// The job that was current last, though the window may have slid away from it.
    [[nodiscard]] qint64 announcedId() const { return m_announcedId; }
    [[nodiscard]] bool isScrolledToTop() const;
    /// To a row that is there; elsewhere it is made current as soon as it comes. 0: to the first.
    void setCurrentId(qint64 id);
    /// By so many rows, as far as there are some.
    void moveCurrent(int rows);
    /// To the top of the whole list, to its end.
    void goToTop();
    void goToEnd();
    /// The list around a job, which becomes the current one.
    void goTo(const JobPosition &place);

    [[nodiscard]] const JobSelection &chosen() const { return m_chosen; }
    [[nodiscard]] bool isChosen(int row) const;
    /// From now on actions are about the current job alone, whatever is chosen, as those of a menu
    /// that is open over a row which is not chosen.
    void setCurrentAlone(bool isAlone) { m_isCurrentAlone = isAlone; }
    /// Actions are about what is chosen; otherwise about the current job.
    [[nodiscard]] bool actsOnChosen() const { return !m_isCurrentAlone && !m_chosen.isEmpty(); }
    /// How many of the rows that are here are chosen.
    [[nodiscard]] int chosenHere() const;
    void toggle(int row);
    void chooseLoaded();
    void chooseAllMatching();
    void clearChosen();

    void keyboardSearch(const QString &) override { } // letters are commands

Q_SIGNALS:
    void chosenChanged();
    /// 0: none.
    void currentJobChanged(qint64 id);
    /// What was tried does not work, one sentence.
    void refused(const QString &reason);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void keepTop();
    void restoreTop();
    void onRowsLeaving(int first, int last);
    void showCurrent(int row, bool isScrolling = true);
    void loadNearEnds();
    void findCurrent();
    void extendTo(int row, int from);
    void onChosen();
    void moveTo(int row, bool isExtending);
    [[nodiscard]] int visibleRows() const;
    [[nodiscard]] int currentRow() const;

    JobsModel *const m_model;
    JobFades *m_fades = nullptr;
    SpokenSelection *m_spoken = nullptr;
    JobSelection m_chosen;
    bool m_isCurrentAlone = false;
    JobSelection m_chosenBefore; // the range from the anchor
    qint64 m_rangeFrom = 0;      // id; 0: no range is being drawn
    qint64 m_topId = 0;          // while rows come and go
    qint64 m_wantedId = 0;       // to become current
    qint64 m_lostId = 0;         // was current when the window slid away from it
    qint64 m_announcedId = 0;
    bool m_wantsLast = false; // the last row becomes current
    bool m_isCentring = false;
    bool m_isSettling = false;
};

} // namespace yardmaster
