#include "models/console/consolecontext.h"
#include "models/query/typedtime.h"
#include "models/values/timedisplay.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/pages/errors/errorspanel.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/pages/jobs/gotodialog.h"
#include "ui/pages/jobs/jobspanel.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::child;
using yardmaster::test::kPatience;
using yardmaster::test::TestDatabase;

namespace {

Timestamp moment(const char *utc)
{
    return timestamp(QDateTime::fromString(QString::fromLatin1(utc), Qt::ISODate));
}

} // namespace

/// What people type means the clock they see: here UTC, or two hours ahead of it.
class TestTypedClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { TimeDisplay::instance().setZone(TimeDisplay::Zone::Utc); }
    void goingToATimeFollowsTheClock();
    void momentsSayBothClocksOnce();
    void filtersFollowTheClock();
    void openPagesFollowTheClock();
};

void TestTypedClock::goingToATimeFollowsTheClock()
{
    for (const bool isLocal : {false, true}) {
        TimeDisplay::instance().setZone(isLocal ? TimeDisplay::Zone::Local
                                                : TimeDisplay::Zone::Utc);
        GoToDialog dialog(GoToDialog::Kind::Time);
        QList<Timestamp> wanted;
        connect(&dialog, &GoToDialog::timeWanted, this, [&](Timestamp time) { wanted << time; });
        dialog.show();
        auto *field = child<QLineEdit>(dialog);
        QTest::keyClicks(field, u"2026-11-20T14:00"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first(), moment(isLocal ? "2026-11-20T12:00:00Z" : "2026-11-20T14:00:00Z"));
    }
}

void TestTypedClock::momentsSayBothClocksOnce()
{
    const Timestamp time = moment("2026-11-20T12:00:00Z");
    QVERIFY(describeMoment(time).startsWith("2026-11-20 12:00:00 UTC (14:00:00"_L1));
    TimeDisplay::instance().setZone(TimeDisplay::Zone::Local);
    QVERIFY(describeMoment(time).startsWith("2026-11-20 14:00:00"_L1));
    QVERIFY(!describeMoment(time).contains(u'('));
}

void TestTypedClock::filtersFollowTheClock()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a');"
                    "update graphile_worker._private_jobs set created_at = '2026-11-20 12:30Z'");
    ConsoleTarget target;
    target.connection = database.settings();
    ConsoleContext context(target);
    JobsPanel panel(&context);
    panel.resize(900, 500);
    panel.show();
    panel.setFilterText(u"created<2026-11-20T13:00"_s);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 1, kPatience);
    TimeDisplay::instance().setZone(TimeDisplay::Zone::Local); // before 11:00 UTC
    QTRY_VERIFY_WITH_TIMEOUT(panel.model()->phase() == JobsModel::Phase::Ready
                                 && panel.model()->rowCount() == 0,
                             kPatience);
    TimeDisplay::instance().setZone(TimeDisplay::Zone::Utc);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), 1, kPatience);
}

void TestTypedClock::openPagesFollowTheClock()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a');"
                    "update graphile_worker._private_jobs set attempts = 25, last_error = 'boom',"
                    " created_at = '2026-11-20 12:30Z', updated_at = '2026-11-20 12:30Z',"
                    " run_at = '2026-11-20 12:31Z'::timestamptz + exp(10) * interval '1 s'");
    ConsoleTarget target;
    target.connection = database.settings();
    ConsoleContext context(target);
    ErrorsPanel errors(&context);
    errors.resize(900, 600);
    errors.show();
    QTRY_COMPARE_WITH_TIMEOUT(errors.model()->phase(), ErrorGroupsModel::Phase::Ready, kPatience);
    InspectorPanel inspector(&context);
    inspector.show();
    inspector.showJob(1);
    inspector.showPage(InspectorPanel::Page::Timeline);
    auto *timeline = child<QWidget>(inspector, "timelinePage");
    const auto tells = [timeline](const QString &text) {
        const auto labels = timeline->findChildren<QLabel *>();
        return std::ranges::any_of(
            labels, [&text](const QLabel *label) { return label->text().contains(text); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(tells(u"12:30:00 UTC"_s), kPatience);
    auto *samples = child<QTreeWidget>(errors, "errorSamples");
    const auto tip = [samples] { return samples->topLevelItem(0)->toolTip(2); };
    QVERIFY(tip().contains("12:31:00 UTC"_L1));

    TimeDisplay::instance().setZone(TimeDisplay::Zone::Local);
    QVERIFY2(tip().contains("14:31:00"_L1) && !tip().contains("UTC"_L1), qPrintable(tip()));
    QVERIFY(tells(u"14:30:00"_s));
    QVERIFY(!tells(u"12:30:00 UTC"_s));
}

YARDMASTER_TEST_RUN([](int argc, char **argv) {
    qputenv("TZ", "Etc/GMT-2"); // before the first use of the clock; the sign is POSIX's
    return yardmaster::test::runTest<TestTypedClock, QApplication>(argc, argv);
})
#include "tst_typedclock.moc"
