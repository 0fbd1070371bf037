#pragma once

#include "tests/migrations/schemafixture.h"

#include <QObject>

#include <memory>

namespace yardmaster::test {

/// Jobs without keys and flags, added in one call: directly where that is the same as the schema's
/// add_jobs, whoever made the schema, and through it where it may not be.
class PlainAddsTest : public QObject
{
    Q_OBJECT

protected:
    /// Makes the schema `schema()`, functions and all.
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
