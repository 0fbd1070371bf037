#include "models/connecting/connectiontest.h"

#include "models/connecting/connectionsteps.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThread>

#include <atomic>

namespace yardmaster {

/// The part on the other thread; its last act is to let go of itself.
class ConnectionTest::Run final : public std::enable_shared_from_this<ConnectionTest::Run>
{
public:
    explicit Run(ConnectionTest *test)
        : m_test(test)
    { }

    void start(const ConnectionSettings &settings, const QString &schema)
    {
        // Not in a pool: a name server that does not answer would hold up the end of the program.
        QThread *thread = QThread::create([self = shared_from_this(), settings, schema] {
            const ReportStep report = [&self](const TestStep &step) { self->post(step); };
            runConnectionSteps(settings, schema, self->m_isCancelled, report);
            self->postEnd();
        });
        QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
        thread->start();
    }

    /// GUI thread. Nothing arrives afterwards.
    void cancel() { m_isCancelled = true; }

private:
    void post(const TestStep &step)
    {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [test = m_test, step, self = shared_from_this()] {
                if (test && test->m_run == self)
                    test->onStep(step);
            },
            Qt::QueuedConnection);
    }
    void postEnd()
    {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [test = m_test, self = shared_from_this()] {
                if (test && test->m_run == self)
                    test->onEnd();
            },
            Qt::QueuedConnection);
    }

    const QPointer<ConnectionTest> m_test; // looked at on the GUI thread only
    std::atomic<bool> m_isCancelled{false};
};

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
    if (m_run)
        m_run->cancel();
    m_run = std::make_shared<Run>(this);
    for (TestStep &step : m_steps) {
        step = TestStep{step.name, TestStep::Outcome::Waiting, {}, {}};
        Q_EMIT stepChanged(int(step.name));
    }
    m_run->start(settings, schema);
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
    // Reaching the last step takes all before it.
    const Outcome last = m_steps.back().outcome;
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
