#include "tests/support/testprogram.h"
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

YARDMASTER_TEST(OurPlainAddsTest)
#include "tst_plainadds.moc"
