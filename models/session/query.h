#pragma once

#include "models/session/delivery.h"
#include "models/session/readcontrol.h"
#include "models/session/sessionpool.h"

#include <QObject>

#include <type_traits>

namespace yardmaster {

/// One thing at a time that is asked of the database because a person wants it: to be read, or to
/// be done. It takes as long as it takes, and can be cancelled. Destroying it cancels.
///
///   Idle ──ask()──> Asking ──answer, drop()──> Idle
///
/// GUI thread; never blocks.
class Query final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Query)

public:
    Query(SessionPool sessions, SessionPool::Use use, QObject *parent = nullptr);
    ~Query() override;

    /// Drops what was asked before.
    /// @param work  runs on a background thread, with `Session &` or `Session &, ReadControl &`;
    /// returns a Result.   @param then  gets that on this thread; an error of Kind::Cancelled after
    /// cancel().
    template <typename Work, typename Then> void ask(Work work, Then then)
    {
        drop();
        const ReadControlPtr control = begin();
        auto controlled = [work = std::move(work), control](Session &session) {
            using Answer = decltype(answerOf(work, session, *control));
            const ReadControl::Reading reading(control.get(), session);
            return control->isCancelled() ? Answer(cancelled()) : answerOf(work, session, *control);
        };
        deliver(m_queue.run(std::move(controlled)), this,
                [this, control, then = std::move(then)](const auto &answer) {
                    if (control != m_control) // something else was asked since, or nothing
                        return;
                    m_control.reset();
                    // Whatever went wrong after it was cancelled, such as connecting.
                    if (!answer && control->isCancelled())
                        then(std::decay_t<decltype(answer)>(cancelled()));
                    else
                        then(answer);
                    Q_EMIT changed();
                });
        Q_EMIT changed();
    }

    [[nodiscard]] bool isAsking() const { return m_control != nullptr; }
    /// The server process at work; 0 if none is yet. To look its progress up.
    [[nodiscard]] int backendPid() const { return m_control ? m_control->backendPid() : 0; }
    /// The answer comes soon, as an error unless there is one already.
    void cancel();
    /// The same; the answer is dropped.
    void drop();

Q_SIGNALS:
    /// It has begun or ended.
    void changed();
    /// See ReadControl::progressed().
    void progressed(qint64 looked, qint64 total, int found);

private:
    static auto cancelled() { return fail(DbError::Kind::Cancelled, QStringLiteral("cancelled")); }
    template <typename Work>
    static auto answerOf(const Work &work, Session &session, ReadControl &control)
    {
        if constexpr (std::is_invocable_v<const Work &, Session &, ReadControl &>)
            return work(session, control);
        else
            return work(session);
    }
    [[nodiscard]] ReadControlPtr begin();

    WorkQueue m_queue;
    ReadControlPtr m_control; // of what is under way
};

} // namespace yardmaster
