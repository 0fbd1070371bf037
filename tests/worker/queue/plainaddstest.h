#pragma once

#include "tests/migrations/schemafixture.h"

#include <QObject>

#include <memory>

namespace yardmaster::test {

/// Jobs without keys and flags, added in one call: directly where the result is the same as that of
/// the schema's add_jobs, and through the function where it may differ.
class PlainAddsTest : public QObject
{
    Q_OBJECT

protected:
    /// Creates the schema `schema()` with its functions.
    virtual void install(const TestDatabase &database) = 0;
    [[nodiscard]] virtual QString schema() const { return QStringLiteral("graphile_worker"); }

private slots:
    void init();
    void cleanup();

    void jobsAreTheSameEitherWay();
    void newNamesAreRegistered();
    void anotherFunctionIsCalled();
    void theyArePartOfTheTransaction();
    void keysAndFlagsGoThroughTheFunction();
    void theServerRefusesTheSame();

private:
    /// How often add_jobs was called, in this transaction and some before it; look at differences.
    [[nodiscard]] int calls() const;

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;
};

} // namespace yardmaster::test
