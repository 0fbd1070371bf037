#include "tests/bench/bulkscope.h"

#include "models/operations/operation.h"
#include "models/operations/operationjournal.h"
#include "models/operations/operationreport.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int kStartMs = 120000;

double seconds(const QElapsedTimer &watch)
{
    return double(watch.nsecsElapsed()) / 1e9;
}

/// Returns when it has ended, or as soon as `isEnough` is true.
void wait(Operation &operation, const std::function<bool()> &isEnough = {})
{
    QEventLoop loop;
    const auto look = [&] {
        if (operation.isOver() || (isEnough && isEnough()))
            loop.quit();
    };
    QObject::connect(&operation, &Operation::progressed, &loop, look);
    QObject::connect(&operation, &Operation::phaseChanged, &loop, look, Qt::QueuedConnection);
    if (!operation.isOver() && !(isEnough && isEnough()))
        loop.exec();
}

/// The three measurements of a bulk operation, one after the other on the same jobs. Each moves
/// every job it changes by a second, so that afterwards the table shows how often each was changed.
class BulkBench
{
public:
    BulkBench(Target &target, BulkScope &scope)
        : m_target(target)
        , m_scope(scope)
    { }

    [[nodiscard]] Result<void> run(QJsonObject *line)
    {
        if (!m_folder.isValid())
            return fail(DbError::Kind::Statement, u"there is no room for a temporary folder"_s);
        for (auto step : {&BulkBench::throughput, &BulkBench::cancelling, &BulkBench::killing}) {
            if (auto done = (this->*step)(line); !done)
                return done;
        }
        return {};
    }

private:
    using Counts = QMap<qint64, qint64>; // jobs by how often they were moved

    [[nodiscard]] Result<void> expect(const Counts &expected, const char *when)
    {
        auto moves = m_scope.moves(*m_target.session);
        if (!moves)
            return tl::make_unexpected(moves.error());
        moves->removeIf([](auto entry) { return entry.value() == 0; });
        Counts wanted = expected;
        wanted.removeIf([](auto entry) { return entry.value() == 0; });
        if (*moves == wanted)
            return {};
        QStringList found;
        for (auto it = moves->cbegin(); it != moves->cend(); ++it)
            found << u"%1 moved %2 times"_s.arg(it.value()).arg(it.key());
        return fail(DbError::Kind::Statement,
                    u"%1, jobs are not as they should be: %2"_s.arg(QLatin1StringView(when),
                                                                    found.join(u", "_s)));
    }
    [[nodiscard]] static Result<void> ended(const Operation &operation, Operation::Phase phase)
    {
        if (operation.phase() == phase)
            return {};
        return fail(DbError::Kind::Statement,
                    u"an operation ended otherwise than it should: %1"_s.arg(operation.error()));
    }

    [[nodiscard]] Result<void> throughput(QJsonObject *line)
    {
        Operation operation(m_target.settings, m_folder.path());
        QElapsedTimer watch;
        watch.start();
        operation.begin(m_scope.spec());
        wait(operation);
        const double time = seconds(watch);
        if (auto fine = ended(operation, Operation::Phase::Finished); !fine)
            return fine;
        m_rate = double(m_scope.jobs()) / time;
        line->insert(u"seconds"_s, rounded(time));
        line->insert(u"jobsPerSecond"_s, rounded(m_rate));
        return expect({{1, m_scope.jobs()}}, "after the whole operation");
    }

    [[nodiscard]] Result<void> cancelling(QJsonObject *line)
    {
        const auto skew = m_scope.serverAheadUs(*m_target.session);
        if (!skew)
            return tl::make_unexpected(skew.error());
        const OperationSpec spec = m_scope.spec();
        Operation operation(m_target.settings, m_folder.path());
        operation.begin(spec);
        wait(operation, [&] { return operation.progress().totals.seen() >= m_scope.jobs() / 3; });
        QElapsedTimer watch;
        watch.start();
        const qint64 askedUs = BulkScope::nowUs() + *skew;
        operation.cancel();
        wait(operation);
        const double time = seconds(watch);
        if (auto fine = ended(operation, Operation::Phase::Cancelled); !fine)
            return fine;
        int begunLater = 0;
        const auto record = OperationJournal::read(
            OperationJournal::pathIn(m_folder.path(), spec.id),
            [&](const OperationBatch &batch, TransactionOutcome outcome, const QString &) {
                const bool isLater = batch.now.time_since_epoch().count() > askedUs;
                begunLater += outcome == TransactionOutcome::Committed && isLater ? 1 : 0;
            });
        if (!record)
            return tl::make_unexpected(record.error());
        const qint64 changed = operation.progress().totals.changed;
        line->insert(u"cancelMs"_s, rounded(time * 1000));
        line->insert(u"batchMs"_s, rounded(1000.0 * spec.options.batchSize / m_rate));
        line->insert(u"changedAtCancel"_s, changed);
        line->insert(u"batchesAfterCancel"_s, begunLater);
        if (begunLater > 1) {
            return fail(DbError::Kind::Statement,
                        u"%1 batches were begun after the cancel"_s.arg(begunLater));
        }
        m_cancelled = changed;
        return expect({{1, m_scope.jobs() - changed}, {2, changed}}, "after the cancel");
    }

