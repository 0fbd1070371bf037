#pragma once

#include "tests/migrations/schemafixture.h"

#include <QObject>

#include <memory>

namespace yardmaster::test {

/// What must hold for jobs with a key, whoever made the schema: adding never returns nothing, no
/// request is lost, and what was replaced or removed does not come back.
class KeyedAddsTest : public QObject
{
    Q_OBJECT

protected:
    /// Makes the schema `graphile_worker`, functions and all; the registry is added afterwards.
    virtual void install(const TestDatabase &database) = 0;

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;

    [[nodiscard]] Session &session() const { return m_schema->session(); }
    [[nodiscard]] const QString &schema() const { return m_schema->schema(); }

private slots:
    void init();

    void addIsRepeatedWhenAWorkerIsFaster();
    void batchIsRepeatedForWhatIsMissing();
    void whatALongTransactionRetiredStaysRetired();
    void largeBatchesRetireForGoodToo();
    void removingDuringReplacementLeavesNothing();
    void rescheduledAndUnlockedJobsWakeWorkers();
    void nothingIsLostInAMelee();
};

} // namespace yardmaster::test
