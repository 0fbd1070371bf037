#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QAbstractItemView;
class QAction;
class QMenu;
class QModelIndex;
class QPoint;

namespace yardmaster {

class ConsoleContext;

/// What a row stands for, as far as it does.
struct RowSubject
{
    qint64 job = 0;
    QString task;
    QString queue;
    QString worker;
    QString filter; ///< of the jobs it counts; null: it counts none
};

/// The menu of a view's rows: the commands of its page, the way to the jobs that a row stands for,
/// and the ways to copy rows. It opens with the right button, at the row below the pointer, which
/// becomes the current one; with the menu key and Shift+F10, at the current row. The tables and
/// lists of the kit have one from the start. GUI thread.
class RowMenu final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RowMenu)

public:
    /// @param view  becomes its parent.
    explicit RowMenu(QAbstractItemView *view);
    /// That of a view; it must have one.
    [[nodiscard]] static RowMenu *of(const QAbstractItemView *view);

    /// What can be done to the row in front, in this order; they are the view's actions, too.
    /// @param commands  borrowed.
    void addCommands(const QList<QAction *> &commands);
    /// Something that can be done only here: `run` gets the row in front, if there is one.
    /// @param name  of the action.
    void addEntry(const QString &text, const QString &name,
                  std::function<void(const QModelIndex &)> run);
    /// Leads to what rows stand for. @param context  borrowed.
    void setSubjects(ConsoleContext *context,
                     std::function<RowSubject(const QModelIndex &)> subjectOf);
    /// Fills the whole menu instead, for views with copies of their own.
    void setFiller(std::function<void(QMenu *)> fill) { m_fill = std::move(fill); }

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void open(const QPoint &globalPlace);
    void addSubject(QMenu *menu, const QModelIndex &index) const;
    void addCopies(QMenu *menu) const;

    QAbstractItemView *const m_view;
    QPointer<ConsoleContext> m_context;
    std::function<RowSubject(const QModelIndex &)> m_subjectOf;
    std::function<void(QMenu *)> m_fill;
    QList<QAction *> m_commands;
};

} // namespace yardmaster
