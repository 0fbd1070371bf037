#pragma once

#include <yardmaster/result.h>

#include <QFile>
#include <QSaveFile>
#include <QUuid>

#include <memory>
#include <span>
#include <vector>

namespace yardmaster {

/// A job of a scope, in the version that was counted.
struct ScopeEntry
{
    qint64 id = 0;
    quint32 xmin = 0;       ///< of its row; 0: there was none
    quint32 hash = 0;       ///< see jobHash(); 31 bits
    bool isSkipped = false; ///< as the preview said
};

/// Writes the list of the jobs that an operation may change: 16 bytes per job. The file appears
/// under its name when it is complete and synced; only its owner can read it. One thread at a time.
/// Errors: Statement with a sentence that names the file.
class ScopeListWriter final
{
public:
    [[nodiscard]] static Result<ScopeListWriter> create(const QString &folder,
                                                        const QUuid &operation);

    [[nodiscard]] Result<void> append(std::span<const ScopeEntry> entries);
    [[nodiscard]] Result<void> commit();

private:
    std::unique_ptr<QSaveFile> m_file;
};

/// Reads that list. One thread at a time. Errors as those of the writer.
class ScopeList final
{
public:
    /// @param size  jobs it must have.
    [[nodiscard]] static Result<ScopeList> open(const QString &folder, const QUuid &operation,
                                                qint64 size);
    /// Up to `count` entries from `position` on, counted from 0.
    [[nodiscard]] Result<std::vector<ScopeEntry>> read(qint64 position, int count);

    [[nodiscard]] static QString pathIn(const QString &folder, const QUuid &operation);
    static void remove(const QString &folder, const QUuid &operation);

private:
    std::unique_ptr<QFile> m_file;
    qint64 m_size = 0; // in jobs
};

} // namespace yardmaster
