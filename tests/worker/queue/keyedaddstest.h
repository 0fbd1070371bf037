#pragma once

#include "tests/migrations/schemafixture.h"

#include <QObject>

#include <memory>

namespace yardmaster::test {

/// What must hold for jobs with a key, whichever project installed the schema: an add always
/// returns a job, no request is lost, and replaced or removed jobs do not run again.
class KeyedAddsTest : public QObject
{
    Q_OBJECT

protected:
    /// Creates the schema `graphile_worker` with its functions; the registry is added afterwards.
    virtual void install(const TestDatabase &database) = 0;

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;

    [[nodiscard]] Session &session() const { return m_schema->session(); }
    [[nodiscard]] const QString &schema() const { return m_schema->schema(); }

private slots:
    void init();

    void addIsRetriedWhenAWorkerIsFaster();
    void batchIsRetriedForMissingJobs();
    void jobsRetiredInALongTransactionStayRetired();
    void largeBatchesRetireForGoodToo();
    void removingDuringReplacementLeavesNothing();
    void rescheduledAndUnlockedJobsWakeWorkers();
    void nothingIsLostUnderConcurrency();
};

} // namespace yardmaster::test
