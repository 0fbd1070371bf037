#pragma once

#include <QWidget>

class QHBoxLayout;
class QSplitter;
class QStackedWidget;

namespace yardmaster {

class PageTabs;

/// The pages of a window: their names in one line, and below it the one in front, with the
/// navigator left and the inspector right of it where they go with it. GUI thread.
class ConsolePages final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConsolePages)

public:
    /// @param navigator, inspector  become children.
    ConsolePages(QWidget *navigator, QWidget *inspector, QWidget *parent = nullptr);

    enum class Kind {
        Jobs,  ///< lists jobs: navigator and inspector stand beside it
        Other, ///< has the width for itself; the inspector comes when a job is asked for
    };
    /// Adds it behind the others and makes the command that brings it to the front,
    /// "view.page-<name>". @param page  becomes a child.
    void add(QWidget *page, const QString &name, const QString &title, Kind kind = Kind::Other);
    void bringToFront(QWidget *page);
    [[nodiscard]] QWidget *current() const;
    /// The name that the page in front was added under.
    [[nodiscard]] QString currentName() const;

    /// By the name it was added under; one that nobody has changes nothing.
    void bringToFront(const QString &name);

    /// Beside the page in front, until another one comes.
    void showInspector();
    /// At the end of the line of names. @param widget  becomes a child.
    void setCorner(QWidget *widget);

private:
    void onPage(int index);

    QWidget *const m_navigator;
    QWidget *const m_inspector;
    PageTabs *m_tabs;
    QHBoxLayout *m_line;
    QSplitter *m_splitter;
    QStackedWidget *m_stack;
};

} // namespace yardmaster
