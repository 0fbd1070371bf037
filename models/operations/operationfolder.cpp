#include "models/operations/operationfolder.h"

#include "models/operations/operationjournal.h"
#include "models/operations/undostate.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

std::vector<OperationRecord> operationsIn(const QString &folder)
{
    std::vector<OperationRecord> records;
    const QDir directory(folder);
    const QStringList names = directory.entryList({u"*.ndjson"_s}, QDir::Files);
    for (const QString &name : names) {
        if (name.startsWith("operators"_L1))
            continue;
        if (auto record = OperationJournal::read(directory.filePath(name)))
            records.push_back(*std::move(record));
    }
    const auto find = [&records](const auto &isIt) {
        const auto found = std::ranges::find_if(records, isIt);
        return found == records.end() ? nullptr : &*found;
    };
    for (OperationRecord &record : records) {
        if (record.undone) {
            updateUndone(&record, find([&record](const OperationRecord &other) {
                return other.spec.id == record.undone->operation;
            }));
        } else if (const OperationRecord *undo = find([&record](const OperationRecord &other) {
                       return other.spec.change.undone == record.spec.id;
                   })) {
            addOldUndo(&record, *undo);
        }
    }
    std::ranges::sort(records, std::greater{}, &OperationRecord::begunAt);
    return records;
}

void removeLists(const QString &folder, std::span<const OperationRecord> records)
{
    const QDateTime longAgo = QDateTime::currentDateTimeUtc().addDays(-1);
    const QFileInfoList files
        = QDir(folder).entryInfoList({u"*.scope"_s, u"*.scope.*"_s}, QDir::Files);
    for (const QFileInfo &file : files) {
        const auto record = std::ranges::find(records, QUuid(file.baseName()),
                                              [](const auto &known) { return known.spec.id; });
        const bool isNeeded = record == records.end() ? file.lastModified() > longAgo
                                                      : record->state == OperationState::Unfinished;
        if (!isNeeded)
            QFile::remove(file.filePath());
    }
}

} // namespace yardmaster
