#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/worker/cron/cronevents.h"
#include "tests/worker/cron/simulatedtime.h"

#include "worker/cron/cronservice.h"
#include <yardmaster/crontab.h>
#include <yardmaster/workeroptions.h>

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

#include <unistd.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// A crontab file that changes while a scheduler uses it.
class TestCronReload : public QObject
{
    Q_OBJECT

private:
    static QDateTime at(const char *time)
    {
        return QDateTime::fromString(QString::fromLatin1(time) + u'Z', Qt::ISODateWithMs);
    }

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SimulatedTime> m_time;
    std::unique_ptr<EventBus> m_bus;
    std::unique_ptr<CronEvents> m_events;
    std::unique_ptr<CronService> m_cron;

    [[nodiscard]] QString path(const QString &name = u"crontab"_s) const
    {
        return m_folder->filePath(name);
    }
    static void writeTo(const QString &path, const QByteArray &text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(file.write(text), text.size());
    }
    void write(const QByteArray &text) const { writeTo(path(), text); }
    /// As editors and deployments do: a new file replaces the old one by a rename.
    void replace(const QByteArray &text) const
    {
        writeTo(path(u"new"_s), text);
        QCOMPARE(std::rename(qPrintable(path(u"new"_s)), qPrintable(path())), 0);
    }
    void start(bool isOptional = false)
    {
        WorkerOptions options;
        options.connection = m_database->settings();
        options.cronClock = m_time->clocks();
        options.cron.file = path();
        options.cron.isFileOptional = isOptional;
        const auto loaded = options.cron.load();
        QVERIFY(loaded);
        const QStringList tasks{u"a"_s, u"b"_s, u"c"_s};
        m_cron = std::make_unique<CronService>(options, u"w1"_s, *loaded, tasks, m_bus.get());
        m_cron->start();
        QVERIFY(m_time->waitUntilIdle());
    }
    [[nodiscard]] bool waitFor(const QString &line) const
    {
        return QTest::qWaitFor([&] { return m_events->lines().contains(line); }, 30000);
    }
    [[nodiscard]] QString scalar(const QByteArray &text) const { return m_database->scalar(text); }
    [[nodiscard]] QString tasksAdded() const
    {
        return scalar("select string_agg(task_identifier, '' order by id) from "
                      "graphile_worker.jobs");
    }
    [[nodiscard]] bool advanceTo(const char *now) { return m_time->advanceTo(at(now)); }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_folder = std::make_unique<QTemporaryDir>();
        m_time = std::make_unique<SimulatedTime>(at("2026-01-01T00:00:30"));
        m_bus = std::make_unique<EventBus>();
        m_events = std::make_unique<CronEvents>(m_bus.get());
    }
    void cleanup()
    {
        m_cron.reset();
        m_events.reset();
        m_bus.reset();
        m_time.reset();
        m_database.reset();
    }

    void aChangedFileIsReadAgain_data()
    {
        QTest::addColumn<bool>("isReplaced");
        QTest::newRow("written") << false;
        QTest::newRow("replaced") << true;
    }
    void aChangedFileIsReadAgain()
    {
        QFETCH(const bool, isReplaced);
        const auto change
            = [&](const QByteArray &text) { isReplaced ? replace(text) : write(text); };
        write("* * * * * a\n* * * * * b\n");
        start();
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        change("* * * * * b\n* * * * * c\n");
        QVERIFY(waitFor(u"reloaded b,c added c removed a"_s));
        QVERIFY(advanceTo("2026-01-01T00:02:00.001"));
        QCOMPARE(tasksAdded(), u"abbc"_s);
        QCOMPARE(scalar("select to_char(known_since at time zone 'utc', 'HH24:MI:SS') from "
                        "graphile_worker._private_known_crontabs where identifier = 'c'"),
                 u"00:01:00"_s);
        QCOMPARE(scalar("select to_char(last_execution at time zone 'utc', 'HH24:MI') from "
                        "graphile_worker._private_known_crontabs where identifier = 'a'"),
                 u"00:01"_s);
        change("* * * * * a\n"); // and once more, in either way
        QVERIFY(waitFor(u"reloaded a added a removed b,c"_s));
        QVERIFY(advanceTo("2026-01-01T00:03:00.001"));
        QCOMPARE(tasksAdded(), u"abbca"_s);
    }

    void aLinkThatIsSwappedIsFollowed()
    {
        // As Kubernetes mounts a ConfigMap: the file is a link into a folder that is a link.
        QDir().mkpath(path(u"v1"_s));
        QDir().mkpath(path(u"v2"_s));
        writeTo(path(u"v1/crontab"_s), "* * * * * a\n");
        writeTo(path(u"v2/crontab"_s), "* * * * * b\n");
        QCOMPARE(::symlink("v1", qPrintable(path(u"data"_s))), 0);
        QCOMPARE(::symlink("data/crontab", qPrintable(path())), 0);
        start();
        QCOMPARE(::symlink("v2", qPrintable(path(u"data.new"_s))), 0);
        QCOMPARE(std::rename(qPrintable(path(u"data.new"_s)), qPrintable(path(u"data"_s))), 0);
        QVERIFY(waitFor(u"reloaded b added b removed a"_s));
    }

    void aBrokenFileChangesNothing()
    {
        write("* * * * * a\n");
        start();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"keeping the old crontab"_s));
        replace("* * * * * b\n61 * * * * c\n* * * 13 * d\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_events->lines(u"reloadFailed"_s).size(), 1, 60000);
        const QString failure = m_events->lines(u"reloadFailed"_s).constFirst();
        QVERIFY2(failure.contains(path() + u":2:1: "_s), qPrintable(failure));
        QVERIFY2(failure.contains(path() + u":3:7: "_s), qPrintable(failure)); // all of them
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QCOMPARE(tasksAdded(), u"a"_s);
        replace("* * * * * b\n");
        QVERIFY(waitFor(u"reloaded b added b removed a"_s));
        QVERIFY(advanceTo("2026-01-01T00:02:00.001"));
        QCOMPARE(tasksAdded(), u"ab"_s);
    }

    void aRemovedFileChangesNothing()
    {
        write("* * * * * a\n");
        start();
        QTest::ignoreMessage(QtWarningMsg,
                             QRegularExpression(u"the crontab '.*no longer exists"_s));
        QVERIFY(QFile::remove(path()));
        QTRY_COMPARE_WITH_TIMEOUT(m_events->lines(u"reloadFailed"_s).size(), 1, 60000);
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QCOMPARE(tasksAdded(), u"a"_s);
    }

    void aFileThatAppearsIsRead()
    {
        start(true);
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        write("* * * * * a\n");
        QVERIFY(waitFor(u"reloaded a added a removed "_s));
        QVERIFY(advanceTo("2026-01-01T00:02:00.001"));
        QCOMPARE(tasksAdded(), u"a"_s);
    }

    void aKnownEntryIsBackfilledWhenItReturns()
    {
        write("* * * * * a\n");
        start();
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        write("# nothing\n");
        QVERIFY(waitFor(u"reloaded  added  removed a"_s));
        QVERIFY(advanceTo("2026-01-01T00:04:30"));
        write("* * * * * a ?fill=2m\n");
        QVERIFY(waitFor(u"reloaded a added a removed "_s));
        QTRY_COMPARE_WITH_TIMEOUT(m_events->lines(u"backfill"_s),
                                  (QStringList{u"backfill 2026-01-01T00:03:00Z backfilled a"_s,
                                               u"backfill 2026-01-01T00:04:00Z backfilled a"_s}),
                                  60000);
    }

    void overdueMinutesUseTheOldCrontab()
    {
        write("* * * * * a\n");
        start();
        m_database->script("alter table graphile_worker._private_known_crontabs rename to other");
        m_time->set(at("2026-01-01T00:01:00.001"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_events->lines(u"trouble"_s).isEmpty(), 60000);
        write("* * * * * b\n");
        m_time->set(at("2026-01-01T00:02:30"));
        m_cron->reload(); // read while the database does not answer
        m_database->script("alter table graphile_worker.other rename to _private_known_crontabs");
        QVERIFY(waitFor(u"reloaded b added b removed a"_s));
        QVERIFY(m_time->waitUntilIdle());
        QVERIFY(advanceTo("2026-01-01T00:03:00.001"));
        QCOMPARE(tasksAdded(), u"aab"_s);
    }

    void reloadReadsTheFile()
    {
        write("* * * * * a\n");
        start();
        // The file is read on cron's thread, which may see the old file or the next one.
        m_cron->reload();
        replace("* * * * * b\n");
        m_cron->reload();
        QVERIFY(waitFor(u"reloaded b added b removed a"_s));
        replace("* * * * * c\n");
        m_cron->reload();
        QVERIFY(waitFor(u"reloaded c added c removed b"_s));
        QCOMPARE(m_events->lines(u"reloaded"_s).size(), 2); // no event if nothing has changed
    }
};

YARDMASTER_TEST(TestCronReload)
#include "tst_cronreload.moc"
