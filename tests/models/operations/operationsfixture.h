#pragma once

#include "models/operations/operation.h"
#include "models/operations/operationfolder.h"
#include "models/operations/operationpreview.h"
#include "models/operations/operationreport.h"
#include "models/operations/operationrunner.h"
#include "models/operations/undopreview.h"
#include "models/operations/undostate.h"
#include "tests/support/testdatabase.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

namespace yardmaster::test {

/// A database with jobs, a folder for journals, and operations carried out on this thread.
class OperationsFixture final
{
public:
    OperationsFixture()
        : database(TestDatabase::createMigrated())
        , folder(QString(m_directory.path()))
    { }

    /// Jobs 1… of the task `a`: every third has failed for good, and each has an error.
    void addJobs(int count) const
    {
        database.script(
            "insert into graphile_worker._private_tasks (identifier) values ('a'), ('b')"
            " on conflict do nothing;"
            "insert into graphile_worker._private_jobs"
            " (task_id, payload, run_at, attempts, max_attempts, priority, last_error, key, "
            "created_at)"
            " select (select id from graphile_worker._private_tasks where identifier = 'a'),"
            "  json_build_object('n', n, 'text', E'a \"quote\" \\\\ \\u00e4'),"
            "  case when n % 10 = 7 then 'infinity' else timestamptz '2030-01-01 "
            "00:00:00.123457+00'"
            "   + n * interval '1 second' end,"
            "  case when n % 3 = 0 then 5 else n % 3 end, 5, n % 4, 'error ' || n,"
            "  case when n % 2 = 0 then 'key ' || n end, now() - interval '1 day'"
            " from generate_series(1, "
            + QByteArray::number(count) + ") as n");
    }
    /// From now on, whatever changes the job waits, until the session that is returned has ended
    /// its transaction.
    [[nodiscard]] std::unique_ptr<Session> stallAt(int job) const
    {
        database.script(
            "create function stall() returns trigger language plpgsql as"
            " 'begin perform pg_advisory_xact_lock(1); return new; end';"
            "create trigger stall before update on graphile_worker._private_jobs for each row"
            " when (new.id = "
            + QByteArray::number(job) + ") execute function stall()");
        auto gate = database.session();
        if (!gate->script("begin; select pg_advisory_xact_lock(1)"))
            qFatal("cannot take the lock");
        return gate;
    }
    [[nodiscard]] bool isStalled() const
    {
        return database.scalar(
                   "select count(*) from pg_locks where locktype = 'advisory' and not granted and"
                   " database = (select oid from pg_database where datname = current_database())")
            == QLatin1StringView("1");
    }

