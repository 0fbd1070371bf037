#include "tests/support/testprogram.h"
#include "tests/worker/queue/keyedaddstest.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace yardmaster::test;

/// On our own schema.
class OurKeyedAddsTest final : public KeyedAddsTest
{
    Q_OBJECT

    void install(const TestDatabase &database) override
    {
        SchemaFixture(database, u"graphile_worker"_s).migrate();
    }
};

YARDMASTER_TEST(OurKeyedAddsTest)
#include "tst_keyedadds.moc"
