#include "models/jobs/jobsmodel.h"

#include "models/session/delivery.h"
#include "models/session/poller.h"
#include "models/session/reachability.h"
#include "models/values/showntext.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A search returns what it has found after so many rows, and continues; the first time early, with
/// what fills a screen.
constexpr qint64 kFirstSlice = 3000;
constexpr qint64 kSlice = 250000;
constexpr qint64 kCountCapped = 10000;
/// Counting again takes less than this part of the time.
constexpr int kCountShare = 20;
/// Where no row that is here tells of a change: others may have changed.
constexpr std::chrono::milliseconds kCountUnchanged = 10s;
/// A search that finds less than this part of a page in a slice continues with a sweep.
constexpr int kSweepBelow = 10;

void cancel(ReadControlPtr *control)
{
    if (*control)
        (*control)->cancel();
    control->reset();
}

} // namespace

JobsModel::JobsModel(QObject *parent)
    : ColumnsModel(parent)
{
    setEntries();
}

JobsModel::~JobsModel()
{
    for (ReadControlPtr *control : {&m_load, &m_refresh, &m_count})
        yardmaster::cancel(control);
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
    m_reader = std::move(reader);
    m_counter = counter ? std::move(counter) : m_reader;
    setPhase(Phase::Nothing);
}

/// Forgets the rows, and whatever was asked about them.
void JobsModel::begin(const JobQuery &query)
{
    ++m_epoch;
    for (ReadControlPtr *control : {&m_load, &m_refresh, &m_count})
        yardmaster::cancel(control);
    beginResetModel();
    m_rows.clear();
    m_places.clear();
    if (!(m_query.filter == query.filter)) {
        m_total = {};
        m_totalAt = {};
    }
    m_query = query;
    usePayloadColumns();
    m_wantsPayload = false;
    m_fresh = {};
    m_anchorId = 0;
    m_highestId = -1;
    m_isAtTop = true;
    m_isAtEnd = m_wantsAbove = false;
    m_stopped.reset();
    endResetModel();
}

/// What has a higher id is new.
void JobsModel::askHighestId()
{
    await(m_reader->highestId(std::make_shared<ReadControl>()), [this](const Result<qint64> &id) {
        m_highestId = std::max(m_highestId, id.value_or(-1));
    });
}

void JobsModel::show(const JobQuery &query)
{
    begin(query);
    if (!m_reader)
        return;
    askHighestId();
    JobPageRequest request;
    request.query = m_query;
    load(request);
}

void JobsModel::showEnd()
{
    begin(m_query);
    if (!m_reader)
        return;
    askHighestId();
    m_isAtTop = false;
    m_isAtEnd = true;
    JobPageRequest request;
    request.query = m_query;
    request.direction = PageDirection::Backward;
    load(request);
}

void JobsModel::jump(const JobPosition &place)
{
    begin(m_query);
    if (!m_reader)
        return;
    askHighestId();
    m_isAtTop = false;
    m_wantsAbove = true;
    JobPageRequest request;
    request.query = m_query;
    request.after = place;
    request.isInclusive = true;
    load(request);
}

bool JobsModel::canLoadMore(PageDirection direction) const
{
    if (!m_reader || m_load || m_rows.isEmpty()
        || (m_phase != Phase::Ready && m_phase != Phase::Failed))
        return false;
    return direction == PageDirection::Forward ? !m_isAtEnd : !m_isAtTop;
}

void JobsModel::loadMore(PageDirection direction)
{
    if (!canLoadMore(direction))
        return;
    JobPageRequest request;
    request.query = m_query;
    request.direction = direction;
    request.after = direction == PageDirection::Forward ? m_places.last() : m_places.first();
    load(request);
}

void JobsModel::continueSearch()
{
    if (m_phase == Phase::Stopped && m_stopped)
        load(*std::exchange(m_stopped, std::nullopt));
}

void JobsModel::retry()
{
    if (m_phase == Phase::Failed && m_stopped)
        load(*std::exchange(m_stopped, std::nullopt));
    else
        refresh();
}

void JobsModel::lose(const DbError &error)
{
    if (m_phase == Phase::Nothing || m_load) // a load fails by itself
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
    if (!m_load)
        return;
    ++m_loadNumber; // its answer is not waited for
    yardmaster::cancel(&m_load);
    m_wantsAbove = false;
    setPhase(m_stopped ? Phase::Stopped : Phase::Ready);
}

/// Begins a new search; onPage() goes on with it.
void JobsModel::load(const JobPageRequest &request)
{
    m_looked = 0;
    m_foundHere = 0;
    setPhase(Phase::Loading);
    JobPageRequest first = request;
    first.limit = m_pageRows;
    first.rowBudget = std::min(kFirstSlice, m_searchBudget);
    m_stopped = first; // should it be cancelled

    m_loadClock.start();
    m_load = std::make_shared<ReadControl>();
    const quint64 number = ++m_loadNumber;
    connect(m_load.get(), &ReadControl::progressed, this,
            [this, number](qint64 looked, qint64 total) {
                if (number == m_loadNumber)
                    Q_EMIT progressed(
                        total > 0 ? std::min(m_looked + looked, total) : m_looked + looked, total);
            });
    await(m_reader->page(first, m_load), [this, number, first](const Result<JobPage> &answer) {
        if (number == m_loadNumber)
            onPage(first, answer);
    });
}

