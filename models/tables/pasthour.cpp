#include "models/tables/pasthour.h"

#include "models/values/format.h"
#include "models/values/jobstate.h"
#include "models/values/language.h"

#include <QCoreApplication>

#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// From here on the share of failures is coloured.
constexpr double kMuchFailing = 0.5;

struct PastHourText
{
    Q_DECLARE_TR_FUNCTIONS(PastHour)
};

} // namespace

std::optional<double> PastHour::failureShare() const
{
    return runs() > 0 ? std::optional(double(failed) / double(runs())) : std::nullopt;
}

bool PastHourColumns::set(std::optional<PastHours> hours)
{
    const bool isNews = hours.has_value() != m_hours.has_value();
    m_hours = std::move(hours);
    return isNews;
}

QString PastHourColumns::title(const QByteArray &id)
{
    return id == "runs"        ? PastHourText::tr("Runs, 1 h")
        : id == "failed-share" ? PastHourText::tr("Failed, 1 h")
        : id == "held"         ? PastHourText::tr("Held, 95 %")
                               : PastHourText::tr("Past hour");
}

QString PastHourColumns::runsText(const PastHour &hour)
{
    return formatNumber(hour.runs());
}

QString PastHourColumns::failedText(const PastHour &hour)
{
    const auto share = hour.failureShare();
    return share ? Language::locale().toString(100 * *share, 'f', 1) + u" %"_s : u"–"_s;
}

QVariant PastHourColumns::failedState(const PastHour &hour)
{
    return hour.failureShare().value_or(0) >= kMuchFailing
        ? QVariant::fromValue(JobState::FailedForGood)
        : QVariant();
}

QString PastHourColumns::heldText(const PastHour &hour)
{
    return hour.heldAtMost ? formatDuration(*hour.heldAtMost) : u"–"_s;
}

qint64 PastHourColumns::heldMicros(const PastHour &hour)
{
    return hour.heldAtMost ? qint64(hour.heldAtMost->count()) : -1;
}

QString PastHourColumns::sentence(const PastHour &hour)
{
    if (hour.runs() == 0)
        return PastHourText::tr("The history contains no run that ended in the past hour.");
    QString text = PastHourText::tr("In the past hour %1 runs succeeded and %2 attempts failed.")
                       .arg(formatNumber(hour.succeeded), formatNumber(hour.failed));
    if (hour.held && hour.heldAtMost)
        text += u' '
            + PastHourText::tr("Half of them were held by a worker for at most %1, and 95 % for at "
                               "most %2, including the time they waited in its memory.")
                  .arg(formatDuration(*hour.held), formatDuration(*hour.heldAtMost));
    return text;
}

} // namespace yardmaster
