#include "ui/kit/loadwords.h"

#include "models/query/jobcounts.h"
#include "models/values/format.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct LoadWordsText
{
    Q_DECLARE_TR_FUNCTIONS(LoadWords)
};

} // namespace

QString loadWords(const JobLoad &load)
{
    QStringList parts;
    const auto add = [&parts](const Count &count, const QString &words) {
        if (count.value.value_or(0) > 0)
            parts << words.arg(formatCount(count));
    };
    add(load.ready, LoadWordsText::tr("%1 ready"));
    add(load.blocked, LoadWordsText::tr("%1 blocked"));
    add(load.scheduled, LoadWordsText::tr("%1 scheduled"));
    add(load.retrying, LoadWordsText::tr("%1 retrying"));
    add(load.running, LoadWordsText::tr("%1 locked"));
    add(load.failed, LoadWordsText::tr("%1 failed for good"));
    return parts.isEmpty() ? LoadWordsText::tr("none seen") : parts.join(u", "_s);
}

QString countsWords(const JobCounts &counts)
{
    const QString age = formatAge(
        std::chrono::milliseconds(counts.countedAt.msecsTo(QDateTime::currentDateTimeUtc())));
    return counts.isSample() ? LoadWordsText::tr("jobs estimated from a sample %1").arg(age)
                             : LoadWordsText::tr("jobs counted %1").arg(age);
}

} // namespace yardmaster
