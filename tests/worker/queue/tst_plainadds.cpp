#include "tests/worker/queue/plainaddstest.h"

#include <QTest>

using namespace yardmaster::test;

/// On our own schema, under a name that quoting can get wrong.
class OurPlainAddsTest final : public PlainAddsTest
{
    Q_OBJECT

    void install(const TestDatabase &database) override
    {
        SchemaFixture(database, schema()).migrate();
    }
    [[nodiscard]] QString schema() const override
    {
        return QStringLiteral("we\"ird sch'ema $$ \\ äß日");
    }
};

QTEST_GUILESS_MAIN(OurPlainAddsTest)
#include "tst_plainadds.moc"
