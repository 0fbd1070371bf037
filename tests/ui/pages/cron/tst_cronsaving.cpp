#include "tests/support/testprogram.h"
#include "tests/ui/pages/cron/cronpagetest.h"
#include "tests/worker/cron/cronevents.h"

#include "ui/pages/cron/croneditor.h"

#include <QAction>
#include <QCheckBox>
#include <QDialog>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Saving the crontab, and what others do to the file meanwhile.
class TestCronSaving : public CronPageTest
{
    Q_OBJECT

private Q_SLOTS:
    void savingShowsAndKeepsACopy();
    void errorsWantAgreement();
    void changesOfOthersAreShown();
    void changedTextIsNotLostUnasked();
    void aLiveWorkerReadsTheSavedFile();
};

void TestCronSaving::savingShowsAndKeepsACopy()
{
    const QByteArray before = "0 4 * * * report ?id=nightly\n";
    m_database->script("insert into graphile_worker._private_known_crontabs values "
                       "('nightly', now(), null)");
    const auto page = openPage(before);
    CronEditor *editor = page->panel.editor();
    editor->goTo(1, 1000);
    QTest::keyClicks(editor, u"2"_s);
    QVERIFY(page->panel.hasUnsavedChanges());
    QCOMPARE(child<QLabel>(page->panel, "cronState")->text(), u"not saved"_s);
    trigger(page->panel, "cron.save");
    auto *dialog = child<QDialog>(page->panel, "cronSaveDialog");
    const QString cautions = child<QLabel>(*dialog, "cronSaveCautions")->text();
    QVERIFY2(cautions.contains(u"'nightly'"_s) && cautions.contains(u"'nightly2'"_s),
             qPrintable(cautions));
    const QString diff = child<QPlainTextEdit>(*dialog, "cronDiff")->toPlainText();
    QVERIFY2(diff.contains(u"− 0 4"_s) && diff.contains(u"+ 0 4"_s), qPrintable(diff));
    QTest::mouseClick(child<QPushButton>(*dialog, "cronSaveButton"), Qt::LeftButton);
    QCOMPARE(content(), QByteArray("0 4 * * * report ?id=nightly2\n"));
    QVERIFY(!page->panel.hasUnsavedChanges());
    const QStringList copies = cronBackups(path());
    QCOMPARE(copies.size(), 1);
    QFile copy(copies.first());
    QVERIFY(copy.open(QIODevice::ReadOnly));
    QCOMPARE(copy.readAll(), before);
    const QString notice = child<QLabel>(page->panel, "cronNotice")->text();
    QVERIFY2(notice.contains(QFileInfo(copies.first()).fileName()), qPrintable(notice));
    // Our own writing is nobody else's.
    trigger(page->panel, "cron.save");
    QCOMPARE(page->panel.document()->diskState(), CronFileState::Same);
    QVERIFY(child<QLabel>(page->panel, "cronNotice")->text().startsWith(u"Nothing to save"_s));
}

void TestCronSaving::errorsWantAgreement()
{
    const auto page = openPage("0 4 * * * report\n");
    page->panel.editor()->goTo(1, 1);
    QTest::keyClicks(page->panel.editor(), u"9"_s); // minute 90
    trigger(page->panel, "cron.save");
    auto *dialog = child<QDialog>(page->panel, "cronSaveDialog");
    auto *save = child<QPushButton>(*dialog, "cronSaveButton");
    QVERIFY(!save->isEnabled());
    QVERIFY(!save->isDefault());
    QVERIFY(child<QLabel>(*dialog, "cronSaveTroubles")->text().startsWith(u"Line 1"_s));
    child<QCheckBox>(*dialog, "cronSaveAnyway")->click();
    QVERIFY(save->isEnabled());
    QTest::mouseClick(save, Qt::LeftButton);
    QCOMPARE(content(), QByteArray("90 4 * * * report\n"));
}

