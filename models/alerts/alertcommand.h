#pragma once

#include "models/alerts/alertnews.h"

#include <QElapsedTimer>
#include <QObject>
#include <QQueue>
#include <QTimer>

#include <memory>

class QProcess;
class QProcessEnvironment;

namespace yardmaster {

/// Which queue an alert is about.
struct AlertOrigin
{
    QString profile; ///< as the user calls it; may be empty
    QString schema;
};

[[nodiscard]] QList<AlertProblem> problemsOf(const AlertCommand &command);

/// The arguments with {rule}, {value}, {profile} and {schema} filled in. They are taken apart
/// before, so that a value is always one argument or a part of one, whatever it contains.
[[nodiscard]] QStringList argumentsFor(const AlertCommand &command, const AlertNews &news,
                                       const AlertOrigin &origin);
/// What else a program is told, as variables YARDMASTER_ALERT_…: all that comes from the database
/// comes only this way.
void describeAlert(QProcessEnvironment &environment, const AlertNews &news,
                   const AlertOrigin &origin);

/// How one run of the command ended.
struct AlertCommandResult
{
    enum class End {
        Exited,   ///< with `exitCode`
        Crashed,  ///< by a signal
        TimedOut, ///< it was killed
        NotStarted
    };

    End end = End::Exited;
    int exitCode = 0;
    QString rule;   ///< title of what it was run for
    QString output; ///< end of what it wrote, or why it could not be started
    QDateTime at;
    std::chrono::milliseconds took{0};

    [[nodiscard]] bool isGood() const { return end == End::Exited && exitCode == 0; }
};

/// Runs a command for alerts, one at a time, in the order they came. GUI thread; never blocks.
/// One that runs too long is killed with all it has started; at the end of this object too.
class AlertCommandRunner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertCommandRunner)

public:
    explicit AlertCommandRunner(QObject *parent = nullptr);
    ~AlertCommandRunner() override;

    /// Waits for its turn; kMostWaiting wait at most, further ones are left out and logged.
    void run(const AlertCommand &command, const AlertNews &news, const AlertOrigin &origin);
    /// Default 30 s.
    void setTimeout(std::chrono::milliseconds timeout) { m_timeout = timeout; }

    [[nodiscard]] const std::optional<AlertCommandResult> &lastResult() const { return m_last; }
    static constexpr int kMostWaiting = 50;

Q_SIGNALS:
    void finished(const yardmaster::AlertCommandResult &result);

private:
    struct Run
    {
        AlertCommand command;
        AlertNews news;
        AlertOrigin origin;
    };

    void startNext();
    void takeOutput();
    void end(AlertCommandResult::End end, const QString &output);

    QQueue<Run> m_waiting;
    std::unique_ptr<QProcess> m_process; // null: nothing runs
    QString m_rule;
    QByteArray m_output;
    QElapsedTimer m_elapsed;
    QTimer m_limit;
    bool m_isTimedOut = false;
    std::chrono::milliseconds m_timeout{30000};
    std::optional<AlertCommandResult> m_last;
};

} // namespace yardmaster
