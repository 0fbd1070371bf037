#include "models/operations/operationtitle.h"

#include "models/query/operationtext.h"
#include "models/values/format.h"
#include "models/values/showntext.h"

#include <QStringList>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString jobsText(qint64 jobs)
{
    return OperationText::tr("%1 jobs", nullptr, pluralOf(jobs)).arg(formatNumber(jobs));
}

QString scopeText(const OperationScope &scope)
{
    if (!scope.isByFilter())
        return scope.ids.size() == 1 ? OperationText::tr("job %1").arg(scope.ids.first())
                                     : jobsText(scope.ids.size());
    return scope.filter.trimmed().isEmpty()
        ? OperationText::tr("all jobs")
        : OperationText::tr("jobs that match %1").arg(isolated(scope.filter));
}

QString titlePattern(OperationKind kind)
{
    switch (kind) {
    case OperationKind::Retry:
        return OperationText::tr("Retry %1");
    case OperationKind::Reschedule:
        return OperationText::tr("Reschedule %1");
    case OperationKind::Change:
        return OperationText::tr("Change %1");
    case OperationKind::Complete:
        return OperationText::tr("Complete %1");
    case OperationKind::FailForGood:
        return OperationText::tr("Fail %1 for good");
    case OperationKind::RemoveByKey:
        return OperationText::tr("Remove %1 by key");
    case OperationKind::Unlock:
        return OperationText::tr("Unlock %1");
    case OperationKind::EditPayload:
        return OperationText::tr("Edit payload of %1");
    case OperationKind::Undo:
        return OperationText::tr("Undo");
    }
    Q_UNREACHABLE();
}

} // namespace

QString operationTitle(const OperationSpec &spec)
{
    const QString pattern = titlePattern(spec.change.kind);
    return spec.change.kind == OperationKind::Undo ? pattern : pattern.arg(scopeText(spec.scope));
}

QString operationTitle(OperationKind kind, qint64 jobs)
{
    return kind == OperationKind::Undo ? OperationText::tr("Undo for %1").arg(jobsText(jobs))
                                       : titlePattern(kind).arg(jobsText(jobs));
}

QString totalsText(const OperationTotals &totals)
{
    QStringList parts{OperationText::tr("%1 changed").arg(formatNumber(totals.changed))};
    if (totals.skipped > 0)
        parts << OperationText::tr("%1 skipped").arg(formatNumber(totals.skipped));
    if (totals.vanished > 0)
        parts << OperationText::tr("%1 gone").arg(formatNumber(totals.vanished));
    if (totals.errors > 0)
        parts << OperationText::tr("%1 errors", nullptr, pluralOf(totals.errors))
                     .arg(formatNumber(totals.errors));
    return parts.join(u", "_s);
}

} // namespace yardmaster
