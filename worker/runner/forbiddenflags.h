#pragma once

#include <yardmaster/workeroptions.h>

#include <QFutureWatcher>
#include <QObject>

namespace yardmaster {

/// Asks the caller's function which flags are forbidden now, on a pool thread, so that a slow
/// answer holds up fetching and nothing else. Lives on the dispatcher's thread.
class ForbiddenFlags final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ForbiddenFlags)

public:
    using Function = std::function<QStringList()>;

    ForbiddenFlags(Function function, QObject *parent);

    [[nodiscard]] bool isAsked() const { return static_cast<bool>(m_function); }
    /// The answer, once: nullopt if there is none yet, and then answered() follows.
    [[nodiscard]] std::optional<QStringList> take();

Q_SIGNALS:
    void answered();

private:
    void onFinished();

    const Function m_function;
    QFutureWatcher<std::optional<QStringList>> m_watcher;
    std::optional<QStringList> m_answer;
};

} // namespace yardmaster
