#include "models/operations/operationrunner.h"
#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QProcess>

#include <cstdio>

#include <dlfcn.h>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

namespace {

constexpr int kJobs = 8;
constexpr int kBatch = 3;
constexpr int kMostSteps = 2000;

/// Begins an operation, and dies before one of its steps, or writes down all of them.
/// @param arguments  "--run", connection, folder, file with the operation, and a step or a file.
int runUntilStep(const QStringList &arguments)
{
    auto *const killBefore = reinterpret_cast<void (*)(long)>(::dlsym(RTLD_DEFAULT, "killBefore"));
    auto *const traceTo = reinterpret_cast<void (*)(int)>(::dlsym(RTLD_DEFAULT, "traceTo"));
    QFile file(arguments.at(3));
    if (!killBefore || !traceTo || !file.open(QIODevice::ReadOnly))
        return 2;
    const auto spec = OperationSpec::fromJson(QJsonDocument::fromJson(file.readAll()).object());
    if (!spec)
        return 2;
    OperationControl control;
    OperationRunner runner(*ConnectionSettings::parse(arguments.at(1)), arguments.at(2), &control,
                           {});
    QFile trace(arguments.at(4));
    const long step = arguments.at(4).toLong();
    if (step > 0)
        killBefore(step);
    else if (trace.open(QIODevice::WriteOnly))
        traceTo(trace.handle());
    const OperationOutcome outcome = runner.begin(*spec);
    killBefore(-1);
    traceTo(-1);
    if (outcome.error)
        std::fprintf(stderr, "%s\n", qUtf8Printable(outcome.error->message));
    return outcome.state == OperationState::Finished ? 0 : 1;
}

} // namespace

/// Operations whose process is killed before each thing that it writes or sends: whatever was
/// confirmed happens to each job, once.
class TestOperationSteps : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void everyJobOnce_data();
    void everyJobOnce();
    void undoneOnce();
    void nothingIsCommittedBeforeItIsOnDisk();
    void cleanup() { m_fixture.reset(); }

private:
    void makeJobs() const;
    OperationSpec freshOperation(OperationKind kind) const;
    /// What an operator does who finds it afterwards: resumes it, or begins it anew where there
    /// is nothing of it.
    void finish(const OperationSpec &spec, const std::function<OperationSpec()> &anew) const;
    /// As the window shows it, if it does.
    std::optional<OperationRecord> found(const QUuid &id) const
    {
        for (OperationRecord &record : operationsIn(m_fixture->folder)) {
            if (record.spec.id == id)
                return std::move(record);
        }
        return std::nullopt;
    }
    OperationRecord listed(const QUuid &id) const { return found(id).value(); }
    /// @param how  see runUntilStep().   @returns whether it died.
    bool dies(const OperationSpec &spec, const QString &how) const;
    QString changes() const
    {
        return m_fixture->database.scalar("select concat_ws(' ', min(how), max(how), count(*), "
                                          "count(distinct job)) from changes");
    }

    std::unique_ptr<OperationsFixture> m_fixture;
};

void TestOperationSteps::init()
{
    m_fixture = std::make_unique<OperationsFixture>();
    m_fixture->database.script(
        "create table changes (job bigint, how text);"
        "create function note_change() returns trigger language plpgsql as "
        "'begin insert into changes values (coalesce(new.id, old.id), tg_op); return null; end';"
        "create trigger note_change after insert or update or delete on"
        " graphile_worker._private_jobs for each row execute function note_change()");
}

void TestOperationSteps::makeJobs() const
{
    m_fixture->database.script("truncate graphile_worker._private_jobs restart identity");
    m_fixture->addJobs(kJobs);
    m_fixture->database.script("truncate changes");
}

OperationSpec TestOperationSteps::freshOperation(OperationKind kind) const
{
    OperationChange change{.kind = kind};
    if (kind == OperationKind::Change)
        change.priority = 9;
    OperationSpec spec = m_fixture->byFilter(change);
    spec.options.batchSize = kBatch;
    return spec;
}

bool TestOperationSteps::dies(const OperationSpec &spec, const QString &how) const
{
    QFile file(m_fixture->folder + u"/../spec.json"_s);
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(spec.toJson()).toJson()) <= 0
        || !file.flush())
        qFatal("cannot write the operation");
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LD_PRELOAD"_s, QStringLiteral(YARDMASTER_KILL_BEFORE));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QCoreApplication::applicationFilePath(),
                  {u"tst_operationsteps"_s, u"--run"_s, m_fixture->database.conninfo(),
                   m_fixture->folder, file.fileName(), how});
    if (!process.waitForFinished(60000))
        qFatal("the operation does not end");
    const bool isKilled = process.exitStatus() == QProcess::CrashExit && process.exitCode() == 9;
    if (!isKilled && (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0))
        qFatal("the operation failed");
    return isKilled;
}