    /// Ends the connection of the operation that runs.
    void cutOff() const
    {
        (void)database.scalar(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity where"
            " datname = current_database() and application_name = 'yardmaster operation'");
    }
    /// Everything about all jobs but their ids and updated_at, which no undo puts back.
    [[nodiscard]] QString contents(const QByteArray &columns
                                   = "id, task_id, job_queue_id, payload::text, priority, run_at,"
                                     " attempts, max_attempts, last_error, created_at, key,"
                                     " locked_at, locked_by, revision, flags") const
    {
        return database.scalar("select string_agg(jobs::text, E'\\n' order by jobs::text) from"
                               " (select "
                               + columns + " from graphile_worker._private_jobs) as jobs");
    }
    /// A role that does not own the tables. @returns how it connects.
    /// @param name  of no other test: they share the server.
    [[nodiscard]] ConnectionSettings addOperator(const QByteArray &name,
                                                 const QByteArray &attributes) const
    {
        database.script("create role " + name + " login " + attributes
                        + "; grant usage on schema graphile_worker to " + name
                        + "; grant execute on function pg_control_system() to " + name
                        + "; grant all on all tables in schema graphile_worker to " + name);
        ConnectionSettings settings = database.settings();
        settings.set(QStringLiteral("user"), QString::fromLatin1(name));
        return settings;
    }
    void dropOperator(const QByteArray &name) const
    {
        database.script("drop owned by " + name + "; drop role " + name);
    }
    [[nodiscard]] OperationPreview preview(OperationSpec spec) const
    {
        auto previewed = previewOperation(*database.session(), std::move(spec), folder);
        if (!previewed)
            qFatal("%s", qUtf8Printable(previewed.error().message));
        return *std::move(previewed);
    }
    [[nodiscard]] OperationSpec byFilter(OperationChange change, const QString &filter = {}) const
    {
        OperationSpec spec;
        spec.change = std::move(change);
        spec.scope.filter = filter;
        return preview(spec).spec;
    }
    [[nodiscard]] static OperationSpec byIds(OperationChange change, const QList<qint64> &ids)
    {
        OperationSpec spec;
        spec.change = std::move(change);
        spec.scope.ids = ids;
        return spec;
    }
    OperationOutcome run(const OperationSpec &spec,
                         std::chrono::milliseconds lockWait = OperationRunner::kLockWait) const
    {
        OperationControl control;
        return OperationRunner(database.settings(), folder, &control, {}, lockWait).begin(spec);
    }
    OperationOutcome resume(const QUuid &id,
                            const std::optional<ServerIdentity> &confirmed = {}) const
    {
        OperationControl control;
        return OperationRunner(database.settings(), folder, &control, {}).resume(id, confirmed);
    }
    /// As an operation sees it here.
    [[nodiscard]] OperationOrigin origin() const
    {
        const auto found = originOf(*database.session(), database.settings().describe(),
                                    QStringLiteral("graphile_worker"));
        if (!found)
            qFatal("%s", qUtf8Printable(found.error().message));
        return *found;
    }
    /// Makes the journal say that the operation was done on a server with another value of `field`.
    static void pretendOtherServer(const QString &journal, const QString &field,
                                   const QJsonValue &value)
    {
        QFile file(journal);
        if (!file.open(QIODevice::ReadWrite))
            qFatal("no journal");
        QJsonObject header = QJsonDocument::fromJson(file.readLine()).object();
        QJsonObject server = header.value(QStringLiteral("server")).toObject();
        server.insert(field, value);
        header.insert(QStringLiteral("server"), server);
        const QByteArray rest = file.readAll();
        file.resize(0);
        file.seek(0);
        file.write(QJsonDocument(header).toJson(QJsonDocument::Compact) + '\n' + rest);
    }
    /// Makes the journal one of an earlier version, which knew neither claims nor servers.
    static void makeOld(const QString &journal)
    {
        QFile file(journal);
        if (!file.open(QIODevice::ReadWrite))
            qFatal("no journal");
        QByteArray lines;
        while (!file.atEnd()) {
            QJsonObject line = QJsonDocument::fromJson(file.readLine()).object();
            const QString type = line.value(QStringLiteral("type")).toString();
            if (type == QStringLiteral("undo"))
                continue;
            if (type == QStringLiteral("operation"))
                line.remove(QStringLiteral("server"));
            lines += QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
        }
        file.resize(0);
        file.seek(0);
        file.write(lines);
    }
    /// Begun, and stopped before its first batch.
    [[nodiscard]] OperationSpec beginAndStop(OperationSpec spec) const
    {
        OperationControl control;
        control.stop();
        const auto outcome = OperationRunner(database.settings(), folder, &control, {}).begin(spec);
        if (outcome.error)
            qFatal("%s", qUtf8Printable(outcome.error->message));
        return record(spec).spec;
    }
    [[nodiscard]] QString journal(const OperationSpec &spec) const
    {
        return OperationJournal::pathIn(folder, spec.id);
    }
    [[nodiscard]] OperationRecord record(const OperationSpec &spec) const
    {
        auto read = OperationJournal::read(journal(spec));
        if (!read)
            qFatal("%s", qUtf8Printable(read.error().message));
        return *std::move(read);
    }
    /// "changed 1, skipped 2 locked by x": of every job, in the order of the journal.
    [[nodiscard]] QStringList outcomes(const OperationSpec &spec) const
    {
        QStringList lines;
        const auto totals = readOutcomes(journal(spec), [&](const JobOutcome &outcome) {
            lines << QStringLiteral("%1 %2 %3")
                         .arg(jobOutcomeName(outcome.kind))
                         .arg(outcome.id)
                         .arg(outcome.detail)
                         .trimmed();
        });
        if (!totals)
            qFatal("%s", qUtf8Printable(totals.error().message));
        lines.sort();
        return lines;
    }

    TestDatabase database;

private:
    QTemporaryDir m_directory;

public:
    const QString folder;
};

} // namespace yardmaster::test
