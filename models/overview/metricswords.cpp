#include "models/overview/metricswords.h"

#include "models/query/filteredit.h"
#include "models/values/format.h"
#include "models/values/language.h"

#include <QCoreApplication>

#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct QueueMetricsText
{
    Q_DECLARE_TR_FUNCTIONS(QueueMetrics)
};

QString marked(const QString &text, bool isLowerBound)
{
    return isLowerBound ? text + u'+' : text;
}

} // namespace

QString formatRate(const std::optional<double> &rate, Count::Precision precision)
{
    if (!rate)
        return u"–"_s;
    const bool isSmall = *rate > 0 && *rate < 9.95;
    const QString text = marked(isSmall ? Language::locale().toString(*rate, 'f', 1)
                                        : formatNumber(std::llround(*rate)),
                                precision == Count::AtLeast);
    return precision == Count::Estimate && *rate > 0 ? u'~' + text : text;
}

QString formatWait(const std::optional<std::chrono::milliseconds> &wait, bool isLowerBound)
{
    if (!wait)
        return u"–"_s;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(std::max(*wait, 0ms));
    return marked(formatWholeDuration(seconds), isLowerBound);
}

QString formatShare(const std::optional<double> &share)
{
    return share
        ? QueueMetricsText::tr("%1 %").arg(Language::locale().toString(*share * 100, 'f', 1))
        : u"–"_s;
}

Outlook outlookOf(const QueueMetrics &metrics)
{
    Outlook outlook;
    if (!metrics.ready.value || !metrics.arrivals || !metrics.completions)
        return outlook;
    outlook.growth = *metrics.arrivals - *metrics.completions;
    outlook.isEstimate = metrics.ready.precision == Count::Estimate;
    if (metrics.ready == Count{0}) {
        outlook.kind = Outlook::Kind::Empty;
    } else if (outlook.growth > -0.5) {
        outlook.kind = outlook.growth < 0.5 ? Outlook::Kind::Steady : Outlook::Kind::Growing;
    } else {
        outlook.kind = Outlook::Kind::Shrinking;
        // A lower bound of the backlog says nothing about its end.
        const double minutes = double(*metrics.ready.value) / -outlook.growth;
        if (metrics.ready.isWhole())
            outlook.clearsIn = std::chrono::milliseconds(std::llround(minutes * 60000));
    }
    return outlook;
}

QString oldestFilter(const QueueMetrics &metrics)
{
    // Those that wait nearly as long too; of a short wait all, they would be gone again.
    const auto wait = metrics.oldestReady.value_or(0ms);
    if (wait < 1min)
        return u"state:ready"_s;
    return u"state:ready run<now-%1s"_s.arg(wait * 9 / 10 / 1s);
}

QString queueFilter(const QueueAge &queue)
{
    const auto term = termForValue(FilterKey::Queue, queue.queue);
    return (queue.isHeld ? u"state:blocked "_s : u"state:ready "_s)
        + (term ? term->text() : QString());
}

QString taskFilter(const TaskFailures &task)
{
    const auto term = termForValue(FilterKey::Task, task.task);
    return u"state:failed,retrying "_s + (term ? term->text() : QString());
}

} // namespace yardmaster
