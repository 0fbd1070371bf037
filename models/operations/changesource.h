#pragma once

#include "models/operations/batchchange.h"
#include "models/operations/batchsource.h"

#include <memory>
#include <optional>

namespace yardmaster {

class ListedBatches;
class OperationControl;
class ReadAhead;

/// Takes the jobs that were counted, and that a person has confirmed, from their list, and changes
/// them. In a large operation it locks the next batch on a second session while one is changed.
class ChangeSource final : public BatchSource
{
public:
    /// @param folder  of the list.   @param control  borrowed.
    ChangeSource(QString folder, const OperationSpec &spec, OperationControl *control);
    ~ChangeSource() override;

    [[nodiscard]] Result<BatchPosition> open(const OperationConnection &connection,
                                             BatchPosition position) override;
    [[nodiscard]] Result<std::optional<LockedBatch>>
    next(OperationConnection &connection, BatchPosition position, const BatchPace &pace) override;
    [[nodiscard]] Result<void> apply(Session &session, const LockedBatch &locked) const override;
    [[nodiscard]] QByteArray statement() const override;
    void onOver(OperationState state, const OperationRecord &record) override;
    void readAhead(BatchPosition position, const BatchPace &pace) override;
    void dropReadAhead() override;

private:
    [[nodiscard]] int sizeOf(const BatchPace &pace) const;
    void openReadAhead(const OperationConnection &connection, qint64 position, int size);
    [[nodiscard]] LockedBatch planned(LockedBatch locked, qint64 position, int size);

    QString m_folder;
    OperationSpec m_spec;
    OperationControl *m_control;
    BatchChange m_change;
    std::unique_ptr<ListedBatches> m_batches; // null: not open
    std::unique_ptr<ReadAhead> m_ahead;       // null: too little is left, or it was refused
    bool m_isReadAheadRefused = false;
    int m_largest; // jobs to ask for, since the server looks at all, however few of them fit
};

} // namespace yardmaster
