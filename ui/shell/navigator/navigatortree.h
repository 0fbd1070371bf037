#pragma once

#include "models/values/jobstate.h"

#include <QTreeWidget>

#include <optional>

namespace yardmaster {

/// What a row of the navigator stands for.
struct NavigatorEntry
{
    enum class Kind { Section, BuiltInView, SavedView, Name, Remark };

    Kind kind = Kind::Remark;
    QString text;
    QString filter = {};
    QString count = {}; ///< at the right
    QString toolTip = {};
    std::optional<JobState> state = {}; ///< whose glyph stands before it
    bool isShared = false;              ///< a view of all profiles
};

/// The rows of the navigator: sections that fold, and in them what a click filters by. Nothing is
/// selected in it; the row whose filter is in force is marked.
///
/// Long because painting, hit testing and keys of a row depend on the same layout.
class NavigatorTree final : public QTreeWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NavigatorTree)

public:
    /// Replace the filter, narrow it, or leave this out of it.
    enum class Choice { Set, Add, Exclude };
    Q_ENUM(Choice)

    explicit NavigatorTree(QWidget *parent = nullptr);

    QTreeWidgetItem *addSection(const QString &title);
    /// Makes the rows of a section these. The current row, what is folded and the place of the
    /// scroll bar stay.
    void setEntries(QTreeWidgetItem *section, const QList<NavigatorEntry> &entries);
    /// Hides what does not contain `text`, in any case.
    void setSearch(const QString &text);
    /// Marks the rows with this filter. A view that was chosen and has been changed since is marked
    /// as edited.
    void setActive(const QString &filter, const QString &editedView);

    [[nodiscard]] static NavigatorEntry::Kind kindOf(const QTreeWidgetItem *item);
    [[nodiscard]] static QString filterOf(const QTreeWidgetItem *item);
    /// The name of a view or whatever else it is.
    [[nodiscard]] static QString nameOf(const QTreeWidgetItem *item);
    [[nodiscard]] static QString countOf(const QTreeWidgetItem *item);
    [[nodiscard]] static bool isActive(const QTreeWidgetItem *item);
    [[nodiscard]] static bool isEdited(const QTreeWidgetItem *item);

Q_SIGNALS:
    void chosen(QTreeWidgetItem *item, yardmaster::NavigatorTree::Choice choice);
    void renamed(const QString &view, const QString &newName);
    void removalRequested(const QString &view);
    void moveRequested(const QString &view, int steps);

protected:
    void drawBranches(QPainter *, const QRect &, const QModelIndex &) const override { }
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    void applySearch(QTreeWidgetItem *section) const;
    void choose(QTreeWidgetItem *item, Choice choice);
    void onItemChanged(QTreeWidgetItem *item);

    QString m_search;
    QTreeWidgetItem *m_pressed = nullptr;
    bool m_isFilling = false;
};

} // namespace yardmaster
