#pragma once

#include <QList>
#include <QTimer>
#include <QWidget>

#include <optional>

class QStackedWidget;

namespace yardmaster {

class ConnectionTabs;
class MainWindow;

/// A window that holds connections, each the page of a tab. The tabs are only shown where there are
/// several: with one connection it looks as that connection's window does by itself.
///
/// To close it closes its pages: first those with a question, one after the other, until one is
/// kept open; then all others. A page whose worker or job has to end before stays until then. It
/// deletes itself when its last page has gone, by closing or to another window; its pages belong to
/// whoever made them. GUI thread.
class TabbedWindow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TabbedWindow)

public:
    TabbedWindow();
    ~TabbedWindow() override;

    /// The one that holds this page; null: none does.
    [[nodiscard]] static TabbedWindow *of(const MainWindow *page);
    /// All others that can be moved to, in no order.
    [[nodiscard]] QList<TabbedWindow *> others() const;

    /// Takes a page from wherever it is, as the last tab, and shows it. The first page decides
    /// where the window is.
    void add(MainWindow *page);
    /// Lets go of a page, which has no parent then. Pages that are closed or deleted go by
    /// themselves.
    void remove(MainWindow *page);
    /// From left to right.
    [[nodiscard]] QList<MainWindow *> pages() const;
    /// Null if there are none.
    [[nodiscard]] MainWindow *current() const;
    void setCurrent(MainWindow *page);
    /// Shows the one so many tabs further right, round the end.
    void step(int tabs);
    /// Moves a tab so many places to the right, if there are as many.
    void moveTab(MainWindow *page, int places);
    /// Moves a page to a window of its own. @param place  of its top left corner; unset: near this
    /// window's.
    void detach(MainWindow *page, std::optional<QPoint> place = {});
    /// Takes the pages of all others, but those that have a dialog open.
    void gather();
    /// All of its pages are being closed, unless one is kept open.
    [[nodiscard]] bool isClosing() const { return m_closing != Closing::No; }
    /// Shows no more of a page whose job has not ended yet. The window stays, hidden, until it has.
    void abandon(MainWindow *page);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] MainWindow *page(const QString &id) const;
    [[nodiscard]] int tabOf(const MainWindow *page) const;
    void release(MainWindow *page);
    void removeTab(const MainWindow *page);
    void onAnswered(bool leaves);
    void onCurrent();
    void onDropped(const QString &id, const QPoint &place);
    void openMenu(const QString &id, const QPoint &place);
    void closeNext();
    void closeIfEmpty();
    void keepFocusInFront(const QWidget *now);
    void focusFront();
    void showTabs();
    void showTitle();
    void refresh();
    void tellPages();

    enum class Closing {
        No,
        Asking,  ///< pages have questions
        Leaving, ///< all are answered
    };

    ConnectionTabs *m_tabs;
    QStackedWidget *m_stack;
    QList<MainWindow *> m_pages; // in no order, abandoned ones, too; borrowed
    Closing m_closing = Closing::No;
    bool m_isInCloseEvent = false;
    QTimer m_tick;
};

} // namespace yardmaster
