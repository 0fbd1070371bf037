#include "models/cron/cronanalysis.h"
#include "models/cron/croncompletion.h"
#include "models/cron/cronhelp.h"
#include "models/cron/cronidchanges.h"
#include "models/cron/cronlineparts.h"
#include "models/cron/linediff.h"
#include "models/values/language.h"
#include "tests/support/testprogram.h"

#include <yardmaster/crondescription.h>

#include <QRandomGenerator>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

/// Each part as its number and text.
QStringList partsOf(const QString &line)
{
    QStringList texts;
    for (const CronLinePart &part : cronLineParts(line))
        texts << u"%1:%2"_s.arg(int(part.part)).arg(line.mid(part.begin, part.end - part.begin));
    return texts;
}

QStringList candidates(const QString &line, int column, const CronNames &names = {},
                       CrontabDialect dialect = CrontabDialect::Extended)
{
    QStringList texts;
    for (const auto &candidate : completeCron(line, column, dialect, names).candidates)
        texts << candidate.text;
    return texts;
}

/// The second text, rebuilt from a comparison without folding.
QString applied(const LineDiff &diff)
{
    QStringList lines;
    for (const DiffLine &line : diff.lines) {
        if (line.kind != DiffLine::Kind::Removed)
            lines << line.text;
    }
    return lines.join(u'\n');
}

} // namespace

/// The text of a crontab: its parts, its meaning, what may be written, what changed.
class TestCronText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsAreFoundByPosition();
    void switchingOffAndOnGivesTheSameLine();
    void entriesThatAreOffAreKnownButDoNotCount();
    void problemsOfLinesThatAreOffAreWarnings();
    void unknownTasksAreWarnings();
    void helpFollowsTheCaret_data();
    void helpFollowsTheCaret();
    void completionOffersWhatFits();
    void renamedAndMissingIdentifiersAreFound();
    void diffShowsEveryChange();
    void diffOfVeryDifferentTextsEnds();
    void anyTextIsAccepted();
    void schedulesAreDescribedInGerman_data();
    void schedulesAreDescribedInGerman();
};

void TestCronText::partsAreFoundByPosition()
{
    QCOMPARE(partsOf(u" 0  4 *\t* mon  a/b ?id=x&max=3  { a: 1 } "_s),
             (QStringList{u"0:0"_s, u"1:4"_s, u"2:*"_s, u"3:*"_s, u"4:mon"_s, u"5:a/b"_s,
                          u"6:id=x&max=3"_s, u"7:{ a: 1 }"_s}));
    QCOMPARE(partsOf(u"# hello"_s), QStringList{u"8:# hello"_s});
    QCOMPARE(partsOf(u"#off 0 4 * * * a"_s).first(), u"9:#off"_s);
    QCOMPARE(partsOf(u"#off 0 4 * * * a"_s).last(), u"5:a"_s);
    QCOMPARE(partsOf(u"#off"_s), QStringList{u"8:#off"_s});
    QCOMPARE(partsOf(u"#office hours"_s), QStringList{u"8:#office hours"_s});
    QCOMPARE(partsOf(u"   "_s), QStringList());
}

void TestCronText::switchingOffAndOnGivesTheSameLine()
{
    for (const QString &line : {u"0 4 * * * a"_s, u"  0 4 * * * a {x: 1}"_s, u"nonsense"_s}) {
        const QString off = switchedOff(line);
        QVERIFY(isSwitchedOff(off));
        QVERIFY(analyseCrontab(off, CrontabDialect::Strict).isValid()); // a comment to workers
        QCOMPARE(switchedOn(off), line);
        QCOMPARE(switchedOff(off), off);
        QCOMPARE(switchedOn(line), line);
    }
    for (const QString &line : {u"# a remark"_s, QString(), u"   "_s}) {
        QCOMPARE(switchedOff(line), line);
        QCOMPARE(switchedOn(line), line);
    }
}

