#include "models/console/queuecounts.h"
#include "models/console/serverinfo.h"
#include "models/overview/metricsreader.h"
#include "models/queues/queuesnapshot.h"
#include "models/tasks/tasksnapshot.h"
#include "models/views/jobnames.h"
#include "models/workers/fleet.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"
#include "tests/support/testserver.h"
#include "tests/support/testworker.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 kManyJobs = 60000;
/// Rows that a statement may sort: the samples that the console takes, but not the table.
constexpr double kManyRows = 25000;

/// A statement that was run, and a node of its plan.
struct PlanNode
{
    QString statement;
    QJsonObject node;

    [[nodiscard]] QString text(QLatin1StringView name) const { return node[name].toString(); }
    [[nodiscard]] double number(QLatin1StringView name) const { return node[name].toDouble(); }
    [[nodiscard]] double rows() const
    {
        return number("Actual Rows"_L1) * number("Actual Loops"_L1);
    }
    [[nodiscard]] bool isOfJobs() const { return text("Relation Name"_L1) == "_private_jobs"_L1; }
};

void addNodes(const QString &statement, const QJsonObject &plan, QList<PlanNode> *nodes)
{
    nodes->append({statement, plan});
    for (const QJsonValue inner : plan["Plans"_L1].toArray())
        addNodes(statement, inner.toObject(), nodes);
}

} // namespace

/// What workers and the console send all the time finds jobs by an index, whatever planner the
/// server has: checked on the plans that auto_explain logs while they do it.
class TestHotStatements : public QObject
{
    Q_OBJECT

    std::unique_ptr<TestDatabase> m_database;
    qint64 m_logged = 0;

    /// Of what ran since the last call, in other sessions than script()'s.
    QList<PlanNode> plans()
    {
        QFile log(TestServer::instance().logFile());
        if (!log.open(QIODevice::ReadOnly) || !log.seek(m_logged))
            qFatal("cannot read %s", qPrintable(log.fileName()));
        QList<PlanNode> nodes;
        QByteArray json;
        const QByteArray start = "] " + m_database->name().toUtf8() + ": LOG:  duration: ";
        bool isPlan = false;
        const auto finish = [&] {
            const QJsonObject plan = QJsonDocument::fromJson(json).object();
            if (!plan.isEmpty())
                addNodes(plan["Query Text"_L1].toString(), plan["Plan"_L1].toObject(), &nodes);
            json.clear();
        };
        while (!log.atEnd()) {
            const QByteArray line = log.readLine();
            if (isPlan && line.startsWith('\t')) {
                json += line;
                continue;
            }
            finish();
            isPlan = line.contains(start);
        }
        finish();
        m_logged = log.pos();
        return nodes;
    }