void TestCronSaving::changesOfOthersAreShown()
{
    const auto page = openPage("0 4 * * * report\n");
    CronEditor *editor = page->panel.editor();
    editor->goTo(1, 1000);
    QTest::keyClicks(editor, u" ?max=2"_s);
    write("0 5 * * * report\n");
    auto *bar = child<QWidget>(page->panel, "cronDiskBar");
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(page->panel, "cronNotice")
                                 ->text()
                                 .startsWith(u"This file was changed elsewhere"_s),
                             kPatience);
    QTest::mouseClick(child<QPushButton>(page->panel, "cronCompare"), Qt::LeftButton);
    {
        auto *compare = child<QDialog>(page->panel, "cronSaveDialog");
        QVERIFY(!child<QPushButton>(*compare, "cronSaveButton")->isVisible());
        QVERIFY(child<QPlainTextEdit>(*compare, "cronDiff")->toPlainText().contains(u"− 0 5"_s));
        delete compare;
    }
    trigger(page->panel, "cron.save");
    auto *dialog = child<QDialog>(page->panel, "cronSaveDialog");
    auto *save = child<QPushButton>(*dialog, "cronSaveButton");
    QCOMPARE(save->text(), u"Overwrite crontab"_s);
    QVERIFY(!save->isDefault());
    QTest::mouseClick(save, Qt::LeftButton);
    QCOMPARE(content(), QByteArray("0 4 * * * report ?max=2\n"));
    QFile copy(cronBackups(path()).value(0));
    QVERIFY(copy.open(QIODevice::ReadOnly));
    QCOMPARE(copy.readAll(), QByteArray("0 5 * * * report\n"));
}

void TestCronSaving::changedTextIsNotLostUnasked()
{
    const auto page = openPage("0 4 * * * report\n");
    CronEditor *editor = page->panel.editor();
    editor->goTo(1, 1000);
    QTest::keyClicks(editor, u" ?max=2"_s);
    trigger(page->panel, "cron.new");
    auto *box = child<QMessageBox>(page->panel, "cronDiscard");
    QVERIFY(box->defaultButton()->objectName() != "cronDiscardButton"_L1);
    box->reject();
    QCOMPARE(editor->text(), u"0 4 * * * report ?max=2\n"_s);
    delete box;
    trigger(page->panel, "cron.new");
    QTest::mouseClick(child<QPushButton>(page->panel, "cronDiscardButton"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!editor->text().contains(u"report"_s), kPatience);
}

void TestCronSaving::aLiveWorkerReadsTheSavedFile()
{
    const auto page = openPage("0 4 * * * report\n");
    CronEvents events(page->worker->bus());
    auto *reload = child<QAction>(page->panel, "cron.reload-worker");
    QVERIFY(reload->isVisible() && !reload->isEnabled());
    page->worker->start();
    QTRY_COMPARE_WITH_TIMEOUT(page->worker->state(), LocalWorker::State::Running, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(
        m_database->scalar("select string_agg(identifier, ',' order by identifier) from "
                           "graphile_worker._private_known_crontabs"),
        u"report"_s, kPatience);
    page->panel.editor()->goTo(2, 1);
    QTest::keyClicks(page->panel.editor(), u"0 5 * * * send_email "_s);
    trigger(page->panel, "cron.save");
    QTest::mouseClick(child<QPushButton>(page->panel, "cronSaveButton"), Qt::LeftButton);
    QVERIFY(reload->isEnabled());
    reload->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(
        m_database->scalar("select string_agg(identifier, ',' order by identifier) from "
                           "graphile_worker._private_known_crontabs"),
        u"report,send_email"_s, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!events.lines(u"reloaded"_s).isEmpty(), kPatience);
    // And the page's own list follows.
    page->panel.poller()->refreshSoon();
    QTRY_COMPARE_WITH_TIMEOUT(page->panel.poller()->latest()->entries.size(), 2, kPatience);
    page->worker->stop();
    QTRY_COMPARE_WITH_TIMEOUT(page->worker->state(), LocalWorker::State::Stopped, kPatience);
}

YARDMASTER_WINDOW_TEST(TestCronSaving)
#include "tst_cronsaving.moc"
