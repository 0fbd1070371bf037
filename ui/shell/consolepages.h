#pragma once

#include <QWidget>

#include <optional>

class QAction;
class QHBoxLayout;
class QKeySequence;
class QSplitter;
class QStackedWidget;

namespace yardmaster {

class ConsolePanel;
class PageTabs;
class PanelSwitch;
struct JobTarget;
struct PageParts;
enum class VerbShape;

/// The pages of a window: their names in one line, and below it the one in front, with the
/// navigator left and the inspector right of it where they go with it and there is room for them.
/// GUI thread.
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
    /// The next key is for the page in front: for what had the focus last, or its list.
    void takeFocus(QWidget *last = nullptr);
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
    void addCorner(QWidget *widget);
    /// A button for it there.
    void addCorner(QAction *command);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// @param leastWidth  of all this, with a font of the usual size.
    PanelSwitch *addSwitch(const QString &id, const QString &text, const QString &sentence,
                           const QKeySequence &keys, VerbShape shape, int leastWidth);
    void onPage(int index);
    void showPanels();

    QWidget *const m_navigator;
    QWidget *const m_inspector;
    PageTabs *m_tabs;
    QHBoxLayout *m_line;
    QSplitter *m_splitter;
    QStackedWidget *m_stack;
    QList<ConsolePanel *> m_pages; // as in pageList()
    PanelSwitch *m_navigatorSwitch = nullptr;
    PanelSwitch *m_inspectorSwitch = nullptr;
    bool m_listsJobs = false; // the page in front
};

} // namespace yardmaster
