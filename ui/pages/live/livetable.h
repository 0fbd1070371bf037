#pragma once

#include <QTableView>

class QPushButton;

namespace yardmaster {

class LiveModel;

/// Dense table of a LiveModel. While it follows, the newest line is in view; scrolling up or
/// choosing a row ends that, and then the rows in view stay where they are and a button says how
/// many came since. Scrolling to the end follows again. Ctrl+C copies the selected rows,
/// tab-separated.
class LiveTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveTable)

public:
    /// `model` is borrowed and must outlive the table.
    explicit LiveTable(LiveModel *model, QWidget *parent = nullptr);

    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool isFollowing);
    /// Rows that came since it stopped following.
    [[nodiscard]] int newRows() const { return m_newRows; }
    void copySelection() const;

Q_SIGNALS:
    void followingChanged();
    /// The user wants to see this job.
    void jobRequested(qint64 id);
    /// The row that is current has a job; 0: it has none.
    void jobChosen(qint64 id);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void onInserted(int first, int last);
    void onAboutToRemove(int first, int last);
    void onRemoved();
    void onReset();
    void onScrolled();
    void scrollToRow(int row);
    void showNewRows();
    [[nodiscard]] qint64 jobAt(const QModelIndex &index) const;

    LiveModel *const m_model;
    QPushButton *m_new;
    bool m_isFollowing = true;
    bool m_isAdjusting = false; // it is not the user who scrolls
    bool m_isChoosing = false;  // it is the user who moves the current row
    int m_newRows = 0;
    int m_top = 0; // where the row in view at the top goes while rows are removed
};

} // namespace yardmaster
