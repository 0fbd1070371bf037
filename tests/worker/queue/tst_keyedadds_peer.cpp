#include "tests/peers/peers.h"
#include "tests/support/testprogram.h"
#include "tests/worker/queue/keyedaddstest.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace yardmaster::test;

/// On a schema that graphile-worker made, with its functions.
class PeerKeyedAddsTest final : public KeyedAddsTest
{
    Q_OBJECT

    void install(const TestDatabase &database) override
    {
        const auto outcome = Peer(u"gw-0.18"_s).run(database.url(), {u"--schema-only"_s});
        if (!outcome.succeeded)
            qFatal("%s", outcome.output.constData());
    }

private slots:
    void initTestCase() { REQUIRE_PEERS(); }
};

YARDMASTER_TEST(PeerKeyedAddsTest)
#include "tst_keyedadds_peer.moc"
