#include "models/operations/operationjournal.h"

#include "models/operations/journalline.h"
#include "models/operations/jsontext.h"
#include "models/operations/lockedfile.h"
#include "models/query/operationtext.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<DbError> fileError(const QFile &file)
{
    return fail(DbError::Kind::Statement,
                OperationText::tr("cannot write the journal %1: %2")
                    .arg(file.fileName(), file.errorString()));
}

tl::unexpected<DbError> cannotRead(const QFile &file)
{
    return fail(DbError::Kind::Statement,
                OperationText::tr("cannot read the journal %1: %2")
                    .arg(file.fileName(), file.errorString()));
}

QLatin1StringView outcomeName(TransactionOutcome outcome)
{
    switch (outcome) {
    case TransactionOutcome::Committed:
        return "committed"_L1;
    case TransactionOutcome::RolledBack:
        return "rolled_back"_L1;
    case TransactionOutcome::Failed:
        return "failed"_L1;
    case TransactionOutcome::Unknown:
        break;
    }
    return "unknown"_L1;
}

QLatin1StringView stateName(OperationState state)
{
    switch (state) {
    case OperationState::Finished:
        return "finished"_L1;
    case OperationState::Cancelled:
        return "cancelled"_L1;
    case OperationState::Unfinished:
        break;
    }
    return "unfinished"_L1;
}

OperationState stateFrom(const QString &name)
{
    if (name == stateName(OperationState::Finished))
        return OperationState::Finished;
    if (name == stateName(OperationState::Cancelled))
        return OperationState::Cancelled;
    return OperationState::Unfinished;
}

TransactionOutcome outcomeFrom(const QString &name)
{
    for (const TransactionOutcome outcome :
         {TransactionOutcome::Committed, TransactionOutcome::RolledBack,
          TransactionOutcome::Failed}) {
        if (name == outcomeName(outcome))
            return outcome;
    }
    return TransactionOutcome::Unknown;
}

Result<void> parseHeader(const QJsonObject &object, OperationRecord *record)
{
    auto spec = OperationSpec::fromJson(object.value("spec"_L1).toObject());
    if (!spec)
        return tl::make_unexpected(spec.error());
    record->spec = *std::move(spec);
    record->origin
        = {object.value("connection"_L1).toString(), object.value("database"_L1).toString(),
           object.value("db_user"_L1).toString(), object.value("os_user"_L1).toString(),
           ServerIdentity::fromJson(object.value("server"_L1).toObject())};
    record->begunAt = Timestamp(std::chrono::microseconds(object.value("begun_at"_L1).toInteger()));
    return {};
}

} // namespace

QString OperationJournal::pathIn(const QString &folder, const QUuid &operation)
{
    return QDir(folder).filePath(operation.toString(QUuid::WithoutBraces) + ".ndjson"_L1);
}

Result<void> OperationJournal::lock() const
{
    switch (lockFile(m_file)) {
    case LockOutcome::Locked:
        return {};
    case LockOutcome::Busy:
        return fail(
            DbError::Kind::Contention,
            OperationText::tr("the operation is being carried out by another window or process"));
    case LockOutcome::Gone:
        break;
    }
    return cannotRead(m_file);
}

Result<std::unique_ptr<OperationJournal>> OperationJournal::create(const QString &folder,
                                                                   const OperationSpec &spec,
                                                                   const OperationOrigin &origin,
                                                                   Timestamp now)
{
    if (!QDir().mkpath(folder))
        return fail(DbError::Kind::Statement,
                    OperationText::tr("cannot create the folder %1").arg(folder));
    std::unique_ptr<OperationJournal> journal(new OperationJournal);
    const QString path = pathIn(folder, spec.id);
    QFile &file = journal->m_file;
    file.setFileName(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered)
        || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        return fileError(file);
    if (auto locked = journal->lock(); !locked)
        return tl::make_unexpected(locked.error());
    const QJsonObject header{
        {u"type"_s, u"operation"_s},           {u"spec"_s, spec.toJson()},
        {u"connection"_s, origin.connection},  {u"database"_s, origin.database},
        {u"db_user"_s, origin.dbUser},         {u"os_user"_s, origin.osUser},
        {u"server"_s, origin.server.toJson()}, {u"begun_at"_s, microseconds(now)}};
    if (auto written = journal->write(compactJson(header), true); !written)
        return tl::make_unexpected(written.error());
    return journal;
}

Result<std::unique_ptr<OperationJournal>> OperationJournal::reopen(const QString &path)
{
    std::unique_ptr<OperationJournal> journal(new OperationJournal);
    QFile &file = journal->m_file;
    file.setFileName(path);
    if (!file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly | QIODevice::Unbuffered))
        return fileError(file);
    if (auto locked = journal->lock(); !locked)
        return tl::make_unexpected(locked.error());
    qint64 end = file.size();
    while (end > 0) {
        const qint64 begin = std::max<qint64>(0, end - 65536);
        file.seek(begin);
        const qsizetype newline = file.read(end - begin).lastIndexOf('\n');
        end = newline < 0 ? begin : begin + newline + 1;
        if (newline >= 0)
            break;
    }
    if (!file.resize(end) || !file.seek(end))
        return fileError(file);
    return journal;
}