void TestOperationSteps::finish(const OperationSpec &spec,
                                const std::function<OperationSpec()> &anew) const
{
    const auto record = found(spec.id);
    OperationOutcome outcome;
    if (!record)
        outcome = m_fixture->run(anew());
    else if (record->state != OperationState::Finished)
        outcome = m_fixture->resume(spec.id);
    else
        return;
    QVERIFY2(!outcome.error, outcome.error ? qUtf8Printable(outcome.error->message) : "");
    QCOMPARE(outcome.state, OperationState::Finished);
    QCOMPARE(outcome.totals, OperationTotals{.changed = kJobs});
}

void TestOperationSteps::everyJobOnce_data()
{
    QTest::addColumn<OperationKind>("kind");
    QTest::addColumn<QString>("expected");
    QTest::newRow("changed") << OperationKind::Change << u"UPDATE UPDATE 8 8"_s;
    QTest::newRow("deleted") << OperationKind::Complete << u"DELETE DELETE 8 8"_s;
}

void TestOperationSteps::everyJobOnce()
{
    QFETCH(const OperationKind, kind);
    QFETCH(const QString, expected);
    int step = 1;
    for (bool isKilled = true; isKilled; ++step) {
        QVERIFY(step < kMostSteps);
        makeJobs();
        const OperationSpec spec = freshOperation(kind);
        isKilled = dies(spec, QString::number(step));
        finish(spec, [&] { return freshOperation(kind); });
        if (changes() != expected)
            QFAIL(qPrintable(u"killed before step %1: %2"_s.arg(step).arg(changes())));
    }
    QVERIFY(step > 20);
}

void TestOperationSteps::undoneOnce()
{
    int step = 1;
    for (bool isKilled = true; isKilled; ++step) {
        QVERIFY(step < kMostSteps);
        makeJobs();
        const OperationSpec deleted = freshOperation(OperationKind::Complete);
        QCOMPARE(m_fixture->run(deleted).totals.changed, kJobs);
        m_fixture->database.script("truncate changes");
        const auto undo = [&] {
            auto spec = undoOf(listed(deleted.id));
            if (!spec)
                qFatal("%s", qUtf8Printable(spec.error().message));
            spec->options.batchSize = kBatch;
            return *spec;
        };
        const OperationSpec undoing = undo();
        isKilled = dies(undoing, QString::number(step));
        finish(undoing, undo);
        const QString jobs = m_fixture->database.scalar(
            "select concat_ws(' ', count(*), count(distinct payload::text)) from"
            " graphile_worker._private_jobs");
        if (changes() != "INSERT INSERT 8 8"_L1 || jobs != "8 8"_L1)
            QFAIL(
                qPrintable(u"killed before step %1: %2, jobs %3"_s.arg(step).arg(changes(), jobs)));
        QVERIFY(!undoOf(listed(deleted.id)));
    }
    QVERIFY(step > 20);
}

/// The list of the jobs before the first change, the line in the operator log before each change,
/// the line in the journal before each commit.
void TestOperationSteps::nothingIsCommittedBeforeItIsOnDisk()
{
    makeJobs();
    OperationSpec spec;
    spec.change = {.kind = OperationKind::Change, .priority = 9};
    spec.options.batchSize = kBatch;
    const QString path = m_fixture->folder + u"/../trace"_s;
    QVERIFY(!dies(spec, path));
    QFile trace(path);
    QVERIFY(trace.open(QIODevice::ReadOnly));
    const QByteArray journal = spec.id.toByteArray(QUuid::WithoutBraces) + ".ndjson ";
    bool isListed = false;
    bool isLogged = false;
    bool isJournaled = false;
    bool isSynced = false;
    int commits = 0;
    while (!trace.atEnd()) {
        const QByteArray line = trace.readLine();
        if (line.startsWith("sync ")) {
            isSynced = isJournaled && line.contains(journal);
            isListed = isListed || !line.contains(journal);
        } else if (line.startsWith("write ")) {
            isLogged = isLogged || (line.contains("operators.ndjson") && line.contains("before"));
            isJournaled = isJournaled || (line.contains(journal) && line.contains("\"xid\""));
        } else if (line.startsWith("send ") && line.contains("reschedule_jobs")) {
            QVERIFY(isListed && isLogged);
        } else if (line.startsWith("send ") && line.contains("commit")) {
            QVERIFY(isSynced);
            isLogged = isJournaled = isSynced = false;
            ++commits;
        }
    }
    QCOMPARE(commits, (kJobs + kBatch - 1) / kBatch);
}

} // namespace yardmaster::test

YARDMASTER_TEST_RUN([](int argc, char **argv) {
    if (argc < 2 || qstrcmp(argv[1], "--run") != 0)
        return yardmaster::test::runTest<yardmaster::test::TestOperationSteps, QCoreApplication>(
            argc, argv);
    const QCoreApplication app(argc, argv);
    return yardmaster::test::runUntilStep(QCoreApplication::arguments().sliced(1));
})
#include "tst_operationsteps.moc"