void TestCronText::entriesThatAreOffAreKnownButDoNotCount()
{
    const CronAnalysis analysis = analyseCrontab(
        u"0 4 * * * a\n#off 0 5 * * * a ?id=b\n# 0 6 * * * c\n"_s, CrontabDialect::Extended);
    QVERIFY(analysis.isValid());
    QCOMPARE(analysis.entries.size(), 1);
    QCOMPARE(analysis.switchedOff.size(), 1);
    QVERIFY(analysis.isOff(2));
    QVERIFY(!analysis.isOff(1));
    QCOMPARE(analysis.entryAt(2)->item.identifier, u"b"_s);
    QCOMPARE(analysis.entryAt(2)->task.column, 16); // in the whole line
    QCOMPARE(analysis.entryAt(3), nullptr);
    QCOMPARE(analysis.lines, 4);
}

void TestCronText::problemsOfLinesThatAreOffAreWarnings()
{
    const CronAnalysis analysis
        = analyseCrontab(u"#off 61 5 * * * a\n62 5 * * * b"_s, CrontabDialect::Extended);
    QCOMPARE(analysis.problems.size(), 1);
    QCOMPARE(analysis.problems.first().line, 2);
    QCOMPARE(analysis.warnings.size(), 1);
    QCOMPARE(analysis.warnings.first().column, 6);
}

void TestCronText::unknownTasksAreWarnings()
{
    const QString text = u"0 4 * * * known\n0 4 * * * unknwon"_s;
    CronNames names{{u"known"_s, u"unknown"_s}, {}, true};
    const CronAnalysis analysis = analyseCrontab(text, CrontabDialect::Extended, names);
    QVERIFY(analysis.isValid());
    QCOMPARE(analysis.warnings.size(), 1);
    QCOMPARE(analysis.warnings.first().line, 2);
    QCOMPARE(analysis.warnings.first().column, 11);
    QCOMPARE(analysis.warnings.first().length, 7);
    names.areAllTasks = false;
    QVERIFY(analyseCrontab(text, CrontabDialect::Extended, names).warnings.isEmpty());
}

void TestCronText::helpFollowsTheCaret_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("value");
    //                 0         1         2
    //                 0123456789012345678901234567
    // const line = u"*/20 8-9 1 jan 7 a ?tz=UTC {}"
    QTest::newRow("minute") << 0 << u"Minute"_s << u"0, 20, 40"_s;
    QTest::newRow("behind the minute") << 4 << u"Minute"_s << u"0, 20, 40"_s;
    QTest::newRow("hour") << 6 << u"Hour"_s << u"8, 9"_s;
    QTest::newRow("day") << 9 << u"Day of the month"_s << u"1"_s;
    QTest::newRow("month") << 12 << u"Month"_s << u"1"_s;
    QTest::newRow("weekday") << 15 << u"Day of the week"_s << u"0"_s;
    QTest::newRow("task") << 17 << u"Task"_s << QString();
    QTest::newRow("option") << 21 << u"Option tz"_s << QString();
    QTest::newRow("payload") << 28 << u"Payload"_s << QString();
}

void TestCronText::helpFollowsTheCaret()
{
    QFETCH(const int, column);
    const CronHelp help
        = cronHelpAt(u"*/20 8-9 1 jan 7 a ?tz=UTC {}"_s, column, CrontabDialect::Extended);
    QTEST(help.title, "title");
    QTEST(help.value, "value");
    QVERIFY(!help.text.isEmpty());
    QCOMPARE(cronHelpAt(u"0 4 "_s, 4, CrontabDialect::Strict).title, u"Day of the month"_s);
    QCOMPARE(cronHelpAt({}, 0, CrontabDialect::Strict).title, u"Minute"_s);
}

