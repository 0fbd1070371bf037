#include "models/history/runexport.h"

#include "models/query/exportwriter.h"
#include "models/query/outputfile.h"
#include "worker/json/jsonstring.h"
#include <yardmaster/session.h>

#include <QCoreApplication>
#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct RunExportText
{
    Q_DECLARE_TR_FUNCTIONS(RunExport)
};

constexpr int kPageRows = 2000;

/// A cell of the file. Unset: there is nothing.
struct Field
{
    QByteArray name;
    std::optional<QByteArray> value;
    enum class Kind { Raw, Text } kind = Kind::Raw;
};

QList<Field> fieldsOf(const PastRun &run, const QTimeZone &zone)
{
    using Kind = Field::Kind;
    using Value = std::optional<QByteArray>;
    const auto text
        = [](const QString &value) { return value.isEmpty() ? Value() : Value(value.toUtf8()); };
    const auto time = [&zone](const std::optional<Timestamp> &value) {
        return value ? Value(exportTime(value->time_since_epoch().count(), zone)) : Value();
    };
    const auto span = [](const std::optional<std::chrono::microseconds> &value) {
        return value ? Value(QByteArray::number(qint64(value->count()))) : Value();
    };
    return {{"id", QByteArray::number(run.id)},
            {"outcome", QByteArray(pastOutcomeInfo(run.outcome).name.data()), Kind::Text},
            {"is_guess", QByteArray(run.isGuess() ? "true" : "false")},
            {"task_identifier", text(run.task), Kind::Text},
            {"queue_name", text(run.queue), Kind::Text},
            {"worker", text(run.worker), Kind::Text},
            {"attempt",
             run.outcome != PastOutcome::RetiredByKey ? Value(QByteArray::number(run.attempt))
                                                      : Value()},
            {"max_attempts",
             run.maxAttempts > 0 ? Value(QByteArray::number(run.maxAttempts)) : Value()},
            {"run_at", time(run.runAt), Kind::Text},
            {"started_at", time(run.started), Kind::Text},
            {"finished_at", time(run.finished), Kind::Text},
            {"wait_us", span(run.wait())},
            {"held_us", span(run.held())},
            {"handler_us", span(run.handler)},
            {"error", text(run.error), Kind::Text}};
}

QByteArray csvLine(const PastRun &run, const QTimeZone &zone)
{
    QByteArrayList cells;
    for (const Field &field : fieldsOf(run, zone))
        cells << (field.kind == Field::Kind::Text
                      ? csvText(field.value.value_or(QByteArray()), true)
                      : field.value.value_or(QByteArray()));
    return cells.join(',') + "\r\n";
}

} // namespace

QByteArrayList runColumnNames()
{
    QByteArrayList names;
    for (const Field &field : fieldsOf({}, QTimeZone::utc()))
        names << field.name;
    return names;
}

QByteArray runJson(const PastRun &run)
{
    QByteArrayList members;
    for (const Field &field : fieldsOf(run, QTimeZone::utc())) {
        const QByteArray value = !field.value ? QByteArray("null")
            : field.kind == Field::Kind::Text ? jsonString(*field.value)
                                              : *field.value;
        members << jsonString(field.name) + ':' + value;
    }
    return '{' + members.join(',') + '}';
}

QByteArray runsJson(const QList<PastRun> &runs)
{
    QByteArrayList objects;
    for (const PastRun &run : runs)
        objects << runJson(run);
    return '[' + objects.join(',') + ']';
}

Result<qint64> exportRunsToFile(Session &session, const FilterContext &context,
                                const Filter &filter, const QString &path, ExportFormat format,
                                ReadControl *control)
{
    qint64 written = 0;
    const auto write = [&](QIODevice *device) -> Result<void> {
        if (format == ExportFormat::Csv)
            device->write(runColumnNames().join(',') + "\r\n");
        else if (format == ExportFormat::Json)
            device->write("[");
        RunPageRequest request{filter, kPageRows, {}};
        for (bool hasMore = true; hasMore;) {
            if (control && control->isCancelled())
                return fail(DbError::Kind::Cancelled, RunExportText::tr("cancelled"));
            const auto page = readRunPage(session, context, request);
            if (!page)
                return tl::make_unexpected(page.error());
            if (!page->presence.isReadable())
                return fail(DbError::Kind::SchemaMissing,
                            RunExportText::tr("there is no readable history here"));
            for (const PastRun &run : page->runs) {
                if (format == ExportFormat::Csv)
                    device->write(csvLine(run, context.zone));
                else if (format == ExportFormat::Json)
                    device->write((written > 0 ? ",\n" : "\n") + runJson(run));
                else
                    device->write(runJson(run) + '\n');
                ++written;
            }
            hasMore = page->hasMore;
            if (hasMore)
                request.after = runPosition(page->runs.last());
            if (control)
                Q_EMIT control->progressed(0, 0, int(written));
        }
        if (format == ExportFormat::Json)
            device->write("\n]\n");
        return {};
    };
    if (auto whole = writeWhole(path, write); !whole)
        return tl::make_unexpected(whole.error());
    return written;
}

std::function<Result<qint64>(Session &, ReadControl &)> runExport(const FilterContext &context,
                                                                  const Filter &filter,
                                                                  const QString &path,
                                                                  ExportFormat format)
{
    return [=](Session &session, ReadControl &control) {
        return exportRunsToFile(session, context, filter, path, format, &control);
    };
}

} // namespace yardmaster
