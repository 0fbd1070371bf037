#pragma once

#include "models/session/freshness.h"

#include <QTimer>
#include <QWidget>

class QAbstractItemModel;
class QAction;
class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace yardmaster {

class CellDelegate;
class EmptyHint;
class Label;
struct StateLook;

/// What pages with a list have in common: a bar with a remark, the table, and below it the details
/// of the row in front; instead of the table, where it is empty, a sentence why. On demand the bar
/// begins with a line to find a row, and rows can be sorted: they keep their place while they are
/// looked at, and are sorted when first read, when a header is clicked, and with Refresh. All of
/// them say in the same way whether what they list is being looked for, old, or cannot be read.
/// GUI thread.
class ListPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ListPage)

public:
    /// @param model  of columns, see fitColumns(); borrowed, must outlive it.
    /// @param prefix  of the object names: "<prefix>Table", "<prefix>Remark", "<prefix>Find"…
    ListPage(QAbstractItemModel *model, const QString &prefix, const QString &accessibleName,
             QWidget *parent = nullptr);
    ~ListPage() override;

    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] QPushButton *refreshButton() const { return m_refresh; }
    /// Rows can be found by what is in this column. Adds the command "<prefix>.find", which goes
    /// there.
    void setFind(int column, const QString &placeholder);
    /// Of states that are not JobStates.
    void setStateLook(const StateLook &look);
    /// By this column as long as nobody chooses another one.
    void sortBy(int column, Qt::SortOrder order);
    /// What can be done to the row in front, in this order: the menu of each row.
    /// @param commands  borrowed.
    void setRowCommands(const QList<QAction *> &commands);
    /// At the beginning of the bar, or before Refresh. They become children.
    void addAtStart(QWidget *widget);
    void addAtEnd(QWidget *widget);
    /// @param detail  becomes a child.   @param tableShare, detailShare  of a higher window.
    void setDetail(QWidget *detail, int tableShare = 1, int detailShare = 0);

    /// @param toolTip  null: the text.
    void setRemark(const QString &text, bool isTrouble = false, const QString &toolTip = {});
    /// What stands in place of the table before anything was read.
    void setLooking(const QString &title, const QString &sentence);
    /// Shows the rows of the model, marked where they are old; without any, that they are looked
    /// for or why they cannot be read.
    /// @returns whether it is known that there are no rows: then showHint() says what that means.
    [[nodiscard]] bool isKnownEmpty(const Freshness &freshness);
    /// Instead of the table.
    void showHint(const QString &title, const QString &sentence);
    /// Of the model; -1: none.
    [[nodiscard]] int currentRow() const;
    /// The first one, where the row is not there.
    void setCurrentRow(int row);

Q_SIGNALS:
    void currentChanged();
    void activated();
    void refreshRequested();

private:
    void showTable();
    void showRemark();
    void sort();
    void onRows();

    QAbstractItemModel *const m_model;
    const QString m_prefix;
    QSortFilterProxyModel *m_proxy;
    QHBoxLayout *m_bar;
    QLineEdit *m_find;
    Label *m_remark;
    QPushButton *m_refresh;
    QStackedWidget *m_pages;
    EmptyHint *m_hint;
    EmptyHint *m_noMatch;
    QSplitter *m_splitter;
    QTableView *m_table;
    CellDelegate *m_delegate;
    QString m_lookingTitle;
    QString m_lookingSentence;
    QString m_remarkText;
    QString m_remarkToolTip;
    bool m_isRemarkTrouble = false;
    Freshness m_freshness;
    QTimer m_tick; // ages
};

} // namespace yardmaster