void TestCronText::completionOffersWhatFits()
{
    const CronNames names{{u"mail/send"_s, u"mail/sort"_s, u"report"_s}, {u"slow"_s}, true};
    const auto at = [&](const QString &line) { return candidates(line, int(line.size()), names); };
    QCOMPARE(at(u"0 4 * * * mail/s"_s), (QStringList{u"mail/send"_s, u"mail/sort"_s}));
    QCOMPARE(at(u"0 4 * * * "_s).size(), 3);
    QCOMPARE(at(u"0 4 * * m"_s), QStringList{u"mon"_s});
    QCOMPARE(at(u"0 4 * * mon-f"_s), QStringList{u"fri"_s});
    QVERIFY(at(u"0 4 * * * a ?"_s).contains(u"fill="_s));
    QVERIFY(at(u"0 4 * * * a ?"_s).contains(u"tz="_s));
    QVERIFY(!at(u"0 4 * * * a ?fill=1d&"_s).contains(u"fill="_s));
    QCOMPARE(at(u"0 4 * * * a ?fill=1d&jobKeyM"_s), QStringList{u"jobKeyMode="_s});
    QCOMPARE(at(u"0 4 * * * a ?jobKeyMode=p"_s), QStringList{u"preserve_run_at"_s});
    QCOMPARE(at(u"0 4 * * * a ?queue=s"_s), QStringList{u"slow"_s});
    QVERIFY(at(u"0 4 * * * a ?tz=Europe/Par"_s).contains(u"Europe/Paris"_s));
    QVERIFY(at(u"0 4 * * * a ?tz=paris"_s).contains(u"Europe/Paris"_s));
    const QString line = u"0 4 * * * a ?t"_s;
    QVERIFY(candidates(line, int(line.size()), names, CrontabDialect::Strict).isEmpty());
    const auto inside
        = completeCron(u"0 4 * * * a ?tz=Europe/London {}"_s, 20, CrontabDialect::Extended, names);
    QCOMPARE(inside.begin, 16);
    QCOMPARE(inside.end, 29);
}

void TestCronText::renamedAndMissingIdentifiersAreFound()
{
    const auto analyse
        = [](const QString &text) { return analyseCrontab(text, CrontabDialect::Extended); };
    const CronAnalysis before
        = analyse(u"0 4 * * * a ?id=x\n0 5 * * * b\n0 6 * * * c\n0 7 * * * d ?id=stays\n"_s);
    const CronAnalysis after
        = analyse(u"0 4 * * * a ?id=y\n#off 0 6 * * * c\n0 8 * * * d ?id=stays\n0 9 * * * new\n"_s);
    using Kind = CronIdChange::Kind;
    const QList<CronIdChange> expected{{Kind::Renamed, u"x"_s, u"y"_s, 1, true},
                                       {Kind::Gone, u"b"_s, {}, 2, false},
                                       {Kind::Off, u"c"_s, {}, 2, false}};
    QCOMPARE(cronIdChanges(before, after, {u"x"_s, u"stays"_s}), expected);
    QVERIFY(cronIdChanges(before, before, {}).isEmpty());
    for (const CronIdChange &change : expected)
        QVERIFY(cronIdChangeSentence(change).contains(change.before));
}

void TestCronText::diffShowsEveryChange()
{
    const LineDiff diff = diffLines(u"a\nb\nc\nd\ne\nf\ng\nh"_s, u"a\nb\nX\nd\ne\nf\ng\nh\ni"_s, 1);
    QCOMPARE(diff.removed, 1);
    QCOMPARE(diff.added, 2);
    using Kind = DiffLine::Kind;
    const QList<DiffLine> expected{
        {Kind::Gap, 0, 0, {}, 1},         {Kind::Same, 2, 2, u"b"_s, 0},
        {Kind::Removed, 3, 0, u"c"_s, 0}, {Kind::Added, 0, 3, u"X"_s, 0},
        {Kind::Same, 4, 4, u"d"_s, 0},    {Kind::Gap, 0, 0, {}, 3},
        {Kind::Same, 8, 8, u"h"_s, 0},    {Kind::Added, 0, 9, u"i"_s, 0}};
    QCOMPARE(diff.lines, expected);
    QVERIFY(diffLines(u"a\nb"_s, u"a\nb"_s).isEmpty());

    // Whatever the change, what is left after it is the second text.
    QRandomGenerator random(7);
    for (int round = 0; round < 300; ++round) {
        QStringList a;
        QStringList b;
        for (int i = 0; i < 12; ++i) {
            a << QString::number(random.bounded(4));
            b << QString::number(random.bounded(4));
        }
        const QString before = a.mid(0, random.bounded(1, 12)).join(u'\n');
        const QString after = b.mid(0, random.bounded(1, 12)).join(u'\n');
        if (before != after) // else all of it is folded
            QCOMPARE(applied(diffLines(before, after, 100)), after);
    }
}

