#include "models/related/relatedjobs.h"

#include "models/query/filteredit.h"
#include "models/session/delivery.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Of an error's first line; the rest tends to hold what differs from job to job.
constexpr int kErrorBeginning = 120;

QString beginningOf(const QString &error)
{
    return error.section(u'\n', 0, 0).left(kErrorBeginning).trimmed();
}

} // namespace

QList<RelatedGroup> relatedGroups(const JobRecord &job)
{
    using Kind = RelatedGroup::Kind;
    QList<RelatedGroup> groups;
    const auto add = [&groups](Kind kind, const QString &title, const FilterTerm &term) {
        RelatedGroup group;
        group.kind = kind;
        group.title = title;
        group.filter.terms = {term};
        groups << group;
    };
    const auto named = [&](Kind kind, const QString &title, FilterKey key, const QString &name) {
        if (const auto term = termForValue(key, name); term && !name.isEmpty())
            add(kind, title.arg(name), *term);
    };
    named(Kind::SameKey, RelatedJobs::tr("Same key: %1"), FilterKey::Key, job.key);
    named(Kind::SameQueue, RelatedJobs::tr("Same queue: %1"), FilterKey::Queue, job.queueName);
    named(Kind::SameTask, RelatedJobs::tr("Same task: %1"), FilterKey::Task, job.identifier);
    if (const QString error = beginningOf(job.lastError); !error.isEmpty()) {
        add(Kind::SameError, RelatedJobs::tr("Same error: %1").arg(error),
            {false, FilterKey::Error, {}, FilterOperator::Is, {FilterValue::exactly(error)}, {}});
    }
    return groups;
}

RelatedJobs::RelatedJobs(std::shared_ptr<JobsReader> reader, QObject *parent)
    : QObject(parent)
    , m_reader(std::move(reader))
{ }

RelatedJobs::~RelatedJobs()
{
    if (m_control)
        m_control->cancel();
}

void RelatedJobs::clear()
{
    ++m_epoch;
    if (m_control)
        m_control->cancel();
    m_control.reset();
    m_groups.clear();
    m_jobId = 0;
    Q_EMIT changed();
}

void RelatedJobs::show(const JobRecord &job)
{
    clear();
    m_jobId = job.id;
    m_groups = relatedGroups(job);
    readNext(0);
    Q_EMIT changed();
}

void RelatedJobs::readNext(qsizetype index)
{
    if (index >= m_groups.size()) {
        m_control.reset();
        return;
    }
    m_control = std::make_shared<ReadControl>();
    JobPageRequest request;
    request.query = {m_groups.at(index).filter, JobOrder::NewestFirst, {}};
    request.limit = kRelatedJobs + 1; // the job itself is among them
    request.rowBudget = kRelatedBudget;
    deliver(m_reader->page(request, m_control), this,
            [this, index, epoch = m_epoch](const Result<JobPage> &answer) {
                if (epoch == m_epoch)
                    onPage(index, answer);
            });
}

void RelatedJobs::onPage(qsizetype index, const Result<JobPage> &page)
{
    RelatedGroup &group = m_groups[index];
    group.isRead = true;
    if (page) {
        group.jobs = page->rows;
        group.jobs.removeIf([this](const JobRow &row) { return row.id == m_jobId; });
        group.hasMore = !page->isEnd || group.jobs.size() > kRelatedJobs;
        if (group.jobs.size() > kRelatedJobs)
            group.jobs.resize(kRelatedJobs);
        group.looked = page->stoppedAt ? page->rowsLooked : 0;
    } else {
        group.error = page.error();
    }
    readNext(index + 1);
    Q_EMIT changed();
}

} // namespace yardmaster
