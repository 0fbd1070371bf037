#include "models/jobs/jobsmodel.h"

#include "models/session/delivery.h"
#include "models/session/poller.h"
#include "models/session/reachability.h"

#include <QTimer>

#include <algorithm>

namespace yardmaster {

JobsModel::JobsModel(QObject *parent)
    : JobRows(parent)
    , m_search(new JobSearch(this))
    , m_total(new JobTotal(this))
{
    connect(m_search, &JobSearch::found, this, &JobsModel::onFound);
    connect(m_search, &JobSearch::ended, this, &JobsModel::onSearchEnded);
    connect(m_search, &JobSearch::failed, this, [this](const DbError &error) {
        m_error = m_reader->server()->explained(error);
        m_hasRefreshFailed = false;
        setPhase(Phase::Failed);
    });
    connect(m_search, &JobSearch::progressed, this, &JobsModel::progressed);
    connect(m_total, &JobTotal::changed, this, &JobsModel::totalChanged);
}

JobsModel::~JobsModel()
{
    dropRefresh();
}

template <typename T, typename Handler>
void JobsModel::await(const QFuture<T> &future, Handler handler)
{
    deliver(future, this, [this, epoch = m_epoch, handler](const T &answer) {
        if (epoch == m_epoch)
            handler(answer);
    });
}

void JobsModel::setReader(std::shared_ptr<JobsReader> reader, std::shared_ptr<JobsReader> counter)
{
    begin({});
    m_total->setReader(counter ? std::move(counter) : reader);
    m_search->setReader(reader);
    m_reader = std::move(reader);
    setPhase(Phase::Nothing);
}

/// Forgets the rows, and whatever was asked about them.
void JobsModel::begin(const JobQuery &query, bool isAtTop, bool isAtEnd)
{
    ++m_epoch;
    m_search->forget();
    m_total->cancel();
    dropRefresh();
    if (!(m_query.filter == query.filter))
        m_total->forget();
    m_query = query;
    m_query.payloadPaths = payloadColumns().pathsRead();
    m_fresh = {};
    m_anchorId = 0;
    m_highestId = -1;
    m_wantsAbove = false;
    clear(isAtTop, isAtEnd);
}

void JobsModel::dropRefresh()
{
    if (const ReadControlPtr control = std::exchange(m_refresh, nullptr))
        control->cancel();
}

/// What has a higher id is new.
void JobsModel::askHighestId()
{
    await(m_reader->highestId(std::make_shared<ReadControl>()), [this](const Result<qint64> &id) {
        m_highestId = std::max(m_highestId, id.value_or(-1));
    });
}

/// The list anew, from where `request` says.
void JobsModel::showFrom(const JobQuery &query, JobPageRequest request)
{
    const bool isFromEnd = request.direction == PageDirection::Backward;
    begin(query, !isFromEnd && !request.after, isFromEnd);
    if (!m_reader)
        return;
    askHighestId();
    m_wantsAbove = request.after.has_value();
    request.query = m_query;
    load(request);
}

void JobsModel::show(const JobQuery &query)
{
    showFrom(query, {});
}

void JobsModel::showEnd()
{
    JobPageRequest request;
    request.direction = PageDirection::Backward;
    showFrom(m_query, request);
}

void JobsModel::jump(const JobPosition &place)
{
    JobPageRequest request;
    request.after = place;
    request.isInclusive = true;
    showFrom(m_query, request);
}

bool JobsModel::canLoadMore(PageDirection direction) const
{
    return m_reader && !m_search->isSearching() && !jobs().isEmpty()
        && (m_phase == Phase::Ready || m_phase == Phase::Failed)
        && !(direction == PageDirection::Forward ? isAtEnd() : isAtTop());
}

void JobsModel::loadMore(PageDirection direction)
{
    if (!canLoadMore(direction))
        return;
    JobPageRequest request;
    request.query = m_query;
    request.direction = direction;
    request.after = direction == PageDirection::Forward ? lastPlace() : firstPlace();
    load(request);
}

void JobsModel::load(const JobPageRequest &request)
{
    setPhase(Phase::Loading);
    m_search->start(request);
}

void JobsModel::resume()
{
    setPhase(Phase::Loading);
    m_search->resume();
}

void JobsModel::continueSearch()
{
    if (m_phase == Phase::Stopped && m_search->canResume())
        resume();
}

void JobsModel::retry()
{
    if (m_phase == Phase::Failed && m_search->canResume())
        resume();
    else
        refresh();
}

void JobsModel::lose(const DbError &error)
{
    if (m_phase == Phase::Nothing || m_search->isSearching()) // a load fails by itself
        return;
    m_hasRefreshFailed = m_phase != Phase::Failed || m_hasRefreshFailed;
    m_error = error;
    setPhase(Phase::Failed);
}

bool JobsModel::isOverdue() const
{
    return m_refresh && m_refreshClock.hasExpired(PollerBase::kOverdue.count());
}

bool JobsModel::mayPass() const
{
    return m_hasRefreshFailed
        || (m_error.kind != DbError::Kind::Cancelled
            && m_error.kind != DbError::Kind::InvalidInput);
}

void JobsModel::cancel()
{
    if (!m_search->isSearching())
        return;
    m_search->cancel();
    m_wantsAbove = false;
    setPhase(Phase::Stopped);
}

void JobsModel::onFound(const JobPageRequest &request, const JobPage &slice)
{
    insert(slice.rows, request.query.payloadPaths, request.direction, slice.isEnd,
           kWindowPages * m_search->pageRows());
    m_readAt = QDateTime::currentDateTimeUtc();
    m_pageTime = m_search->took();
    if (request.direction == PageDirection::Forward && !request.after
        && m_query.order == JobOrder::NewestFirst && !jobs().isEmpty())
        m_highestId = std::max(m_highestId, jobs().first().id);
    if (m_anchorId == 0 && request.isInclusive && !slice.rows.isEmpty())
        m_anchorId = slice.rows.first().id;
}

void JobsModel::onSearchEnded(const JobPageRequest &last)
{
    if (m_search->canResume()) {
        setPhase(Phase::Stopped);
    } else if (std::exchange(m_wantsAbove, false)) {
        JobPageRequest above;
        above.query = m_query;
        above.direction = PageDirection::Backward;
        above.after
            = last.isInclusive || jobs().isEmpty() ? last.after : std::optional(firstPlace());
        load(above);
    } else {
        setPhase(Phase::Ready);
    }
}

void JobsModel::refresh()
{
    if (!m_reader || m_search->isSearching() || m_refresh || m_phase == Phase::Nothing)
        return;
    QList<qint64> ids;
    for (const JobRow &row : jobs()) {
        if (!row.isGone)
            ids << row.id;
    }
    m_wantsPayload = false;
    m_refresh = std::make_shared<ReadControl>();
    m_refreshClock.start();
    await(m_reader->refresh(m_query, ids, m_highestId, m_refresh),
          [this, paths = m_query.payloadPaths](const Result<JobRefresh> &answer) {
              m_refresh.reset();
              onRefresh(answer, paths);
              askForPayload();
          });
}

void JobsModel::onRefresh(const Result<JobRefresh> &answer, const QList<QStringList> &paths)
{
    if (!answer) {
        m_error = m_reader->server()->explained(answer.error());
        m_hasRefreshFailed = m_phase != Phase::Failed || m_hasRefreshFailed;
        if (!m_search->isSearching())
            setPhase(Phase::Failed);
        return;
    }
    if (m_phase == Phase::Failed && !m_search->isSearching() && mayPass())
        setPhase(m_search->canResume() ? Phase::Stopped : Phase::Ready);
    const bool haveLeft = update(*answer, paths);
    m_readAt = QDateTime::currentDateTimeUtc();
    const bool haveCome = m_highestId >= 0 && !(m_fresh == answer->fresh);
    if (haveCome) {
        m_fresh = answer->fresh;
        Q_EMIT freshChanged();
    }
    Q_EMIT refreshed();
    m_total->refresh(m_query, haveLeft || haveCome);
}

/// Tells later reads what to read, and reads for the rows that are here what they lack.
void JobsModel::onPayloadColumns()
{
    const QList<QStringList> before
        = std::exchange(m_query.payloadPaths, payloadColumns().pathsRead());
    m_wantsPayload |= !jobs().isEmpty()
        && !std::ranges::all_of(m_query.payloadPaths, [&before](const QStringList &path) {
               return before.contains(path);
           });
    if (m_wantsPayload) // soon: several columns may come at once
        QTimer::singleShot(0, this, &JobsModel::askForPayload);
}

void JobsModel::askForPayload()
{
    if (m_wantsPayload)
        refresh();
}

bool JobsModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && canLoadMore(PageDirection::Forward);
}

void JobsModel::fetchMore(const QModelIndex &parent)
{
    if (!parent.isValid())
        loadMore(PageDirection::Forward);
}

void JobsModel::setPhase(Phase phase)
{
    if (std::exchange(m_phase, phase) != phase || phase == Phase::Failed)
        Q_EMIT phaseChanged();
    if (m_phase == Phase::Ready || m_phase == Phase::Stopped)
        askForPayload();
}

} // namespace yardmaster
