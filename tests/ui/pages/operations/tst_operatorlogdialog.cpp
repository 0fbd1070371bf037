#include "models/operations/operatorlogmodel.h"
#include "models/operations/sharedlog.h"
#include "models/values/timedisplay.h"
#include "tests/support/testprogram.h"
#include "tests/ui/kit/changes/operationsui.h"
#include "ui/pages/operations/operatorlogdialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>

#include <ctime>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// The operator log, of this computer and of the schema.
class TestOperatorLogDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operatorLogIsShownFilteredAndExported();
    void whatTheSchemaLogsIsShown();
    void timesAreByTheClockOfTheWindow();

private:
    Theme m_theme;
};

void TestOperatorLogDialog::operatorLogIsShownFilteredAndExported()
{
    OperationsUi ui;
    ui.begin(OperationsFixture::byIds({.kind = OperationKind::Complete}, {1, 2, 4}));
    QVERIFY(ui.isOver(1));
    ui.begin(OperationsFixture::byIds({.kind = OperationKind::Retry}, {7}));
    QVERIFY(ui.isOver(2));
    OperatorLogDialog dialog(*ui.context);
    dialog.show();
    auto *model = qobject_cast<OperatorLogModel *>(child<QTableView>(dialog, "logTable")->model());
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 2, kPatience);
    QCOMPARE(model->cell(1, "what"_L1).data().toString(), u"complete"_s);
    QCOMPARE(model->cell(1, "jobs"_L1).data().toString(), u"3"_s);
    QCOMPARE(model->cell(1, "outcome"_L1).data().toString(), u"committed"_s);
    QTest::keyClicks(child<QLineEdit>(dialog, "logFilter"), u"\"kind\":\"retry\""_s);
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 1, kPatience);
    const QSignalSpy exported(&dialog, &OperatorLogDialog::exported);
    dialog.exportTo(ui.fixture.folder + u"/log.ndjson"_s);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, kPatience);
    QFile file(ui.fixture.folder + u"/log.ndjson"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count('\n'), 4); // two announced, two ended
}

void TestOperatorLogDialog::whatTheSchemaLogsIsShown()
{
    OperationsUi ui;
    OperatorLogDialog dialog(*ui.context);
    dialog.show();
    auto *model = qobject_cast<OperatorLogModel *>(child<QTableView>(dialog, "logTable")->model());
    auto *source = child<QComboBox>(dialog, "logSource");
    const auto *status = child<QLabel>(dialog, "logStatus");
    source->setCurrentIndex(1);
    QTRY_VERIFY_WITH_TIMEOUT(status->text().contains(u"keeps no operator log"_s), kPatience);
    ui.fixture.database.script(createSharedLogSql(u"graphile_worker"_s));
    ui.begin(OperationsFixture::byIds({.kind = OperationKind::Complete}, {1, 2, 4}));
    QVERIFY(ui.isOver(1));
    // Of another computer.
    ui.fixture.database.script(
        "insert into graphile_worker._yardmaster_operator_log (entry) values"
        " ('{\"operation\":\"x\",\"batch\":1,\"kind\":\"retry\",\"os_user\":\"ann\"}')");
    QTest::keyClicks(child<QLineEdit>(dialog, "logFilter"), u"batch"_s);
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 2, kPatience);
    QVERIFY(model->cell(0, "who"_L1).data().toString().startsWith(u"ann as "_s));
    QCOMPARE(model->cell(0, "outcome"_L1).data().toString(), u"not known"_s);
    QCOMPARE(model->cell(1, "jobs"_L1).data().toString(), u"3"_s);
    QCOMPARE(model->cell(1, "outcome"_L1).data().toString(), u"committed"_s);
    child<QTableView>(dialog, "logTable")->selectRow(1);
    QVERIFY(takePictures(&m_theme, &dialog, u"operator-log"_s));
    source->setCurrentIndex(0);
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 1, kPatience);
}

void TestOperatorLogDialog::timesAreByTheClockOfTheWindow()
{
    qputenv("TZ", "Asia/Kolkata"); // no daylight saving time, and no other name for it
    ::tzset();
    const auto restore = qScopeGuard([] {
        TimeDisplay::instance().setZone(TimeDisplay::Zone::Utc);
        qputenv("TZ", "UTC");
        ::tzset();
    });
    OperationsUi ui;
    ui.begin(OperationsFixture::byIds({.kind = OperationKind::Complete}, {1}));
    QVERIFY(ui.isOver(1));
    OperatorLogDialog dialog(*ui.context);
    auto *log = qobject_cast<OperatorLogModel *>(child<QTableView>(dialog, "logTable")->model());
    QTRY_COMPARE_WITH_TIMEOUT(log->rowCount(), 1, kPatience);
    const OperationList *list = ui.panel->list();
    const auto begun = [&] { return list->cell(0, "begun"_L1).data().toString(); };
    const auto at = [&] { return log->cell(0, "at"_L1).data().toString(); };
    const QDateTime time = dateTime(list->at(0).record.begunAt);
    QCOMPARE(begun(), time.toUTC().toString(u"yyyy-MM-dd HH:mm:ss"_s) + u" UTC"_s);
    QVERIFY2(at().endsWith(u" UTC"_s), qUtf8Printable(at()));
    const QString utc = at();
    const QSignalSpy listed(list, &QAbstractItemModel::dataChanged);
    const QSignalSpy logged(log, &QAbstractItemModel::dataChanged);
    TimeDisplay::instance().setZone(TimeDisplay::Zone::Local);
    QVERIFY(!listed.isEmpty() && !logged.isEmpty());
    QCOMPARE(begun(), time.toOffsetFromUtc(19800).toString(u"yyyy-MM-dd HH:mm:ss"_s) + u" IST"_s);
    QVERIFY2(at().endsWith(u" IST"_s) && at() != utc, qUtf8Printable(at()));
}

} // namespace yardmaster::test

YARDMASTER_WINDOW_TEST(yardmaster::test::TestOperatorLogDialog)
#include "tst_operatorlogdialog.moc"
