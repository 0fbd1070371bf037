#include "tests/support/testprogram.h"
#include <yardmaster/params.h>

#include <QTest>

#include <limits>

using namespace yardmaster;

class TestParams : public QObject
{
    Q_OBJECT

private slots:
    void numbersBecomeAnArray()
    {
        using Limits = std::numeric_limits<qint64>;
        const auto text = [](const std::vector<qint64> &list) { return param(list).value(); };
        QCOMPARE(text({}), QByteArray("{}"));
        QCOMPARE(text({0}), QByteArray("{0}"));
        QCOMPARE(text({1, -2, 30}), QByteArray("{1,-2,30}"));
        QCOMPARE(text({Limits::min(), Limits::min(), Limits::max()}),
                 QByteArray("{-9223372036854775808,-9223372036854775808,9223372036854775807}"));
    }
};

YARDMASTER_TEST(TestParams)
#include "tst_params.moc"
