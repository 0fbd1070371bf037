#include "models/operations/operationreport.h"

#include "models/operations/journalline.h"
#include "models/operations/operationjournal.h"
#include "models/query/exportwriter.h"
#include "models/query/outputfile.h"

#include <QFileInfo>
#include <QHash>
#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Tells what operations did to the jobs of their batches, one after the other.
class ChangeReader final
{
public:
    ChangeReader(const QString &journal, OperationSpec spec)
        : m_spec(std::move(spec))
    {
        if (m_spec.change.kind != OperationKind::Undo)
            return;
        const QString folder = QFileInfo(journal).path();
        if (auto source
            = OperationJournal::read(OperationJournal::pathIn(folder, m_spec.change.undone)))
            m_source = *std::move(source);
    }

    JobChange changeOf(const OperationBatch &batch, size_t index)
    {
        if (m_spec.change.kind != OperationKind::Undo)
            return JobChange::of(m_spec.change, batch, index);
        const JobImage &image = batch.jobs.at(index);
        if (image.details && !batch.after.empty())
            return JobChange::restored(nullptr, image);
        readSource(batch.until);
        const auto before = m_images.constFind(image.id);
        return before == m_images.cend() ? JobChange() : JobChange::restored(&image, *before);
    }

private:
    /// An undo takes back one batch of the source at a time, or a part of it.
    void readSource(BatchPosition until)
    {
        const qint64 index = until.within > 0 ? until.index : until.index - 1;
        if (!m_source || index == m_index || index < 0 || index >= std::ssize(m_source->committed))
            return;
        m_index = index;
        m_images.clear();
        const auto batch = OperationJournal::readBatch(*m_source, size_t(index));
        if (!batch)
            return;
        for (const JobImage &image : batch->jobs)
            m_images.insert(image.id, image);
    }

    const OperationSpec m_spec;
    std::optional<OperationRecord> m_source; // of an undo: what it takes back
    qint64 m_index = -1;
    QHash<qint64, JobImage> m_images; // of that batch of the source, as they were before it
};

void reportJobs(const OperationBatch &batch, TransactionOutcome how, const QString &error,
                ChangeReader *changes, const std::function<void(const JobOutcome &)> &each)
{
    using Kind = JobOutcome::Kind;
    if (how == TransactionOutcome::RolledBack || how == TransactionOutcome::Unknown)
        return;
    for (size_t i = 0; i < batch.jobs.size(); ++i) {
        JobOutcome outcome{batch.jobs[i].id, Kind::Changed, {}};
        if (how == TransactionOutcome::Failed)
            outcome = {batch.jobs[i].id, Kind::Error, error};
        else
            outcome.change = changes->changeOf(batch, i);
        if (outcome.kind == Kind::Changed && batch.jobs[i].details && !batch.after.empty())
            outcome.detail = u"new id %1"_s.arg(batch.after.at(i));
        each(outcome);
    }
    for (const auto &skip : batch.skipped)
        each({skip.id, Kind::Skipped, skip.reason});
    for (const qint64 id : batch.vanished)
        each({id, Kind::Vanished, {}});
}

constexpr auto kCsvHeader
    = "id,outcome,detail,run_at,run_at_after,priority,priority_after,attempts,attempts_after,"
      "max_attempts,max_attempts_after\r\n";

bool hasBefore(const JobChange &change)
{
    return change.kind == JobChange::Kind::Edited || change.kind == JobChange::Kind::Deleted;
}

bool hasAfter(const JobChange &change)
{
    return change.kind == JobChange::Kind::Edited || change.kind == JobChange::Kind::Created;
}

QByteArray csvLine(const JobOutcome &outcome)
{
    const JobChange &change = outcome.change;
    QByteArrayList cells{QByteArray::number(outcome.id), jobOutcomeName(outcome.kind).toLatin1(),
                         csvText(outcome.detail.toUtf8(), true)};
    const auto add = [&](const auto &text) {
        cells << (hasBefore(change) ? text(change.before) : QByteArray())
              << (hasAfter(change) ? text(change.after) : QByteArray());
    };
    using Fields = JobChange::Fields;
    add([](const Fields &fields) { return postgresText(fields.runAt).toUtf8(); });
    add([](const Fields &fields) { return QByteArray::number(fields.priority); });
    add([](const Fields &fields) { return QByteArray::number(fields.attempts); });
    add([](const Fields &fields) { return QByteArray::number(fields.maxAttempts); });
    return cells.join(',') + "\r\n";
}

QByteArray fieldsJson(const JobChange::Fields &fields)
{
    QByteArray json = "{\"run_at\":";
    appendJson(&json, postgresText(fields.runAt).toUtf8());
    json += ",\"priority\":" + QByteArray::number(fields.priority)
        + ",\"attempts\":" + QByteArray::number(fields.attempts)
        + ",\"max_attempts\":" + QByteArray::number(fields.maxAttempts);
    const auto add = [&json](const char *name, const QString &text) {
        if (text.isEmpty())
            return;
        json += QByteArray(",\"") + name + "\":";
        appendJson(&json, text.toUtf8());
    };
    add("queue", fields.queue);
    add("flags", fields.flags);
    add("key", fields.key);
    return json + '}';
}

QByteArray jsonLine(const JobOutcome &outcome)
{
    QByteArray line = "{\"id\":" + QByteArray::number(outcome.id) + ",\"outcome\":\""
        + jobOutcomeName(outcome.kind).toLatin1() + '"';
    if (!outcome.detail.isEmpty()) {
        line += ",\"detail\":";
        appendJson(&line, outcome.detail.toUtf8());
    }
    if (hasBefore(outcome.change))
        line += ",\"before\":" + fieldsJson(outcome.change.before);
    if (hasAfter(outcome.change))
        line += ",\"after\":" + fieldsJson(outcome.change.after);
    return line + "}\n";
}

} // namespace

QString jobOutcomeName(JobOutcome::Kind kind)
{
    switch (kind) {
    case JobOutcome::Kind::Changed:
        return u"changed"_s;
    case JobOutcome::Kind::Skipped:
        return u"skipped"_s;
    case JobOutcome::Kind::Vanished:
        return u"vanished"_s;
    case JobOutcome::Kind::Error:
        return u"error"_s;
    }
    Q_UNREACHABLE();
}

Result<OperationTotals> readOutcomes(const QString &journal,
                                     const std::function<void(const JobOutcome &)> &each)
{
    auto header = OperationJournal::readHeader(journal);
    if (!header)
        return tl::make_unexpected(header.error());
    ChangeReader changes(journal, header->spec);
    return OperationJournal::read(
               journal,
               [&](const OperationBatch &batch, TransactionOutcome outcome, const QString &error) {
                   reportJobs(batch, outcome, error, &changes, each);
               })
        .map([](const OperationRecord &record) { return record.totals; });
}

Result<OperationTotals> exportOutcomes(const QString &journal, const QString &path,
                                       ReportFormat format)
{
    OperationTotals totals;
    return writeWhole(path,
                      [&](QIODevice *file) {
                          if (format == ReportFormat::Csv)
                              file->write(kCsvHeader);
                          return readOutcomes(journal,
                                              [&](const JobOutcome &outcome) {
                                                  file->write(format == ReportFormat::Csv
                                                                  ? csvLine(outcome)
                                                                  : jsonLine(outcome));
                                              })
                              .map([&](const OperationTotals &all) { totals = all; });
                      })
        .map([&] { return totals; });
}

} // namespace yardmaster
