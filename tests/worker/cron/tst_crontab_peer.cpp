#include "tests/peers/peers.h"
#include "tests/support/testprogram.h"
#include "tests/worker/cron/crontabgenerator.h"
#include <yardmaster/crontab.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <limits>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int kCrontabs = 3000;
constexpr int kBatch = 500;
constexpr int kMinutes = 3000;

QString setText(const QJsonArray &numbers)
{
    quint64 bits = 0;
    for (const QJsonValue &number : numbers)
        bits |= quint64(1) << number.toInt();
    return QString::number(bits, 2);
}

QString setsText(const QJsonObject &sets)
{
    QStringList texts;
    for (const char *name : {"minutes", "hours", "dates", "months", "dows"})
        texts << setText(sets[QLatin1StringView(name)].toArray());
    return texts.join(u' ');
}

QString setsText(const CronFields &fields)
{
    return QStringList{QString::number(fields.minutes, 2), QString::number(fields.hours, 2),
                       QString::number(fields.days, 2), QString::number(fields.months, 2),
                       QString::number(fields.weekdays, 2)}
        .join(u' ');
}

/// A number that JavaScript may not have cut, as we cut it.
QString cut(const QString &number, double most)
{
    return number.isEmpty() ? number
                            : QString::number(qint64(qBound(-most, number.toDouble(), most)));
}

QString cut(const std::optional<int> &number)
{
    return number ? QString::number(*number) : QString();
}

/// All but the matches, one property per line.
QString factsOf(const CrontabEntry &entry)
{
    const CronOptions &options = entry.item.options;
    return QStringList{
        entry.item.task,
        entry.item.identifier,
        QString::fromUtf8(entry.item.payload),
        QString::number(options.backfillPeriod.count()),
        cut(options.maxAttempts),
        cut(options.priority),
        options.queueName.value_or(u"none"_s),
        options.jobKey.value_or(u"none"_s),
        jobKeyModeName(options.jobKeyMode),
        setsText(entry.schedule.fields()),
    }
        .join(u'\n');
}

QString factsOf(const QJsonObject &item)
{
    constexpr double ints = std::numeric_limits<int>::max();
    const QJsonObject options = item["options"_L1].toObject();
    return QStringList{
        item["task"_L1].toString(),
        item["identifier"_L1].toString(),
        item["payload"_L1].toString(),
        cut(options["backfillPeriod"_L1].toString(), double(kLongestBackfill.count())),
        cut(options["maxAttempts"_L1].toString(), ints),
        cut(options["priority"_L1].toString(), ints),
        options["queueName"_L1].toString(u"none"_s),
        options["jobKey"_L1].toString(u"none"_s),
        options["jobKeyMode"_L1].toString(u"replace"_s),
        setsText(item["sets"_L1].toObject()),
    }
        .join(u'\n');
}

QByteArray matchesOf(const CronSchedule &schedule, const QJsonArray &minutes)
{
    QByteArray matches;
    for (const QJsonValue &minute : minutes) {
        const auto time
            = QDateTime::fromMSecsSinceEpoch(minute.toInteger() * 60'000, QTimeZone::utc());
        matches += schedule.matches(time) ? '1' : '0';
    }
    return matches;
}

} // namespace

/// Our strict dialect against graphile-worker's own parser.
class TestCrontabPeer : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { REQUIRE_PEERS(); }

    void strictAcceptsWhatGraphileWorkerAccepts()
    {
        const quint32 seed = seedOfRun();
        qInfo("seed %u; YARDMASTER_CRON_SEED=%u runs the same crontabs, =random others", seed,
              seed);
        CrontabGenerator generator(seed);
        int accepted = 0;
        int entries = 0;
        for (int done = 0; done < kCrontabs; done += kBatch) {
            QJsonArray minutes;
            for (int i = 0; i < kMinutes; ++i)
                minutes.append(15'000'000 + generator.number(22'000'000)); // 1998 to 2040
            QJsonArray questions;
            for (int i = 0; i < kBatch; ++i)
                questions.append(question(&generator));
            const QJsonArray answers = ask({{u"minutes"_s, minutes}, {u"questions"_s, questions}});
            QCOMPARE(answers.size(), questions.size());
            for (int i = 0; i < kBatch; ++i) {
                const int count = compare(minutes, questions[i].toObject(), answers[i].toObject());
                if (QTest::currentTestFailed())
                    return;
                accepted += count >= 0;
                entries += std::max(0, count);
            }
        }
        qInfo("%d of %d crontabs accepted, with %d entries", accepted, kCrontabs, entries);
        QVERIFY(accepted > kCrontabs / 5);
        QVERIFY(accepted < kCrontabs * 4 / 5);
    }