void TestCronText::diffOfVeryDifferentTextsEnds()
{
    QStringList a;
    QStringList b;
    for (int i = 0; i < 20000; ++i) {
        a << u"a%1"_s.arg(i);
        b << u"b%1"_s.arg(i);
    }
    const LineDiff diff = diffLines(a.join(u'\n'), b.join(u'\n'), 20001);
    QCOMPARE(diff.added, 20000);
    QCOMPARE(applied(diff), b.join(u'\n'));
}

void TestCronText::anyTextIsAccepted()
{
    QRandomGenerator random(3);
    const QString alphabet = u"0*/,-?&={}#off azmon\t\u00a0\u2028\"'é"_s + QChar(0xd83d);
    for (int round = 0; round < 600; ++round) {
        QString line = round % 3 == 0 ? u"0 4 * * * a ?tz="_s : QString();
        for (int i = 0; i < random.bounded(30); ++i)
            line += alphabet[random.bounded(int(alphabet.size()))];
        const int column = random.bounded(int(line.size()) + 1);
        int end = 0;
        for (const CronLinePart &part : cronLineParts(line)) {
            QVERIFY(part.begin >= end && part.end >= part.begin && part.end <= line.size());
            end = part.end;
        }
        (void)cronHelpAt(line, column, CrontabDialect::Extended);
        const CronCompletion completion
            = completeCron(line, column, CrontabDialect::Extended, {{u"a"_s}, {}, true});
        QVERIFY(completion.begin >= 0 && completion.end <= line.size());
        (void)analyseCrontab(line, CrontabDialect::Extended);
    }
}

void TestCronText::schedulesAreDescribedInGerman_data()
{
    QTest::addColumn<QString>("words");
    const auto row
        = [](const char *schedule, const QString &words) { QTest::newRow(schedule) << words; };
    row("* * * * *", u"jede Minute"_s);
    row("0 * * * *", u"jede Stunde, zur vollen Stunde"_s);
    row("*/7 * * * *", u"zu den Minuten 0, 7, 14, 21, 28, 35, 42, 49 und 56 jeder Stunde"_s);
    row("0 8,12,18 * * *", u"jeden Tag um 08:00, 12:00 und 18:00"_s);
    row("30 8 * * 1-5", u"von Montag bis Freitag um 08:30"_s);
    row("0 10 * * 6,0", u"samstags und sonntags um 10:00"_s);
    row("*/10 * * * 6", u"alle 10 Minuten samstags"_s);
    row("0 0 1,15 * *", u"am 1. und 15. jedes Monats um 00:00"_s);
    row("0 0 1-7 6-8 *", u"am 1. bis 7. von Juni bis August um 00:00"_s);
    row("0 0 13 1,7 5", u"am 13. im Januar und Juli und freitags im Januar und Juli um 00:00"_s);
    row("0 18 24 12 *", u"jedes Jahr am 24. Dezember um 18:00"_s);
    row("5 9-17 * * *", u"stündlich von 09:05 bis 17:05"_s);
    row("* 3 * 2 *", u"jede Minute von 03:00 bis 03:59 jeden Tag im Februar"_s);
    row("15 */6 * * *", u"alle 6 Stunden, zur Minute 15"_s);
    row("*/20 1,3,5,9 * * *", u"alle 20 Minuten in den Stunden 1, 3, 5 und 9"_s);
    row("0 0 31 2 *", u"nie"_s);
}

void TestCronText::schedulesAreDescribedInGerman()
{
    const QString line = QLatin1StringView(QTest::currentDataTag()) + " a"_L1;
    const CronAnalysis analysis = analyseCrontab(line, CrontabDialect::Extended);
    QCOMPARE(analysis.entries.size(), 1);
    Language::install(u"de"_s);
    const QString words = describeSchedule(analysis.entries.first().schedule).remove(u" (UTC)"_s);
    Language::install(u"en"_s);
    QTEST(words, "words");
}

YARDMASTER_TEST(TestCronText)
#include "tst_crontext.moc"