    [[nodiscard]] Result<void> killing(QJsonObject *line)
    {
        const OperationSpec spec = m_scope.spec();
        const auto seen = killedInTheMiddle(spec);
        if (!seen)
            return tl::make_unexpected(seen.error());
        Operation operation(m_target.settings, m_folder.path());
        QElapsedTimer watch;
        watch.start();
        operation.resume(spec.id);
        wait(operation);
        line->insert(u"killedAt"_s, *seen);
        line->insert(u"resumeSeconds"_s, rounded(seconds(watch)));
        if (auto fine = ended(operation, Operation::Phase::Finished); !fine)
            return fine;
        const qint64 jobs = m_scope.jobs();
        if (auto exact = expect({{2, jobs - m_cancelled}, {3, m_cancelled}}, "after the resume");
            !exact)
            return exact;

        std::vector<qint64> ids;
        const auto totals = readOutcomes(OperationJournal::pathIn(m_folder.path(), spec.id),
                                         [&ids](const JobOutcome &job) {
                                             if (job.kind == JobOutcome::Kind::Changed)
                                                 ids.push_back(job.id);
                                         });
        if (!totals)
            return tl::make_unexpected(totals.error());
        std::ranges::sort(ids);
        const bool isTwice = std::ranges::adjacent_find(ids) != ids.end();
        line->insert(u"accounted"_s, qint64(ids.size()));
        if (isTwice || qint64(ids.size()) != jobs || totals->changed != jobs) {
            return fail(DbError::Kind::Statement,
                        u"the journal accounts for %1 of %2 jobs, %3"_s.arg(ids.size())
                            .arg(jobs)
                            .arg(isTwice ? u"some twice"_s : u"none twice"_s));
        }
        return {};
    }

    /// Jobs that were done when its process was killed, by its own reports.
    [[nodiscard]] Result<qint64> killedInTheMiddle(const OperationSpec &spec)
    {
        QFile file(m_folder.filePath(u"bulk-spec.json"_s));
        if (!file.open(QFile::WriteOnly))
            return fail(DbError::Kind::Statement, file.errorString());
        file.write(QJsonDocument(spec.toJson()).toJson());
        file.close();
        QProcess process;
        // Not as an argument: there may be a password in it.
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"YARDMASTER_BENCH_CONNECTION"_s, m_target.connection);
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QCoreApplication::applicationFilePath(),
                      {u"bulk-worker"_s, u"--journals"_s, m_folder.path()});
        qint64 seen = 0;
        while (seen < m_scope.jobs() / 3) {
            if (!process.canReadLine() && !process.waitForReadyRead(kStartMs))
                return fail(DbError::Kind::Statement, u"the process to kill did not begin"_s);
            while (process.canReadLine())
                seen = std::max(seen, process.readLine().trimmed().toLongLong());
        }
        process.kill();
        process.waitForFinished(kStartMs);
        return seen;
    }

    Target &m_target;
    BulkScope &m_scope;
    QTemporaryDir m_folder;
    double m_rate = 0;
    qint64 m_cancelled = 0;
};

} // namespace

int bulkWorkerVerb(Bench &bench)
{
    const QString folder = bench.parser.value(u"journals"_s);
    const auto settings
        = ConnectionSettings::parse(qEnvironmentVariable("YARDMASTER_BENCH_CONNECTION"));
    QFile file(folder + u"/bulk-spec.json"_s);
    if (!settings || !file.open(QFile::ReadOnly))
        return bench.complain(u"bulk-worker is only for bulk"_s);
    const auto spec = OperationSpec::fromJson(QJsonDocument::fromJson(file.readAll()).object());
    if (!spec)
        return bench.complain(spec.error());
    Operation operation(*settings, folder);
    operation.begin(*spec);
    wait(operation, [&] {
        bench.out << operation.progress().totals.seen() << Qt::endl;
        return false;
    });
    return operation.phase() == Operation::Phase::Finished ? 0 : 1;
}

int bulkVerb(Bench &bench)
{
    const auto jobs = bench.number(u"jobs"_s, 1, 1000000000);
    const auto batch = bench.number(u"bulk-batch"_s, 1, 10000);
    if (!jobs || !batch)
        return 2;
    auto target = bench.target(false);
    if (!target)
        return 1;
    BulkScope scope(target->schema, bench.parser.value(u"filter"_s), int(*batch));
    QElapsedTimer watch;
    watch.start();
    if (auto frozen = scope.freeze(*target->session, *jobs); !frozen)
        return bench.complain(frozen.error());
    QJsonObject line{{u"verb"_s, u"bulk"_s},
                     {u"jobs"_s, scope.jobs()},
                     {u"batch"_s, *batch},
                     {u"previewMs"_s, rounded(scope.previewMs())}};
    if (scope.jobs() == 0)
        return bench.complain(u"no job passes the filter %1"_s.arg(scope.spec().scope.filter));
    if (auto measured = BulkBench(*target, scope).run(&line); !measured)
        return bench.complain(measured.error());
    line.insert(u"exact"_s, true);
    return bench.print(line);
}

} // namespace yardmaster::bench
