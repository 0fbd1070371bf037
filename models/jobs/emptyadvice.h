#pragma once

#include "models/query/jobsreader.h"
#include "models/session/schemaprobe.h"

#include <QObject>

#include <memory>

namespace yardmaster {

/// Finds out why a list of jobs is empty: which filter without one of its terms has jobs, or what
/// keeps this role from seeing any. GUI thread; answers come when they come, those to earlier
/// questions are dropped.
class EmptyAdvice final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EmptyAdvice)

public:
    /// The filter without one term.
    struct Broader
    {
        QString without; ///< that term
        Filter filter;
        Count count; ///< never 0, never unknown
    };

    explicit EmptyAdvice(SessionPool sessions, QObject *parent = nullptr);
    ~EmptyAdvice() override;

    /// @param query  of the list that is empty.
    void ask(std::shared_ptr<JobsReader> reader, const JobQuery &query);
    void forget();
    /// Asked, and all answers are there.
    [[nodiscard]] bool isComplete() const { return m_isAsked && m_open == 0; }
    /// Fewest jobs first: that is the nearest.
    [[nodiscard]] const QList<Broader> &broader() const { return m_broader; }
    /// What hides jobs; unset: nothing known.
    [[nodiscard]] const std::optional<Restriction> &restriction() const { return m_restriction; }

Q_SIGNALS:
    void changed();

private:
    template <typename T, typename Handler> void await(const QFuture<T> &future, Handler handler);

    WorkQueue m_queue;
    ReadControlPtr m_control;
    QList<Broader> m_broader;
    std::optional<Restriction> m_restriction;
    quint64 m_epoch = 0;
    int m_open = 0;
    bool m_isAsked = false;
};

} // namespace yardmaster