void JobsModel::onPage(const JobPageRequest &request, const Result<JobPage> &answer)
{
    if (!answer) {
        m_load.reset();
        m_error = m_reader->server()->explained(answer.error());
        m_hasRefreshFailed = false;
        setPhase(Phase::Failed);
        return;
    }
    const bool isForward = request.direction == PageDirection::Forward;
    QList<JobRow> rows = answer->rows;
    for (JobRow &row : rows)
        fitPayload(&row, request.query.payloadPaths);
    if (isForward)
        append(std::move(rows));
    else
        prepend(std::move(rows));
    (isForward ? m_isAtEnd : m_isAtTop) = answer->isEnd;
    m_readAt = QDateTime::currentDateTimeUtc();
    m_pageTime = std::chrono::milliseconds(m_loadClock.elapsed());
    m_looked += answer->rowsLooked;
    m_foundHere += int(answer->rows.size());
    if (isForward && !request.after && m_query.order == JobOrder::NewestFirst && !m_rows.isEmpty())
        m_highestId = std::max(m_highestId, m_rows.first().id);
    if (m_anchorId == 0 && request.isInclusive && !answer->rows.isEmpty())
        m_anchorId = answer->rows.first().id;

    if (answer->stoppedAt) {
        JobPageRequest next = request;
        next.after = answer->stoppedAt;
        next.isInclusive = false;
        next.limit = m_pageRows - m_foundHere;
        next.rowBudget = std::min(kSlice, m_searchBudget);
        // At this rate, more than ten slices would be looked at for the page.
        next.isSweep = answer->canSweep && m_looked >= next.rowBudget
            && qint64(m_foundHere) * kSweepBelow * next.rowBudget < m_pageRows * m_looked;
        m_stopped = next;
        if (m_looked >= m_searchBudget && !next.isSweep) {
            m_load.reset();
            setPhase(Phase::Stopped);
            return;
        }
        await(m_reader->page(next, m_load),
              [this, number = m_loadNumber, next](const Result<JobPage> &further) {
                  if (number == m_loadNumber)
                      onPage(next, further);
              });
        return;
    }
    m_load.reset();
    m_stopped.reset();
    if (std::exchange(m_wantsAbove, false)) {
        JobPageRequest above;
        above.query = m_query;
        above.direction = PageDirection::Backward;
        above.after = request.isInclusive || m_rows.isEmpty() ? request.after
                                                              : std::optional(m_places.first());
        load(above);
        return;
    }
    setPhase(Phase::Ready);
}

/// A job that was put off turns up again further down; it keeps the place where it was first seen.
void JobsModel::dropKnown(QList<JobRow> *rows) const
{
    QSet<qint64> known;
    for (const JobRow &row : m_rows)
        known << row.id;
    rows->removeIf([&known](const JobRow &row) { return known.contains(row.id); });
}

void JobsModel::append(QList<JobRow> rows)
{
    dropKnown(&rows);
    if (rows.isEmpty())
        return;
    const int first = int(m_rows.size());
    beginInsertRows({}, first, first + int(rows.size()) - 1);
    m_rows << rows;
    for (const JobRow &row : rows)
        m_places << positionOf(row);
    endInsertRows();
    const int surplus = int(m_rows.size()) - kWindowPages * m_pageRows;
    if (surplus > 0) {
        beginRemoveRows({}, 0, surplus - 1);
        m_rows.remove(0, surplus);
        m_places.remove(0, surplus);
        endRemoveRows();
        m_isAtTop = false;
    }
}

void JobsModel::prepend(QList<JobRow> rows)
{
    dropKnown(&rows);
    if (rows.isEmpty())
        return;
    QList<JobPosition> places;
    for (const JobRow &row : rows)
        places << positionOf(row);
    beginInsertRows({}, 0, int(rows.size()) - 1);
    m_rows = rows + m_rows;
    m_places = places + m_places;
    endInsertRows();
    const int kept = kWindowPages * m_pageRows;
    if (m_rows.size() > kept) {
        beginRemoveRows({}, kept, int(m_rows.size()) - 1);
        m_rows.resize(kept);
        m_places.resize(kept);
        endRemoveRows();
        m_isAtEnd = false;
    }
}

