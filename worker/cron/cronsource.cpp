#include <yardmaster/cronsource.h>

#include <yardmaster/crontab.h>

#include <QFile>
#include <QFileInfo>

namespace yardmaster {

using namespace Qt::StringLiterals;

QStringList CronSource::problems() const
{
    if (int(file.has_value()) + int(text.has_value()) + int(items.has_value()) <= 1)
        return {};
    return {u"cron takes one of a file, a text or items"_s};
}

tl::expected<std::optional<QByteArray>, QString> CronSource::read() const
{
    if (!file)
        return text;
    QFile crontab(*file);
    if (!QFileInfo::exists(*file))
        return std::nullopt;
    if (QFileInfo(*file).isDir())
        return tl::make_unexpected(u"the crontab '%1' is a folder"_s.arg(*file));
    if (!crontab.open(QIODevice::ReadOnly))
        return tl::make_unexpected(
            u"the crontab '%1' cannot be read: %2"_s.arg(*file, crontab.errorString()));
    return crontab.readAll();
}

tl::expected<Crontab, QStringList> CronSource::load() const
{
    const auto content = read();
    if (!content)
        return tl::make_unexpected(QStringList{content.error()});
    return parse(*content);
}

tl::expected<Crontab, QStringList> CronSource::parse(const std::optional<QByteArray> &content) const
{
    if (file && !content && !isFileOptional)
        return tl::make_unexpected(QStringList{u"there is no crontab '%1'"_s.arg(*file)});
    Crontab crontab = items ? crontabFromItems(*items)
        : content           ? parseCrontab(*content, dialect)
                            : Crontab();
    if (crontab.isValid())
        return crontab;
    QStringList sentences;
    for (const CrontabProblem &problem : std::as_const(crontab.problems)) {
        const QString where = items
            ? u"cron item %1"_s.arg(problem.line)
            : u"%1:%2:%3"_s.arg(file.value_or(u"crontab"_s)).arg(problem.line).arg(problem.column);
        sentences << u"%1: %2"_s.arg(where, problem.text());
    }
    return tl::make_unexpected(sentences);
}

} // namespace yardmaster
