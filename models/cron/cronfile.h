#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

/// A crontab file as text to edit, with what writing it again has to keep. A value.
struct CronFile
{
    QString path;     ///< absolute; empty: it has none yet
    QByteArray bytes; ///< as it was read
    bool exists = false;
    bool hasBom = false;
    bool usesCrLf = false;
    QString text;       ///< lines end with line feeds
    QStringList losses; ///< sentences: what could not be kept if it were written again

    /// The bytes for a changed text, with the line ends and byte order mark it had.
    [[nodiscard]] QByteArray encode(const QString &changed) const;
};

/// More than this is no crontab.
inline constexpr qint64 kLargestCrontab = 4 * 1024 * 1024;

/// Reads a file; one that is not there is empty. The error is a sentence. Blocks on the disk.
[[nodiscard]] tl::expected<CronFile, QString> readCronFile(const QString &path);
/// The same of bytes that were read already.
[[nodiscard]] CronFile cronFileOf(const QString &path, const QByteArray &bytes);

/// How a file on the disk compares with what was read from it.
enum class CronFileState { Same, Changed, Gone, Unreadable };
[[nodiscard]] CronFileState cronFileState(const CronFile &file);

struct CronSaveError
{
    enum class Kind {
        Changed, ///< the file was changed elsewhere meanwhile; nothing was written
        Failed,
    };
    Kind kind = Kind::Failed;
    QString sentence;
};

struct CronSaved
{
    CronFile file;
    QString backup; ///< path of the copy of what was there; empty: nothing was
};

/// So many copies are kept; older ones are removed.
inline constexpr int kCronBackups = 10;

/// Writes the file in one step: readers get the old or the new text, never half of it.
/// What was there is copied to `<name>.<date>-<time>.bak` first; the permissions stay.
/// @param read  as it was read; its path says where to.
/// @param overwrites  also if it was changed elsewhere meanwhile.
[[nodiscard]] tl::expected<CronSaved, CronSaveError>
saveCronFile(const CronFile &read, const QString &text, bool overwrites = false);

/// The copies of a file, the newest first.
[[nodiscard]] QStringList cronBackups(const QString &path);

} // namespace yardmaster
