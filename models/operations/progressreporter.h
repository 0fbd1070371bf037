#pragma once

#include "models/operations/operationprogress.h"

#include <QElapsedTimer>

#include <functional>

namespace yardmaster {

/// Reports how far an operation is, at most ten times a second. One thread.
class ProgressReporter final
{
public:
    using Callback = std::function<void(const OperationProgress &)>;

    /// @param callback  may be null.
    explicit ProgressReporter(Callback callback);

    /// The rate counts from now on.
    void begin(const OperationRecord &record);
    /// If the last report was long enough ago.
    void report(const OperationRecord &record);
    /// Whenever that was. @param trouble  what keeps the operation from continuing.
    void reportNow(const OperationRecord &record, const QString &trouble = {});

private:
    Callback m_callback;
    QElapsedTimer m_running;
    QElapsedTimer m_reported;
    qint64 m_seenAtStart = 0;
};

} // namespace yardmaster