Result<void> OperationJournal::write(const QByteArray &line, bool isSynced)
{
    if (m_file.write(line + '\n') != line.size() + 1)
        return fileError(m_file);
    // What was written survives a crash of this process; this is for a crash of the machine.
    if (isSynced && fdatasync(m_file.handle()) != 0)
        return fileError(m_file);
    return {};
}

Result<void> OperationJournal::begin(const OperationBatch &batch)
{
    return write(batchLine(batch), true);
}

Result<void> OperationJournal::end(int number, TransactionOutcome outcome, const QString &error)
{
    QJsonObject object{
        {u"type"_s, u"end"_s}, {u"number"_s, number}, {u"fate"_s, outcomeName(outcome)}};
    if (!error.isEmpty())
        object.insert(u"error"_s, error);
    return write(compactJson(object), false);
}

Result<void> OperationJournal::finish(OperationState state, const QString &message)
{
    return write(
        compactJson(
            {{u"type"_s, u"state"_s}, {u"state"_s, stateName(state)}, {u"message"_s, message}}),
        true);
}

Result<void> OperationJournal::moveTo(const ServerIdentity &server)
{
    return write(compactJson({{u"type"_s, u"server"_s}, {u"server"_s, server.toJson()}}), true);
}

Result<OperationRecord> OperationJournal::readHeader(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
    OperationRecord record;
    record.path = path;
    const QJsonObject header = QJsonDocument::fromJson(file.readLine()).object();
    return parseHeader(header, &record).map([&] { return std::move(record); });
}

Result<void> OperationJournal::noteUndo(const OperationRecord::Undone &undone)
{
    return write(compactJson({{u"type"_s, u"undo"_s},
                              {u"operation"_s, undone.operation.toString(QUuid::WithoutBraces)},
                              {u"state"_s, stateName(undone.state)},
                              {u"position"_s, undone.position.index},
                              {u"within"_s, undone.position.within},
                              {u"jobs"_s, undone.jobs}}),
                 true);
}

Result<OperationRecord> OperationJournal::read(
    const QString &path,
    const std::function<void(const OperationBatch &, TransactionOutcome, const QString &)> &each)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
    OperationRecord record;
    record.path = path;
    OperationRecord::Line batchAt;
    bool hasHeader = false;
    while (!file.atEnd()) {
        const qint64 offset = file.pos();
        const QByteArray line = file.readLine();
        if (!line.endsWith('\n'))
            break; // cut off, or being written
        const QJsonDocument document = QJsonDocument::fromJson(line);
        record.isDamaged = record.isDamaged || !document.isObject();
        const QJsonObject object = document.object();
        const QString type = object.value("type"_L1).toString();
        if (type == "operation"_L1) {
            if (auto header = parseHeader(object, &record); !header)
                return tl::make_unexpected(header.error());
            hasHeader = true;
        } else if (type == "server"_L1) {
            record.origin.server = ServerIdentity::fromJson(object.value("server"_L1).toObject());
        } else if (type == "batch"_L1) {
            record.inDoubt = batchFromLine(object);
            record.lastNumber = record.inDoubt->number;
            record.state = OperationState::Unfinished;
            batchAt = {offset, line.size()};
        } else if (type == "end"_L1 && record.inDoubt
                   && record.inDoubt->number == object.value("number"_L1).toInteger()) {
            const TransactionOutcome outcome = outcomeFrom(object.value("fate"_L1).toString());
            const QString error = object.value("error"_L1).toString();
            record.add(*record.inDoubt, outcome);
            if (outcome == TransactionOutcome::Committed && !record.inDoubt->jobs.empty())
                record.committed.push_back(batchAt);
            if (each)
                each(*record.inDoubt, outcome, error);
            record.inDoubt.reset();
        } else if (type == "state"_L1) {
            record.state = stateFrom(object.value("state"_L1).toString());
            record.message = object.value("message"_L1).toString();
        } else if (type == "undo"_L1) {
            record.undone = OperationRecord::Undone{
                QUuid(object.value("operation"_L1).toString()),
                stateFrom(object.value("state"_L1).toString()),
                {object.value("position"_L1).toInteger(), object.value("within"_L1).toInteger()},
                object.value("jobs"_L1).toInteger()};
        }
    }
    if (!hasHeader)
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("%1 is not the journal of an operation").arg(path));
    return record;
}

Result<OperationBatch> OperationJournal::readBatch(const OperationRecord &record, size_t index)
{
    QFile file(record.path);
    const OperationRecord::Line line = record.committed.at(index);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(line.offset))
        return cannotRead(file);
    const QJsonDocument document = QJsonDocument::fromJson(file.read(line.size));
    if (!document.isObject())
        return cannotRead(file);
    return batchFromLine(document.object());
}

} // namespace yardmaster
