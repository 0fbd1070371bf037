#pragma once

#include <QWidget>

#include <optional>

class QHBoxLayout;
class QSplitter;
class QStackedWidget;

namespace yardmaster {

class ConsolePanel;
class PageTabs;
struct JobTarget;
struct PageParts;

/// The pages of a window: their names in one line, and below it the one in front, with the
/// navigator left and the inspector right of it where they go with it. GUI thread.
class ConsolePages final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConsolePages)

public:
    /// @param navigator, inspector  become children.
    ConsolePages(QWidget *navigator, QWidget *inspector, QWidget *parent = nullptr);

    /// Makes the pages of pageList(), and for each the command that brings it to the front,
    /// "view.page-<name>".
    void fill(const PageParts &parts);
    /// By its name; an unknown one changes nothing.
    void bringToFront(const QString &name);
    /// The section of the manual about the page in front.
    [[nodiscard]] QString currentHeading() const;

    /// What is lost if the window closes now, one sentence; empty: nothing.
    [[nodiscard]] QString unsavedChanges() const;
    /// Those of the page that lists jobs.
    [[nodiscard]] std::optional<JobTarget> listedJobs() const;

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
    QList<ConsolePanel *> m_pages; // as in pageList()
};

} // namespace yardmaster
