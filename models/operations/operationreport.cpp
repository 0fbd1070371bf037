#include "models/operations/operationreport.h"

#include "models/operations/journalline.h"
#include "models/operations/operationjournal.h"
#include "models/query/outputfile.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

void reportJobs(const OperationBatch &batch, TransactionOutcome how, const QString &error,
                const std::function<void(const JobOutcome &)> &each)
{
    using Kind = JobOutcome::Kind;
    if (how == TransactionOutcome::RolledBack || how == TransactionOutcome::Unknown)
        return;
    for (size_t i = 0; i < batch.jobs.size(); ++i) {
        JobOutcome outcome{batch.jobs[i].id, Kind::Changed, {}};
        if (how == TransactionOutcome::Failed)
            outcome = {batch.jobs[i].id, Kind::Error, error};
        else if (batch.jobs[i].details && !batch.after.empty())
            outcome.detail = u"new id %1"_s.arg(batch.after.at(i));
        each(outcome);
    }
    for (const auto &skip : batch.skipped)
        each({skip.id, Kind::Skipped, skip.reason});
    for (const qint64 id : batch.vanished)
        each({id, Kind::Vanished, {}});
}

/// Spreadsheets take cells that begin like this for formulas.
bool looksLikeFormula(const QString &text)
{
    return !text.isEmpty() && u"=+-@\t\r"_s.contains(text.front());
}

QByteArray csvLine(const JobOutcome &outcome)
{
    QString detail = (looksLikeFormula(outcome.detail) ? u"'"_s : QString()) + outcome.detail;
    detail.replace(u'"', "\"\""_L1);
    return u"%1,%2,\"%3\"\r\n"_s
        .arg(QString::number(outcome.id), jobOutcomeName(outcome.kind), detail)
        .toUtf8();
}

QByteArray jsonLine(const JobOutcome &outcome)
{
    QByteArray line = "{\"id\":" + QByteArray::number(outcome.id) + ",\"outcome\":\""
        + jobOutcomeName(outcome.kind).toLatin1() + '"';
    if (!outcome.detail.isEmpty()) {
        line += ",\"detail\":";
        appendJson(&line, outcome.detail.toUtf8());
    }
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
    return OperationJournal::read(
               journal,
               [&](const OperationBatch &batch, TransactionOutcome outcome, const QString &error) {
                   reportJobs(batch, outcome, error, each);
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
                              file->write("id,outcome,detail\r\n");
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
