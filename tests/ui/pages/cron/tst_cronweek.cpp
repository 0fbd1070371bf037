#include "tests/support/testprogram.h"
#include "tests/ui/pages/cron/cronpagetest.h"

#include "models/cron/cronforecast.h"
#include "models/values/language.h"
#include "models/values/timedisplay.h"
#include "ui/pages/cron/crondetails.h"
#include "ui/pages/cron/croneditor.h"
#include "ui/pages/cron/cronweek.h"

#include <QLabel>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QTimeZone>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// When entries are due: the week, and what a start now would add.
class TestCronWeek : public CronPageTest
{
    Q_OBJECT

private Q_SLOTS:
    void theWeekIsPainted();
    void daysHaveNamesOfTheLanguage();
    void daysThatBeganEarlierAreNamed();
    void backfillOfAStartNowIsShown();
    void aLargeFileStaysUsable();
};

void TestCronWeek::theWeekIsPainted()
{
    const auto page = openPage("0 4 * * * report\n0 4 * * * report ?id=b\n0 4 * * * report ?id=c\n"
                               "30 12 * * * send_email\n");
    auto *details = child<CronDetails>(page->panel, "cronDetails");
    details->setPage(CronDetails::Week);
    settle(&page->panel);
    CronWeek *week = details->week();
    const CronForecastPtr forecast = page->panel.forecaster()->forecast();
    const QDateTime run = forecast->week.timeOf(forecast->week.minutes[3].front());
    const QPoint place = week->placeOf(3, run);
    QVERIFY(week->viewport()->rect().contains(place));
    const QString hint = week->hintAt(place);
    QVERIFY2(hint.startsWith(u"send_email"_s) && hint.contains(u"12:30 UTC"_s), qPrintable(hint));
    QVERIFY(week->hintAt(place + QPoint(20, 0)).isEmpty());
    // A tick is there, and nothing beside it.
    const QImage image = week->viewport()->grab().toImage();
    QVERIFY(image.pixelColor(place) != image.pixelColor(place + QPoint(12, 0)));
    week->setFocus();
    const QSignalSpy chosen(week, &CronWeek::lineChosen);
    QTest::keyClick(week, Qt::Key_End);
    QTest::keyClick(week, Qt::Key_Return);
    QCOMPARE(page->panel.editor()->currentLine(), 4);
    QCOMPARE(chosen.count(), 1);
    week->setZoom(10);
    QCOMPARE(week->zoom(), 10.0);

    auto *pileUps = child<QTreeWidget>(page->panel, "cronPileUps");
    QCOMPARE(pileUps->topLevelItemCount(), 1);
    QCOMPARE(pileUps->topLevelItem(0)->text(0), u"3"_s);
    QCOMPARE(pileUps->topLevelItem(0)->text(1), u"7"_s);
    QCOMPARE(pileUps->topLevelItem(0)->text(3), u"report, b, c"_s);
}

void TestCronWeek::daysHaveNamesOfTheLanguage()
{
    const auto back = qScopeGuard([] { Language::install(u"en"_s); });
    Language::install(u"de"_s);
    const auto page = openPage("0 4 * * 3 report\n");
    page->panel.editor()->goTo(1, 1);
    QCOMPARE(child<QLabel>(page->panel, "cronSentence")->text(), u"Mittwochs um 04:00 (UTC)"_s);
    const auto *run = child<QTreeWidget>(page->panel, "cronRuns")->topLevelItem(0);
    QVERIFY2(run->toolTip(1).endsWith(u"Mittwoch"_s), qPrintable(run->toolTip(1)));
    auto *details = child<CronDetails>(page->panel, "cronDetails");
    details->setPage(CronDetails::Week);
    settle(&page->panel);
    const CronForecastPtr forecast = page->panel.forecaster()->forecast();
    const QString hint = details->week()->hintAt(
        details->week()->placeOf(0, forecast->week.timeOf(forecast->week.minutes[0].front())));
    QVERIFY2(hint.contains(u"\nMi. "_s), qPrintable(hint));
}

void TestCronWeek::daysThatBeganEarlierAreNamed()
{
    const auto page = openPage("0 4 * * 3 report\n");
    auto *details = child<CronDetails>(page->panel, "cronDetails");
    details->setPage(CronDetails::Week);
    settle(&page->panel);
    const CronWeek *week = details->week();
    const QDateTime from = page->panel.forecaster()->forecast()->week.from;
    const auto names = week->dayNames();
    const QString today
        = Language::locale().toString(TimeDisplay::instance().shown(from), u"ddd d"_s);
    // Late in the day, what is left of it has no room for its name.
    const QDateTime tomorrow(from.date().addDays(1), QTime(0, 0), from.timeZone());
    const int room = week->placeOf(0, tomorrow).x() - week->placeOf(0, from).x();
    const int wanted = week->fontMetrics().horizontalAdvance(today);
    if (room > wanted + 8)
        QCOMPARE(names.first().text, today);
    else if (room < wanted)
        QVERIFY(names.first().text != today);
    for (const CronWeek::DayName &day : names) {
        QVERIFY2(day.x >= week->placeOf(0, from).x(), qPrintable(day.text));
        QVERIFY2(day.x + week->fontMetrics().horizontalAdvance(day.text)
                     <= week->viewport()->width(),
                 qPrintable(day.text));
    }
}

void TestCronWeek::backfillOfAStartNowIsShown()
{
    m_database->script("insert into graphile_worker._private_known_crontabs values "
                       "('report', now() - interval '3 days', null)");
    const auto page = openPage("* * * * * report ?fill=1h\n0 4 * * * send_email ?fill=1d\n");
    auto *start = child<QTreeWidget>(page->panel, "cronStart");
    QTRY_COMPARE_WITH_TIMEOUT(start->topLevelItemCount(), 1, kPatience);
    const int jobs = start->topLevelItem(0)->text(1).toInt();
    QVERIFY(jobs == 59 || jobs == 60); // a minute may have passed
    const QString remark = child<QLabel>(page->panel, "cronStartRemark")->text();
    QVERIFY2(remark.contains(u"add %1 jobs"_s.arg(jobs)), qPrintable(remark));
    QVERIFY(remark.contains(u"new to the database: 1;"_s));
}

void TestCronWeek::aLargeFileStaysUsable()
{
    QByteArray text;
    for (int i = 0; i < 10'000; ++i)
        text += "*/5 * * * * report ?id=e" + QByteArray::number(i) + "\n";
    text += "77 * * * * report ?id=last\n";
    const auto page = openPage(text);
    CronEditor *editor = page->panel.editor();
    QCOMPARE(page->panel.document()->analysis()->entries.size(), 10'000);
    QVERIFY(page->panel.forecaster()->forecast()->week.isCut());
    QTest::keyClick(editor, Qt::Key_F8);
    QCOMPARE(editor->currentLine(), 10'001);
    QTest::keyClick(editor, Qt::Key_Delete);
    QTest::keyClick(editor, Qt::Key_End);
    settle(&page->panel);
    QVERIFY(page->panel.document()->analysis()->isValid());
}

YARDMASTER_WINDOW_TEST(TestCronWeek)
#include "tst_cronweek.moc"