private:
    /// A crontab, and minutes around which it is due, to match it with besides the random ones.
    static QJsonObject question(CrontabGenerator *generator)
    {
        const QString text = generator->crontab();
        QJsonArray minutes;
        for (const CrontabEntry &entry :
             parseCrontab(text.toUtf8(), CrontabDialect::Strict).entries) {
            const QDateTime from = QDateTime::fromMSecsSinceEpoch(
                (15'000'000LL + generator->number(22'000'000)) * 60'000, QTimeZone::utc());
            for (const QDateTime &time : entry.schedule.upcoming(from, 30)) {
                const qint64 minute = time.toMSecsSinceEpoch() / 60'000;
                for (const int away : {-1440, -60, -1, 0, 1, 60, 1440})
                    minutes.append(minute + away);
            }
        }
        return {{u"text"_s, text}, {u"minutes"_s, minutes}};
    }

    static QJsonArray ask(const QJsonObject &questions)
    {
        QProcess node;
        node.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        node.start(u"node"_s,
                   {QStringLiteral(YARDMASTER_CRONTAB_PEER), Peer(u"gw-0.18"_s).folder()});
        node.write(QJsonDocument(questions).toJson(QJsonDocument::Compact));
        node.closeWriteChannel();
        node.waitForFinished(300'000);
        return QJsonDocument::fromJson(node.readAllStandardOutput()).array();
    }

    /// @returns the number of entries, -1 if both sides refuse the crontab.
    static int compare(const QJsonArray &minutes, const QJsonObject &question,
                       const QJsonObject &answer)
    {
        const QString text = question["text"_L1].toString();
        const Crontab ours = parseCrontab(text.toUtf8(), CrontabDialect::Strict);
        const QJsonArray theirs = answer["items"_L1].toArray();
        const QByteArray context = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact)
            + "\ntheirs: " + answer["error"_L1].toString(u"accepted"_s).toUtf8() + "\nours: "
            + (ours.isValid() ? QByteArray("accepted") : ours.problems.first().text().toUtf8());

        // The one exception: what JSON cannot hold is refused, not stored as null.
        const bool isFinite = std::ranges::all_of(
            theirs, [](const QJsonValue &item) { return item["isFinite"_L1].toBool(); });
        const bool onlyInfinite
            = std::ranges::all_of(ours.problems, [](const CrontabProblem &problem) {
                  return problem.message.startsWith("JSON has no "_L1);
              });
        const bool isTaken = !answer.contains("error"_L1);
        if (isTaken && !isFinite) {
            [&] { QVERIFY2(!ours.isValid() && onlyInfinite, context.constData()); }();
            return -1;
        }
        // Even if a repeated key has dropped it again.
        if (isTaken && !ours.isValid() && onlyInfinite)
            return -1;
        [&] { QVERIFY2(ours.isValid() == isTaken, context.constData()); }();
        if (!isTaken || !ours.isValid())
            return -1;

        // The extended dialect reads everything that graphile-worker accepts in the same way.
        const Crontab extended = parseCrontab(text.toUtf8());
        [&] {
            QVERIFY2(extended.isValid(), context.constData());
            QCOMPARE(ours.entries.size(), theirs.size());
            for (qsizetype i = 0; i < theirs.size(); ++i) {
                const QJsonObject item = theirs[i].toObject();
                QVERIFY2(factsOf(ours.entries[i]) == factsOf(item),
                         context + "\n--- ours\n" + factsOf(ours.entries[i]).toUtf8()
                             + "\n--- theirs\n" + factsOf(item).toUtf8());
                QCOMPARE(factsOf(extended.entries[i]), factsOf(item));
                const CronSchedule &schedule = ours.entries[i].schedule;
                QVERIFY2(matchesOf(schedule, minutes)
                                 + matchesOf(schedule, question["minutes"_L1].toArray())
                             == item["matches"_L1].toString().toLatin1(),
                         context);
            }
        }();
        return int(theirs.size());
    }
};

YARDMASTER_TEST(TestCrontabPeer)
#include "tst_crontab_peer.moc"
