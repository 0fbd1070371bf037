#pragma once

#include <QList>
#include <QString>

namespace yardmaster {

/// What a stretch of a crontab line is, going by its place alone: right or wrong is the parser's
/// business.
enum class CronPart { Minute, Hour, Day, Month, Weekday, Task, Options, Payload, Comment, Off };

struct CronLinePart
{
    CronPart part = CronPart::Comment;
    int begin = 0; ///< UTF-16 units from the beginning of the line
    int end = 0;
};

/// The parts of one line in order, without the white space between them. An entry that is switched
/// off begins with an Off part, followed by the parts of the entry. Options are without their
/// question mark. Takes anything; linear.
[[nodiscard]] QList<CronLinePart> cronLineParts(QStringView line);

/// One `key=value` of the options.
struct CronOptionPart
{
    int keyBegin = 0;
    int keyEnd = 0;
    int valueBegin = 0; ///< as keyEnd where there is no equals sign
    int valueEnd = 0;
};

/// @param begin  where `options` begin in the line.
[[nodiscard]] QList<CronOptionPart> cronOptionParts(QStringView options, int begin);

/// Whether the line is an entry that was switched off: a comment with our mark, so that it can be
/// told from what people write.
[[nodiscard]] bool isSwitchedOff(QStringView line);
/// The same line on or off. Lines that are neither, such as comments and empty ones, stay as they
/// are.
[[nodiscard]] QString switchedOff(const QString &line);
[[nodiscard]] QString switchedOn(const QString &line);

} // namespace yardmaster