void JobsModel::refresh()
{
    if (!m_reader || m_load || m_refresh || m_phase == Phase::Nothing)
        return;
    QList<qint64> ids;
    for (const JobRow &row : m_rows) {
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
        if (!m_load)
            setPhase(Phase::Failed);
        return;
    }
    if (m_phase == Phase::Failed && !m_load && mayPass())
        setPhase(m_stopped ? Phase::Stopped : Phase::Ready);
    // Rows that came or went since the question are not in the answer, or not here: both are fine.
    int firstChanged = -1;
    const auto report = [this, &firstChanged](int end) {
        if (firstChanged >= 0)
            Q_EMIT dataChanged(index(firstChanged, 0), index(end - 1, columnCount() - 1));
        firstChanged = -1;
    };
    bool haveLeft = false;
    for (int row = 0; row < m_rows.size(); ++row) {
        JobRow &job = m_rows[row];
        const auto now = answer->rows.constFind(job.id);
        JobRow updated = now == answer->rows.cend() ? job : *now;
        if (now != answer->rows.cend())
            fitPayload(&updated, paths);
        updated.isGone = now == answer->rows.cend();
        updated.isFiltered = answer->unlisted.contains(job.id);
        haveLeft = haveLeft || updated.isGone != job.isGone || updated.isFiltered != job.isFiltered;
        if (updated == job) {
            report(row);
            continue;
        }
        job = updated;
        if (firstChanged < 0)
            firstChanged = row;
    }
    report(int(m_rows.size()));
    m_readAt = QDateTime::currentDateTimeUtc();
    const bool haveCome = m_highestId >= 0 && !(m_fresh == answer->fresh);
    if (haveCome) {
        m_fresh = answer->fresh;
        Q_EMIT freshChanged();
    }
    Q_EMIT refreshed();
    countAgain(haveLeft || haveCome);
}

/// A number that was exact would not be so any more.
void JobsModel::countAgain(bool hasChanged)
{
    if (!m_total.isExact() || *m_total.value > kCountCapped || isCounting())
        return;
    const std::chrono::milliseconds age(m_countClock.elapsed());
    if (age >= std::max(kCountShare * m_countTook, hasChanged ? 0ms : kCountUnchanged))
        countAll(false);
}

int JobsModel::listedHere() const
{
    return int(std::ranges::count_if(
        m_rows, [](const JobRow &row) { return !row.isGone && !row.isFiltered; }));
}

void JobsModel::dropLeft()
{
    const auto hasLeft
        = [this](qsizetype row) { return m_rows.at(row).isGone || m_rows.at(row).isFiltered; };
    for (qsizetype end = m_rows.size(); end > 0; --end) {
        if (!hasLeft(end - 1))
            continue;
        qsizetype first = end - 1;
        while (first > 0 && hasLeft(first - 1))
            --first;
        beginRemoveRows({}, int(first), int(end) - 1);
        m_rows.remove(first, end - first);
        m_places.remove(first, end - first);
        endRemoveRows();
        end = first + 1;
    }
}

void JobsModel::countAll(bool isExact)
{
    if (!m_reader)
        return;
    yardmaster::cancel(&m_count);
    m_count = std::make_shared<ReadControl>();
    const std::optional<qint64> cap = isExact ? std::nullopt : std::optional(kCountCapped);
    const QDateTime asked = QDateTime::currentDateTimeUtc();
    m_countClock.start();
    await(m_counter->count(m_query, cap, m_count),
          [this, asked, control = m_count](const Result<Count> &count) {
              if (control != m_count)
                  return;
              m_count.reset();
              m_countTook = std::chrono::milliseconds(m_countClock.elapsed());
              if (count) {
                  m_total = *count;
                  m_totalAt = asked;
              }
              Q_EMIT totalChanged();
          });
}

int JobsModel::rowOf(qint64 id) const
{
    const auto it = std::ranges::find(m_rows, id, &JobRow::id);
    return it == m_rows.end() ? -1 : int(it - m_rows.begin());
}

int JobsModel::nextRow(JobColumn column, const QString &beginning, int from) const
{
    const int count = int(m_rows.size());
    for (int step = 1; step <= count; ++step) {
        const int row = (std::max(from, -1) + step) % count;
        if (entry(column).text(m_rows.at(row)).startsWith(beginning, Qt::CaseInsensitive))
            return row;
    }
    return -1;
}

int JobsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant JobsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const JobRow &job = m_rows.at(index.row());
    switch (role) {
    case Qt::ToolTipRole: {
        const QString tip = ColumnsModel::data(index, role).toString();
        return tip.isEmpty() ? QVariant() : tip; // else see JobDelegate::helpEvent()
    }
    case Qt::AccessibleDescriptionRole:
        return shownText(m_isChosen && m_isChosen(index.row())
                             ? tr("%1, selected").arg(description(job))
                             : description(job));
    case IdRole:
        return job.id;
    case GoneRole:
        return job.isGone;
    case FilteredRole:
        return job.isFiltered;
    default:
        return ColumnsModel::data(index, role);
    }
}

QVariant JobsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::ToolTipRole || orientation != Qt::Horizontal || section < 0
        || section >= columnCount())
        return ColumnsModel::headerData(section, orientation, role);
    const QString sentence = jobOrderingSentence(columns().at(section).ordering);
    return isPayloadColumn(JobColumn(section))
        ? shownText(columns().at(section).title) + u'\n' + sentence
        : sentence;
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
