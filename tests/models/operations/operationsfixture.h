#pragma once

#include "models/operations/operation.h"
#include "models/operations/operationpreview.h"
#include "models/operations/operationreport.h"
#include "tests/support/testdatabase.h"

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
    [[nodiscard]] OperationPreview preview(OperationSpec spec, qint64 cap = 0) const
    {
        auto previewed = previewOperation(*database.session(), std::move(spec), cap);
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
                         std::chrono::milliseconds patience = OperationRunner::kPatience) const
    {
        OperationControl control;
        return OperationRunner(database.settings(), folder, &control, {}, patience).begin(spec);
    }
    OperationOutcome goOn(const QUuid &id) const
    {
        OperationControl control;
        return OperationRunner(database.settings(), folder, &control, {}).goOn(id);
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