    void checkPlans(int statements)
    {
        const QList<PlanNode> nodes = plans();
        QSet<QString> seen;
        for (const PlanNode &node : nodes) {
            // Within the first minute, then every eight to ten, as graphile-worker does.
            if (node.statement.contains("jobs_reset as"_L1))
                continue;
            if (node.isOfJobs())
                seen << node.statement;
            QJsonObject shown = node.node;
            shown.remove("Plans"_L1);
            const QByteArray what
                = QJsonDocument(shown).toJson() + node.statement.left(300).toUtf8();
            QVERIFY2(!node.isOfJobs() || node.text("Node Type"_L1) != "Seq Scan"_L1
                         || node.number("Actual Loops"_L1) == 0,
                     what.constData());
            QVERIFY2(node.text("Node Type"_L1) != "Sort"_L1 || node.rows() < kManyRows,
                     what.constData());
        }
        QVERIFY2(seen.size() >= statements,
                 qPrintable(QStringList(seen.values()).join(u"\n---\n")));
    }

private Q_SLOTS:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        fillMix(*m_database, kManyJobs);
        m_database->script(
            "select graphile_worker.add_job('hot', queue_name => case when n % 4 = 0 "
            "then 'hot ' || n % 100 end, priority => n % 3) "
            "from generate_series(1, 6000) n;"
            "select graphile_worker.add_job('fails') from generate_series(1, 300)");
        m_database->script("vacuum analyze graphile_worker._private_jobs");
        // Of the sessions that begin from now on.
        const QByteArray set = "alter database \"" + m_database->name().toUtf8() + "\" set ";
        for (const char *setting :
             {"session_preload_libraries = 'auto_explain'", "auto_explain.log_min_duration = 0",
              "auto_explain.log_analyze = on", "auto_explain.log_timing = off",
              "auto_explain.log_nested_statements = on", "auto_explain.log_format = json"})
            m_database->script(set + setting);
        m_logged = QFile(TestServer::instance().logFile()).size();
    }
    void cleanup() { m_database.reset(); }

    void aWorkerDrains()
    {
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        worker.options.heartbeatInterval = 200ms;
        worker.options.sweepInterval = 200ms;
        worker.handle(u"hot"_s, succeed);
        worker.handle(u"fails"_s,
                      [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); });
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto left = [this] {
            return m_database
                ->scalar("select count(*) from graphile_worker.jobs where "
                         "(task_identifier = 'hot' and locked_at is null) or "
                         "(task_identifier = 'fails' and attempts = 0)")
                .toInt();
        };
        QTRY_COMPARE_WITH_TIMEOUT(left(), 0, 60000);
        const auto session = m_database->session();
        for (int i = 0; i < 3; ++i) { // announced, so fetched singly
            QVERIFY(session->query("select graphile_worker.add_job('hot', job_key => 'one')"));
            QTRY_COMPARE_WITH_TIMEOUT(left(), 0, 60000);
        }
        checkPlans(6); // a stop reads what this worker has locked, once in its life
        QVERIFY(worker.stop());
    }

    void theConsoleReads()
    {
        const auto session = m_database->session();
        StateCounts counts;
        MetricsReader metrics(kSchema);
        for (int i = 0; i < 2; ++i) { // what is asked again, too
            QVERIFY(readServerInfo(*session, kSchema));
            QVERIFY(readWaitingCounts(*session, kSchema, &counts));
            QVERIFY(metrics.read(*session, true));
            QVERIFY(readQueues(*session, kSchema));
            QVERIFY(readTasks(*session, kSchema));
            QVERIFY(readFleet(*session, kSchema));
            QVERIFY(readJobNames(*session, kSchema));
        }
        checkPlans(6);
    }

    void theConsoleTurnsPages_data()
    {
        QTest::addColumn<JobOrder>("order");
        QTest::addColumn<QString>("filter");
        QTest::newRow("newest") << JobOrder::NewestFirst << QString();
        QTest::newRow("oldest") << JobOrder::OldestFirst << QString();
        QTest::newRow("pickup") << JobOrder::Pickup << QString();
        QTest::newRow("ready") << JobOrder::Pickup << u"state:ready"_s;
        QTest::newRow("scheduled") << JobOrder::Pickup << u"state:scheduled"_s;
        QTest::newRow("task") << JobOrder::Pickup << u"state:ready task:hot"_s;
    }
    void theConsoleTurnsPages()
    {
        QFETCH(const JobOrder, order);
        QFETCH(const QString, filter);
        const auto session = m_database->session();
        JobReads reads(mixContext());
        for (const PageDirection direction : {PageDirection::Forward, PageDirection::Backward}) {
            JobPageRequest request;
            request.query = mixQuery(filter, order);
            request.limit = 200;
            request.direction = direction;
            for (int i = 0; i < 3; ++i) {
                const JobPage page = valueOf(reads.page(*session, request, nullptr));
                QCOMPARE(page.rows.size(), request.limit);
                request.after = positionOf(direction == PageDirection::Forward ? page.rows.last()
                                                                               : page.rows.first());
            }
        }
        checkPlans(1);
    }
};

YARDMASTER_TEST(TestHotStatements)
#include "tst_hotstatements.moc"
