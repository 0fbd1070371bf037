#pragma once

#include "models/operations/operationpreview.h"
#include "models/operations/operationrest.h"
#include "models/session/query.h"

#include <QObject>

namespace yardmaster {

/// Previews an operation in the background, which writes the list of its jobs; a new question drops
/// the one before. GUI thread.
class Previewer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Previewer)

public:
    /// @param folder  of the journals and lists.
    Previewer(SessionPool sessions, QString folder, QObject *parent = nullptr);
    /// Removes the list that was written last, unless it was confirmed.
    ~Previewer() override;

    /// @param cap  of an undo, see previewUndo().
    void ask(const OperationSpec &spec, qint64 cap);
    /// What is left of an operation that is unfinished.
    void askForRest(const QUuid &operation);
    /// Leaves the list to the operation.
    void confirm() { m_listed = {}; }
    /// The answer will be a failure, Kind::Cancelled.
    void cancel() { m_query.cancel(); }
    [[nodiscard]] bool isAsking() const { return m_query.isAsking(); }

Q_SIGNALS:
    /// So many jobs were counted so far.
    void progressed(qint64 jobs);
    void answered(const yardmaster::OperationPreview &preview);
    void restFound(const yardmaster::OperationRest &rest);
    void failed(const yardmaster::DbError &error);

private:
    template <typename T, typename Work> void run(Work look, void (Previewer::*answer)(const T &));

    QString m_folder;
    Query m_query;
    QUuid m_listed; // the operation whose list may be there
};

} // namespace yardmaster
