#include "models/operations/scopelist.h"

#include "models/query/operationtext.h"

#include <QCoreApplication>
#include <QDir>
#include <QtEndian>

#include <algorithm>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kEntrySize = 16; // and of the header: id, xmin, hash with the mark on top
constexpr QByteArrayView kHeader = "Yardmaster scope";
constexpr quint32 kSkipped = 0x8000'0000;
static_assert(kHeader.size() == kEntrySize);

tl::unexpected<DbError> cannotWrite(const QFileDevice &file)
{
    return fail(DbError::Kind::Statement,
                OperationText::tr("cannot write the list of jobs %1: %2")
                    .arg(file.fileName(), file.errorString()));
}

} // namespace

Result<ScopeListWriter> ScopeListWriter::create(const QString &folder, const QUuid &operation)
{
    if (!QDir().mkpath(folder))
        return fail(DbError::Kind::Statement,
                    OperationText::tr("cannot create the folder %1").arg(folder));
    ScopeListWriter writer;
    writer.m_file = std::make_unique<QSaveFile>(ScopeList::pathIn(folder, operation));
    if (!writer.m_file->open(QIODevice::WriteOnly)
        || !writer.m_file->setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        || writer.m_file->write(kHeader.data(), kHeader.size()) != kHeader.size())
        return cannotWrite(*writer.m_file);
    return writer;
}

Result<void> ScopeListWriter::append(std::span<const ScopeEntry> entries)
{
    QByteArray bytes(std::ssize(entries) * kEntrySize, Qt::Uninitialized);
    char *at = bytes.data();
    for (const ScopeEntry &entry : entries) {
        qToLittleEndian(entry.id, at);
        qToLittleEndian(entry.xmin, at + 8);
        qToLittleEndian(entry.hash | (entry.isSkipped ? kSkipped : 0), at + 12);
        at += kEntrySize;
    }
    if (m_file->write(bytes) != bytes.size())
        return cannotWrite(*m_file);
    return {};
}

Result<void> ScopeListWriter::commit()
{
    // commit() syncs as well, but does not tell when that fails.
    if (!m_file->flush() || fdatasync(m_file->handle()) != 0 || !m_file->commit())
        return cannotWrite(*m_file);
    return {};
}

QString ScopeList::pathIn(const QString &folder, const QUuid &operation)
{
    return QDir(folder).filePath(operation.toString(QUuid::WithoutBraces) + ".scope"_L1);
}

void ScopeList::remove(const QString &folder, const QUuid &operation)
{
    QFile::remove(pathIn(folder, operation));
}

Result<ScopeList> ScopeList::open(const QString &folder, const QUuid &operation, qint64 size)
{
    ScopeList list;
    list.m_size = size;
    list.m_file = std::make_unique<QFile>(pathIn(folder, operation));
    QFile &file = *list.m_file;
    if (!file.open(QIODevice::ReadOnly))
        return fail(
            DbError::Kind::Statement,
            OperationText::tr(
                "cannot read the list of jobs %1: %2; cancel the operation and start it again")
                .arg(file.fileName(), file.errorString()));
    if (file.size() != (size + 1) * kEntrySize || file.read(kEntrySize) != kHeader)
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr(
                        "the list of jobs %1 is damaged; cancel the operation and start it again")
                        .arg(file.fileName()));
    return list;
}

Result<std::vector<ScopeEntry>> ScopeList::read(qint64 position, int count)
{
    std::vector<ScopeEntry> entries;
    const qint64 expected = std::clamp<qint64>(m_size - position, 0, count) * kEntrySize;
    const QByteArray bytes
        = m_file->seek((position + 1) * kEntrySize) ? m_file->read(expected) : QByteArray();
    if (bytes.size() != expected)
        return fail(DbError::Kind::Statement,
                    OperationText::tr("cannot read the list of jobs %1: %2")
                        .arg(m_file->fileName(), m_file->errorString()));
    entries.reserve(size_t(bytes.size() / kEntrySize));
    for (const char *at = bytes.begin(); at != bytes.end(); at += kEntrySize) {
        const auto mark = qFromLittleEndian<quint32>(at + 12);
        entries.push_back({qFromLittleEndian<qint64>(at), qFromLittleEndian<quint32>(at + 8),
                           mark & ~kSkipped, (mark & kSkipped) != 0});
    }
    return entries;
}

} // namespace yardmaster
