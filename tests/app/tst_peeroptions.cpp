#include "app/optiontable.h"
#include "tests/peers/peers.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Options of graphile-worker's command line, as its own --help lists them.
class TestPeerOptions : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { REQUIRE_PEERS(); }

    void eachIsAnOptionHere()
    {
        const Peer::Outcome help = Peer(u"gw-0.18"_s).run(u"none"_s, {u"--help"_s});
        QVERIFY2(help.succeeded, help.output.constData());
        static const QRegularExpression line(
            // With the lines after it, up to the next option.
            u"^\\s*(?:-(\\w), )?\\s*--([a-z][a-z-]+)\\b([\\s\\S]*?)"
            "(?=^\\s*(?:-\\w, )?\\s*--[a-z]|\\z)"_s,
            QRegularExpression::MultilineOption);
        int checked = 0;
        for (auto it = line.globalMatch(QString::fromUtf8(help.output)); it.hasNext();) {
            const auto match = it.next();
            const QString name = match.captured(2);
            const Option *ours = nullptr;
            for (const OptionGroup &group : optionGroups()) {
                for (const Option &option : group.options) {
                    if (option.longName() == name)
                        ours = &option;
                }
            }
            QVERIFY2(ours, qPrintable(name));
            if (!match.captured(1).isEmpty())
                QVERIFY2(ours->names.contains(match.captured(1)), qPrintable(name));
            const bool isSwitch = match.captured(3).contains("[boolean]"_L1);
            QVERIFY2(ours->valueName.isEmpty() == isSwitch, qPrintable(name));
            ++checked;
        }
        QVERIFY2(checked >= 13, help.output.constData());
    }
};

YARDMASTER_TEST(TestPeerOptions)
#include "tst_peeroptions.moc"
