#include "ui/pages/jobs/jobtargets.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/pages/jobs/jobstable.h"

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

namespace {

struct JobTargetsText
{
    Q_DECLARE_TR_FUNCTIONS(JobTargets)
};

QList<qint64> sorted(const QSet<qint64> &ids)
{
    QList<qint64> result(ids.begin(), ids.end());
    std::ranges::sort(result);
    return result;
}

/// The filter with the exceptions written into it.
Filter without(Filter filter, const QSet<qint64> &exceptions)
{
    if (exceptions.isEmpty())
        return filter;
    FilterTerm term{true, FilterKey::Id, {}, FilterOperator::Is, {}, {}};
    for (const qint64 id : sorted(exceptions))
        term.values << FilterValue::exactly(QString::number(id));
    filter.terms << term;
    return filter;
}

} // namespace

JobTarget targetOfList(const Filter &filter, const Count &count, const FilterContext &context)
{
    JobTarget target;
    target.scope.filter = filter.text();
    target.scope.forbiddenFlags = context.forbiddenFlags;
    target.count = count;
    target.description = target.scope.filter.isEmpty()
        ? JobTargetsText::tr("all jobs")
        : JobTargetsText::tr("jobs that match %1").arg(isolated(target.scope.filter));
    return target;
}

std::optional<JobTarget> targetOf(const JobsTable &table, const FilterContext &context)
{
    const JobSelection &chosen = table.chosen();
    const JobsModel &model = *table.jobs();
    JobTarget target;
    if (table.actsOnChosen() && chosen.isAllMatching()) {
        target = targetOfList(
            without(*chosen.filter(), chosen.ids()),
            chosen.count(*chosen.filter() == model.query().filter ? model.total() : Count{}),
            context);
        target.scope.zone = context.zone.id();
        return target;
    }
    if (table.actsOnChosen())
        target.scope.ids = sorted(chosen.ids());
    else if (const auto job = table.current(); job && !job->isGone)
        target.scope.ids = {job->id};
    else
        return std::nullopt;
    target.count = {target.scope.ids.size()};
    if (target.singleId() == 0) {
        target.description
            = JobTargetsText::tr("%1 selected jobs", nullptr, pluralOf(target.scope.ids.size()))
                  .arg(formatNumber(target.scope.ids.size()));
        return target;
    }
    if (const int row = model.rowOf(target.singleId()); row >= 0) {
        target.job = model.jobs().at(row);
        target.description
            = JobTargetsText::tr("job %1, %2").arg(target.job->id).arg(isolated(target.job->task));
    } else {
        target.description = JobTargetsText::tr("job %1").arg(target.singleId());
    }
    return target;
}

} // namespace yardmaster
