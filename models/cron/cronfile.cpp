#include "models/cron/cronfile.h"

#include "worker/json/jstext.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct CronFileText
{
    Q_DECLARE_TR_FUNCTIONS(CronFile)
};

constexpr QByteArrayView kBom("\xef\xbb\xbf");

/// Bytes of the file; nullopt: there is none. The error is a sentence.
tl::expected<std::optional<QByteArray>, QString> bytesOf(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return std::nullopt;
    if (!info.isFile())
        return tl::make_unexpected(CronFileText::tr("'%1' is not a file.").arg(path));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tl::make_unexpected(
            CronFileText::tr("'%1' cannot be read: %2.").arg(path, file.errorString()));
    QByteArray bytes = file.read(kLargestCrontab + 1);
    if (file.error() != QFileDevice::NoError)
        return tl::make_unexpected(
            CronFileText::tr("'%1' cannot be read: %2.").arg(path, file.errorString()));
    if (bytes.size() > kLargestCrontab)
        return tl::make_unexpected(
            CronFileText::tr("'%1' is larger than 4 MiB, too large for a crontab.").arg(path));
    return bytes;
}

CronSaveError failed(const QString &sentence)
{
    return {CronSaveError::Kind::Failed, sentence};
}

/// Names sort by time; those of one second are numbered, behind what is left of them.
QString backupName(const QString &path)
{
    const QString stem
        = path + u'.' + QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss"_s);
    const QString newest = cronBackups(path).value(0);
    int number = 0;
    if (newest.startsWith(stem))
        number = std::max(1, newest.mid(stem.size() + 1, 3).toInt()) + 1;
    QString name = stem + u".bak"_s;
    for (; number > 0 || QFileInfo::exists(name); ++number) {
        name = u"%1-%2.bak"_s.arg(stem).arg(number, 3, 10, QLatin1Char('0'));
        if (!QFileInfo::exists(name))
            break;
    }
    return name;
}

} // namespace

QByteArray CronFile::encode(const QString &changed) const
{
    QString lines = changed;
    if (usesCrLf)
        lines.replace(u'\n', "\r\n"_L1);
    return (hasBom ? kBom.toByteArray() : QByteArray()) + lines.toUtf8();
}

CronFile cronFileOf(const QString &path, const QByteArray &bytes)
{
    CronFile file;
    file.path = path;
    file.bytes = bytes;
    file.exists = true;
    QByteArrayView content = bytes;
    if (content.startsWith(kBom)) {
        file.hasBom = true;
        content = content.sliced(kBom.size());
    }
    qsizetype bad = -1;
    file.text = decodeUtf8(content, &bad);
    if (bad >= 0) {
        file.losses << CronFileText::tr(
                           "Line %1 is not UTF-8: saving would replace its invalid bytes.")
                           .arg(QStringView(file.text).left(bad).count(u'\n') + 1);
    }
    const qsizetype lineFeeds = file.text.count(u'\n');
    const qsizetype pairs = file.text.count("\r\n"_L1);
    file.usesCrLf = pairs > 0 && pairs * 2 >= lineFeeds;
    if (pairs > 0 && pairs < lineFeeds)
        file.losses << CronFileText::tr(
            "Line endings are mixed: saving would make them all the same.");
    file.text.replace("\r\n"_L1, "\n"_L1);
    const auto isOddBreak
        = [](QChar c) { return c == u'\r' || c == QChar(0x2028) || c == QChar(0x2029); };
    if (std::ranges::any_of(file.text, isOddBreak)) {
        for (QChar &c : file.text) {
            if (isOddBreak(c))
                c = u'\n';
        }
        file.losses << CronFileText::tr(
            "There are unusual line breaks, which saving would turn into line feeds.");
    }
    if (file.text.contains(QChar::Null)) {
        file.text.replace(QChar::Null, QChar::ReplacementCharacter);
        file.losses << CronFileText::tr("There are null bytes, which saving would replace.");
    }
    return file;
}

tl::expected<CronFile, QString> readCronFile(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const auto bytes = bytesOf(absolute);
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    CronFile file = cronFileOf(absolute, bytes->value_or(QByteArray()));
    file.exists = bytes->has_value();
    return file;
}

CronFileState cronFileState(const CronFile &file)
{
    if (file.path.isEmpty())
        return CronFileState::Same;
    const auto now = bytesOf(file.path);
    if (!now)
        return CronFileState::Unreadable;
    if (!*now)
        return file.exists ? CronFileState::Gone : CronFileState::Same;
    return file.exists && **now == file.bytes ? CronFileState::Same : CronFileState::Changed;
}

tl::expected<CronSaved, CronSaveError> saveCronFile(const CronFile &read, const QString &text,
                                                    bool overwrites)
{
    const QString &path = read.path;
    const auto now = bytesOf(path);
    if (!now)
        return tl::make_unexpected(failed(now.error()));
    const bool isAsRead = now->has_value() == read.exists && (!read.exists || **now == read.bytes);
    if (!isAsRead && !overwrites) {
        return tl::make_unexpected(CronSaveError{
            CronSaveError::Kind::Changed,
            *now
                ? CronFileText::tr("'%1' has been changed elsewhere since it was opened.").arg(path)
                : CronFileText::tr("'%1' has been removed since it was opened.").arg(path)});
    }
    CronSaved saved;
    const QByteArray bytes = read.encode(text);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return tl::make_unexpected(
            failed(CronFileText::tr("'%1' cannot be written: %2.").arg(path, file.errorString())));
    if (*now) {
        saved.backup = backupName(path);
        if (!QFile::copy(path, saved.backup)) {
            file.cancelWriting();
            return tl::make_unexpected(failed(
                CronFileText::tr("The backup copy '%1' cannot be written, so nothing was saved.")
                    .arg(saved.backup)));
        }
    }
    // Once more, right before: what was read above may be a moment old.
    const auto last = bytesOf(path);
    if (!overwrites && (!last || *last != *now)) {
        file.cancelWriting();
        return tl::make_unexpected(
            CronSaveError{CronSaveError::Kind::Changed,
                          CronFileText::tr("'%1' has just been changed elsewhere.").arg(path)});
    }
    if (!file.commit())
        return tl::make_unexpected(
            failed(CronFileText::tr("'%1' cannot be written: %2.").arg(path, file.errorString())));
    const QStringList copies = cronBackups(path);
    for (const QString &copy : copies.mid(kCronBackups))
        QFile::remove(copy);
    saved.file = cronFileOf(path, bytes);
    return saved;
}

QStringList cronBackups(const QString &path)
{
    const QFileInfo info(path);
    // Only names of our own making: what is removed must not be anybody else's.
    const QRegularExpression ours(
        u"^%1\\.\\d{8}-\\d{6}(-\\d{3})?\\.bak$"_s.arg(QRegularExpression::escape(info.fileName())));
    QStringList copies;
    QDir folder = info.dir();
    for (const QString &name : folder.entryList(QDir::Files | QDir::Hidden)) {
        if (ours.match(name).hasMatch())
            copies << folder.filePath(name);
    }
    std::ranges::sort(copies, [](const QString &a, const QString &b) {
        // Without the ending, or "-002" would come before the first of its second.
        return QStringView(a).chopped(4) > QStringView(b).chopped(4);
    });
    return copies;
}

} // namespace yardmaster
