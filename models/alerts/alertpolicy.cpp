#include "models/alerts/alertpolicy.h"

#include "models/alerts/alertcommand.h"
#include "models/alerts/alertstext.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

bool isQuiet(const QuietHours &hours, const QDateTime &local)
{
    if (!hours.isOn || hours.from == hours.to)
        return false;
    const QTime time = local.time();
    const auto begins
        = [&hours](const QDate &day) { return (hours.days & (1 << (day.dayOfWeek() - 1))) != 0; };
    if (hours.from < hours.to)
        return time >= hours.from && time < hours.to && begins(local.date());
    return (time >= hours.from && begins(local.date()))
        || (time < hours.to && begins(local.date().addDays(-1)));
}

QList<AlertProblem> problemsOf(const AlertPolicy &policy)
{
    using Field = AlertProblem::Field;
    QList<AlertProblem> problems;
    if (policy.remind < 0min || policy.remind > kLongestRemind)
        problems << AlertProblem{Field::Remind, AlertsText::tr("Enter a time from 1 min to 7 d.")};
    if (policy.quiet.isOn) {
        if (!policy.quiet.from.isValid() || !policy.quiet.to.isValid()
            || policy.quiet.from == policy.quiet.to)
            problems << AlertProblem{Field::QuietHours,
                                     AlertsText::tr("The two times must differ.")};
        if ((policy.quiet.days & 0x7f) == 0)
            problems << AlertProblem{Field::Days, AlertsText::tr("Choose at least one day.")};
    }
    if (policy.usesCommand)
        problems << problemsOf(policy.command);
    return problems;
}

} // namespace yardmaster
