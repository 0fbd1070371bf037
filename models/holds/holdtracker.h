#pragma once

#include "models/localworker/localworker.h"
#include "models/operations/recordedholds.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace yardmaster {

class ConsoleContext;

/// Which queues and tasks are held: by the worker of this window, which just does not fetch them,
/// and everywhere, by operations that put their jobs off. The latter are looked up in the journals,
/// in the background, so that they are found again after a restart. GUI thread.
class HoldTracker final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HoldTracker)

public:
    /// @param context  borrowed.   @param worker  borrowed; null: there is none.
    HoldTracker(ConsoleContext *context, LocalWorker *worker, QObject *parent = nullptr);
    ~HoldTracker() override;

    /// Looks into the journals again; cheap where nothing happened.
    void refresh();

    [[nodiscard]] bool hasWorker() const { return m_worker; }
    [[nodiscard]] bool isHeldHere(const HoldSubject &subject) const;
    void setHeldHere(const HoldSubject &subject, bool isHeld);
    /// Those in force, the newest first.
    [[nodiscard]] const QList<RecordedHold> &holds() const { return m_holds; }
    [[nodiscard]] QList<RecordedHold> holdsOf(const HoldSubject &subject) const;
    /// "Here", "Everywhere", "Here, everywhere", empty.
    [[nodiscard]] QString word(const HoldSubject &subject) const;

Q_SIGNALS:
    void changed();

private:
    const QString m_schema;
    const QString m_connection;
    const QPointer<LocalWorker> m_worker;
    std::shared_ptr<HoldSearch> m_search; // used by one background read at a time
    QList<RecordedHold> m_holds;
    bool m_isReading = false;
    bool m_isWantedAgain = false;
};

} // namespace yardmaster
