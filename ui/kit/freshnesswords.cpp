#include "ui/kit/freshnesswords.h"

#include "models/session/freshness.h"
#include "models/values/format.h"
#include "ui/kit/errorwords.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct FreshnessWordsText
{
    Q_DECLARE_TR_FUNCTIONS(FreshnessWords)
};

/// Readings that are older are said to be.
constexpr std::chrono::milliseconds kFresh = 15s;

std::chrono::milliseconds ageOf(const Freshness &freshness)
{
    return std::max(
        0ms, std::chrono::milliseconds(freshness.readAt.msecsTo(QDateTime::currentDateTimeUtc())));
}

} // namespace

QString freshnessWords(const Freshness &freshness)
{
    const bool hasRead = freshness.readAt.isValid();
    if (freshness.error) {
        const QString title = errorTitle(*freshness.error);
        return hasRead
            ? FreshnessWordsText::tr("%1 · data read %2").arg(title, formatAge(ageOf(freshness)))
            : title;
    }
    if (freshness.isOverdue)
        return hasRead
            ? FreshnessWordsText::tr("Reading… · data read %1").arg(formatAge(ageOf(freshness)))
            : FreshnessWordsText::tr("Reading…");
    return hasRead && ageOf(freshness) > kFresh
        ? FreshnessWordsText::tr("read %1").arg(formatAge(ageOf(freshness)))
        : QString();
}

QString freshnessSentence(const Freshness &freshness)
{
    QStringList lines;
    if (freshness.error)
        lines << errorSentence(*freshness.error);
    if (freshness.readAt.isValid())
        lines << FreshnessWordsText::tr("Read %1").arg(formatInstant(freshness.readAt));
    return lines.join(u'\n');
}

} // namespace yardmaster
