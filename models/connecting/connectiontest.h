#pragma once

#include "models/session/schemaprobe.h"
#include <yardmaster/connectionsettings.h>

#include <QObject>
#include <QStringList>

#include <array>
#include <memory>

namespace yardmaster {

class DetachedRun;

/// One thing that must work before a queue can be shown.
struct TestStep
{
    enum class Name { Resolve, Tcp, Tls, Authentication, Schema, Privileges, Standby };
    enum class Outcome {
        Waiting, ///< its turn comes
        Running,
        Passed,
        Warned,  ///< works, with something to know
        Failed,  ///< nothing after it is tried
        Skipped, ///< does not apply, or was not reached
    };

    Name name = Name::Resolve;
    Outcome outcome = Outcome::Waiting;
    QString sentence;    ///< what was found, for people
    QStringList details; ///< facts, one a line: addresses, the certificate, restrictions
};

inline constexpr int kTestSteps = 7;

[[nodiscard]] QString testStepWord(TestStep::Name name);
[[nodiscard]] QString testOutcomeWord(TestStep::Outcome outcome);

/// Connects to a server step by step and says how far it came. Everything that waits does so on a
/// thread of its own.
///
///   Idle ──start()──> Running ──last step, cancel()──> Idle
///
/// GUI thread; never blocks.
class ConnectionTest final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionTest)

public:
    explicit ConnectionTest(QObject *parent = nullptr);
    ~ConnectionTest() override;

    /// Forgets an earlier test. `settings` holds the password, if one is to be tried.
    void start(const ConnectionSettings &settings, const QString &schema);
    /// At once: what is under way ends on its own, unobserved. Steps that did not end are Skipped.
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_run != nullptr; }
    [[nodiscard]] const std::array<TestStep, kTestSteps> &steps() const { return m_steps; }
    /// Every step was taken and none failed. That a standby is of no use is no failure: the window
    /// goes on with the primary.
    [[nodiscard]] bool hasPassed() const;

Q_SIGNALS:
    /// `index` into steps().
    void stepChanged(int index);
    void finished();

private:
    void onStep(const TestStep &step);
    void onEnd();

    std::array<TestStep, kTestSteps> m_steps;
    std::shared_ptr<DetachedRun> m_run; // null while Idle
};

} // namespace yardmaster
