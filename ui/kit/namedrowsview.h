#pragma once

#include <QWidget>

class QAbstractTableModel;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace yardmaster {

class EmptyHint;

/// A page with a list of named things: a line to find one, a remark, the table, and below it the
/// details of the row in front. Rows keep their place while they are looked at: they are sorted
/// when first read, when a header is clicked, and on demand. GUI thread.
class NamedRowsView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NamedRowsView)

public:
    /// @param model  borrowed; must outlive it.   @param nameColumn  what can be searched.
    /// @param prefix  of the object names: "<prefix>Table", "<prefix>Find", "<prefix>Remark"…
    NamedRowsView(QAbstractTableModel *model, int nameColumn, const QString &prefix,
                  QWidget *parent = nullptr);
    ~NamedRowsView() override;

    [[nodiscard]] QTableView *table() const { return m_table; }
    void setFindText(const QString &placeholder);
    /// @param detail  becomes a child.
    void setDetail(QWidget *detail);
    /// By this column as long as nobody chooses another one.
    void sortBy(int column, Qt::SortOrder order);
    /// Wide enough for `longest`, in the widths of figures or of words.
    void fitColumn(int column, const QString &longest, bool isFigure);
    /// Gets what the others leave, but never less than a name needs.
    void stretchColumn(int column);

    void setRemark(const QString &text, bool isTrouble = false);
    /// Instead of the table.
    void showHint(const QString &title, const QString &sentence);
    void showTable();
    /// Of the model; -1: none.
    [[nodiscard]] int currentRow() const;
    void setCurrentRow(int row);

Q_SIGNALS:
    void currentChanged();
    void activated();
    void refreshRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void onRows();
    void stretch();

    QAbstractTableModel *const m_model;
    QSortFilterProxyModel *m_proxy;
    QLineEdit *m_find;
    QLabel *m_remark;
    QPushButton *m_refresh;
    QStackedWidget *m_pages;
    EmptyHint *m_hint;
    EmptyHint *m_noMatch;
    QSplitter *m_splitter;
    QTableView *m_table;
    QWidget *m_detail = nullptr;
    int m_stretched = -1; // column
};

} // namespace yardmaster
