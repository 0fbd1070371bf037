#include "models/connecting/connectiontest.h"

#include "models/connecting/connectionsteps.h"
#include "models/connecting/sshquestions.h"
#include "models/session/detachedrun.h"

#include <QCoreApplication>

namespace yardmaster {

QString testStepWord(TestStep::Name name)
{
    switch (name) {
    case TestStep::Name::Resolve:
        return QCoreApplication::translate("ConnectionTest", "Find the server");
    case TestStep::Name::Tcp:
        return QCoreApplication::translate("ConnectionTest", "Reach it");
    case TestStep::Name::Tls:
        return QCoreApplication::translate("ConnectionTest", "Encrypt");
    case TestStep::Name::Authentication:
        return QCoreApplication::translate("ConnectionTest", "Log in");
    case TestStep::Name::Schema:
        return QCoreApplication::translate("ConnectionTest", "Find the queue");
    case TestStep::Name::Privileges:
        return QCoreApplication::translate("ConnectionTest", "Check rights");
    case TestStep::Name::Standby:
        return QCoreApplication::translate("ConnectionTest", "Ask the standby");
    }
    Q_UNREACHABLE();
}

QString testOutcomeWord(TestStep::Outcome outcome)
{
    switch (outcome) {
    case TestStep::Outcome::Waiting:
        return QCoreApplication::translate("ConnectionTest", "waiting");
    case TestStep::Outcome::Running:
        return QCoreApplication::translate("ConnectionTest", "running");
    case TestStep::Outcome::Passed:
        return QCoreApplication::translate("ConnectionTest", "passed");
    case TestStep::Outcome::Warned:
        return QCoreApplication::translate("ConnectionTest", "note");
    case TestStep::Outcome::Failed:
        return QCoreApplication::translate("ConnectionTest", "failed");
    case TestStep::Outcome::Skipped:
        return QCoreApplication::translate("ConnectionTest", "skipped");
    }
    Q_UNREACHABLE();
}

ConnectionTest::ConnectionTest(QObject *parent)
    : QObject(parent)
{
    for (int i = 0; i < kTestSteps; ++i)
        m_steps.at(std::size_t(i)).name = static_cast<TestStep::Name>(i);
}

ConnectionTest::~ConnectionTest()
{
    if (m_run)
        m_run->cancel();
}

void ConnectionTest::start(const ConnectionSettings &settings, const QString &schema)
{
    SshQuestions::askAgain(settings);
    if (m_run)
        m_run->cancel();
    m_run = DetachedRun::start(
        this,
        [this, settings, schema](DetachedRun &run) {
            const ReportStep report = [this, &run](const TestStep &step) {
                run.post([this, step] { onStep(step); }); // not once this is gone
            };
            runConnectionSteps(settings, schema, run.control().cancelFlag(), report);
        },
        [this] { onEnd(); });
    for (TestStep &step : m_steps) {
        step = TestStep{step.name, TestStep::Outcome::Waiting, {}, {}};
        Q_EMIT stepChanged(int(step.name));
    }
}

void ConnectionTest::cancel()
{
    if (!m_run)
        return;
    m_run->cancel();
    onEnd();
}

bool ConnectionTest::hasPassed() const
{
    using Outcome = TestStep::Outcome;
    // Reaching this step takes all before it.
    const Outcome last = m_steps.at(std::size_t(TestStep::Name::Privileges)).outcome;
    return last == Outcome::Passed || last == Outcome::Warned;
}

void ConnectionTest::onStep(const TestStep &step)
{
    m_steps.at(std::size_t(step.name)) = step;
    Q_EMIT stepChanged(int(step.name));
}

void ConnectionTest::onEnd()
{
    m_run.reset();
    for (TestStep &step : m_steps) {
        if (step.outcome != TestStep::Outcome::Waiting
            && step.outcome != TestStep::Outcome::Running)
            continue;
        step.outcome = TestStep::Outcome::Skipped;
        step.sentence = QCoreApplication::translate("ConnectionTest", "Not reached.");
        Q_EMIT stepChanged(int(step.name));
    }
    Q_EMIT finished();
}

} // namespace yardmaster
