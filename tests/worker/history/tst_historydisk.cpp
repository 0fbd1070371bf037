#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "tests/worker/runner/workertest.h"
#include "worker/history/history.h"

#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The disk of the history is full: a tablespace on a small tmpfs, which needs the right to mount.
class HistoryDiskTest final : public WorkerTest
{
    Q_OBJECT

private slots:
    void workersGoOnWhileItsDiskIsFull();

private:
    [[nodiscard]] static bool call(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.start(program, arguments);
        return process.waitForFinished() && process.exitStatus() == QProcess::NormalExit
            && process.exitCode() == 0;
    }
    /// Today's partitions.
    void moveTo(const QByteArray &tablespace) const
    {
        sql("do $$ declare part regclass; begin for part in select inhrelid from pg_inherits where "
            "inhparent::regclass::text like 'graphile_worker.\\_yardmaster\\_history%' and "
            "inhrelid::regclass::text like '%\\_p' || to_char(now() at time zone 'UTC', "
            "'YYYYMMDD') loop execute 'alter table ' || part || ' set tablespace "
            + tablespace + "'; end loop; end $$");
    }
    /// Jobs one by one and in batches, and failures, through a worker.
    void runJobs(int count) const
    {
        sql("select graphile_worker.add_job(case when n % 10 = 0 then 'bad' else 'ok' end, "
            "json_build_object('text', md5(n::text)), max_attempts := 1) from generate_series(1, "
            + QByteArray::number(count) + ") as n");
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        worker.handle(u"ok"_s, &succeed);
        worker.handle(u"bad"_s,
                      [](const TaskContext &) { return TaskOutcome::failForGood(u"boom"_s); });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, count - count / 10);
        QCOMPARE(worker.outcome->failedForGood, count / 10);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where locked_at is not null or "
                        "last_error is null"),
                 u"0"_s);
        sql("delete from graphile_worker._private_jobs where last_error is not null");
    }
    [[nodiscard]] qint64 recorded() const
    {
        return scalar("select coalesce(sum(n), 0) from graphile_worker._yardmaster_history where "
                      "outcome = 's'")
            .toLongLong();
    }
};

void HistoryDiskTest::workersGoOnWhileItsDiskIsFull()
{
    const QTemporaryDir folder(u"/tmp/yardmaster-disk-XXXXXX"_s); // short: a path of the server
    QVERIFY(folder.isValid());
    const QString disk = folder.filePath(u"disk"_s);
    const QByteArray place = (disk + "/space"_L1).toLocal8Bit();
    struct stat server = {};
    const QByteArray data = scalar("show data_directory").toLocal8Bit();
    if (geteuid() != 0 || stat(data.constData(), &server) != 0 || !QDir().mkpath(disk)
        || !call(u"mount"_s,
                 {u"-t"_s, u"tmpfs"_s, u"-o"_s, u"size=4m,mode=755"_s, u"none"_s, disk}))
        QSKIP("A full disk needs a tmpfs: root, the right to mount, and a server on this machine.");
    QVERIFY(::chmod(folder.path().toLocal8Bit().constData(), 0755) == 0);
    const auto unmount = qScopeGuard([&] { (void)call(u"umount"_s, {u"--lazy"_s, disk}); });
    QVERIFY(QDir().mkpath(QString::fromLocal8Bit(place)));
    QVERIFY(::chown(place.constData(), server.st_uid, server.st_gid) == 0);

    const QByteArray space = "disk_" + m_database->name().toUtf8();
    const auto session = m_database->session();
    QVERIFY(installHistory(*session, kSchema, {.keepPayloads = true}));
    if (const auto made
        = session->script("create tablespace " + space + " location '" + place + '\'');
        !made)
        QSKIP("A full disk needs a tmpfs that the server sees: its mounts are not those of this "
              "process.");
    const auto drop = qScopeGuard([&] {
        moveTo("pg_default");
        sql("drop tablespace " + space);
    });
    moveTo(space);
    runJobs(200);
    QCOMPARE(recorded(), 180);

    QFile ballast(disk + "/ballast"_L1);
    QVERIFY(ballast.open(QFile::WriteOnly | QFile::Unbuffered));
    while (ballast.write(QByteArray(4096, 'x')) == 4096) { }
    runJobs(4000);
    const qint64 some = recorded(); // as much as fitted into the last pages
    QVERIFY2(some >= 180 && some < 180 + 3600, qPrintable(QString::number(some)));
    VALUE_OF(full, inspectHistory(*session, kSchema));
    QVERIFY(full.needsAttention());
    QVERIFY2(full.figures->lastTrouble.contains(u"No space left"_s),
             qPrintable(full.figures->lastTrouble));

    QVERIFY(ballast.remove());
    runJobs(100);
    QCOMPARE(recorded(), some + 90);
    QVERIFY(installHistory(*session, kSchema, {}));
    VALUE_OF(mended, inspectHistory(*session, kSchema));
    QVERIFY(!mended.needsAttention());
}

YARDMASTER_TEST(HistoryDiskTest)
#include "tst_historydisk.moc"
