#pragma once

#include "models/indexes/indexmanager.h"
#include "ui/kit/consoledialog.h"

class QAction;

namespace yardmaster {

class ConsoleContext;
class IndexRow;

/// The supporting indexes of a queue: which are there, what they are good for and what they cost;
/// creates and drops them. Closing it cancels what it is at.
class IndexesDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(IndexesDialog)

public:
    /// `context` is borrowed and must outlive the dialog.
    explicit IndexesDialog(ConsoleContext *context, QWidget *parent = nullptr);
    ~IndexesDialog() override;

    /// The command that opens it, "jobs.indexes".
    [[nodiscard]] static QAction *makeCommand(QWidget *owner);

    [[nodiscard]] const IndexManager &indexManager() const { return m_indexManager; }

Q_SIGNALS:
    /// An index was created or dropped.
    void indexesChanged();

private:
    void showState();

    ConsoleContext *const m_context;
    IndexManager m_indexManager;
    QList<IndexRow *> m_rows;
    Label *m_obstacle;
};

} // namespace yardmaster
