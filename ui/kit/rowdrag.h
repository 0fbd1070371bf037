#pragma once

#include "ui/kit/rowcopy.h"

#include <QModelIndex>
#include <QObject>
#include <QPoint>

#include <functional>
#include <memory>

class QAbstractItemView;
class QMimeData;

namespace yardmaster {

/// Lets rows be dragged out of a view with the left button: an editor gets them as text, like *Copy
/// rows*, a file manager as a file of NDJSON, like *Copy as NDJSON*. The file is written when
/// somebody asks for it, into a folder that only this user can read, and is deleted when the
/// program ends, or after kMostFiles more. GUI thread.
class RowDrag final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RowDrag)

public:
    static constexpr int kMostFiles = 8;
    /// Which rows go along when this one is dragged.
    using Rows = std::function<CopiedRows(const QModelIndex &pressed)>;
    /// Drags the data until it is dropped; owns it. Returns when that is over.
    using Run = std::function<void(std::unique_ptr<QMimeData>)>;

    /// @param view  becomes its parent.   @param name  of the file, without suffix: "jobs".
    RowDrag(QAbstractItemView *view, const QString &name, Rows rows);

    /// Instead of the window system, for tests.
    void setRun(Run run) { m_run = std::move(run); }

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void begin();

    QAbstractItemView *const m_view;
    const QString m_name;
    const Rows m_rows;
    Run m_run;
    QPersistentModelIndex m_pressed; // invalid: nothing that could be dragged
    QPoint m_place;                  // of the press, in the viewport
};

} // namespace yardmaster
