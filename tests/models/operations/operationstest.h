#pragma once

#include "tests/models/operations/operationsfixture.h"

#include <memory>

namespace yardmaster::test {

/// Base of the tests of operations: a queue of thirty jobs for each.
class OperationsTest : public QObject
{
    Q_OBJECT

protected:
    [[nodiscard]] QString scalar(const QByteArray &sql) const
    {
        return m_fixture->database.scalar(sql);
    }
    [[nodiscard]] OperationTotals changedAll(const OperationSpec &spec) const
    {
        const OperationOutcome outcome = m_fixture->run(spec);
        if (outcome.error)
            qWarning("%s", qUtf8Printable(outcome.error->message));
        return outcome.state == OperationState::Finished ? outcome.totals : OperationTotals{};
    }

    std::unique_ptr<OperationsFixture> m_fixture;

private slots:
    void init()
    {
        m_fixture = std::make_unique<OperationsFixture>();
        m_fixture->addJobs(30);
    }
    void cleanup() { m_fixture.reset(); }
};

} // namespace yardmaster::test
