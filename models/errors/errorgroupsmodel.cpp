#include "models/errors/errorgroupsmodel.h"

#include "models/session/delivery.h"
#include "models/session/poller.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Failures asked for at a time, and rows looked at before an answer comes home.
constexpr int kBatch = 1000;
constexpr qint64 kSlice = 250000;
/// Of the same failure, one time is estimated.
constexpr std::chrono::minutes kCloseTogether{5};

void stop(ReadControlPtr *control)
{
    if (*control)
        (*control)->cancel();
    control->reset();
}

QString age(Timestamp time)
{
    return formatAge(std::max(
        std::chrono::milliseconds(0),
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now() - time)));
}

QString signatureText(const ErrorGroup &group)
{
    const QString &text = group.signature.text;
    return text.isEmpty() ? ErrorGroupsModel::tr("No error text") : text;
}

/// Where a time comes from, or why there is none.
QString timeToolTip(const ErrorGroup &group, const std::optional<Timestamp> &time)
{
    QStringList lines;
    if (time)
        lines << formatInstant(dateTime(*time))
              << ErrorGroupsModel::tr(
                     "The time of a failure is not stored. It is derived from when the next "
                     "attempt is due, using the standard retry delay.");
    if (group.untimed > 0)
        lines << ErrorGroupsModel::tr("Not known for %1 of %2 jobs, which have been changed since "
                                      "they were added, or have another retry delay.")
                     .arg(formatNumber(group.untimed), formatNumber(group.count()));
    return lines.join(u'\n');
}

/// A column of times. @param of  which time of a group.   @param bound  before an age that others
/// of the group may exceed.
TableColumn<ErrorGroup> timeColumn(QLatin1StringView id, const QString &title,
                                   std::optional<Timestamp> ErrorGroup::*of, const QString &bound)
{
    const auto text = [of, bound](const ErrorGroup &group) {
        const auto &time = group.*of;
        return !time ? QString() : group.untimed > 0 ? bound + age(*time) : age(*time);
    };
    const auto raw = [of](const ErrorGroup &group) {
        return group.*of ? qint64((group.*of)->time_since_epoch().count()) : 0;
    };
    return {.id = id,
            .title = title,
            .text = text,
            .isFigure = true,
            .widest = u"≥ 59 min ago"_s,
            .raw = raw,
            .toolTip = [of](const ErrorGroup &group) { return timeToolTip(group, group.*of); },
            .isQuiet = kAlways,
            .isVolatile = true};
}

} // namespace

ErrorGroupsModel::ErrorGroupsModel(QObject *parent)
    : RowsModel(parent)
{
    setColumns({
        {.id = "count"_L1,
         .title = tr("Jobs"),
         .text = [](const ErrorGroup &group) { return formatNumber(group.count()); },
         .isFigure = true,
         .widest = u"10,000,000"_s,
         .raw = [](const ErrorGroup &group) { return group.count(); },
         .spoken =
             [](const ErrorGroup &group) {
                 return tr("%1 failures: %2")
                     .arg(formatNumber(group.count()), signatureText(group));
             },
         .bar = [this](const ErrorGroup &group) { return shareOf(group); }},
        {.id = "error"_L1, .title = tr("Error"), .text = signatureText},
        {.id = "task"_L1,
         .title = tr("Task"),
         .text = [](const ErrorGroup &group) { return group.task; },
         .widest = u"send_newsletter_batch"_s,
         .elide = Qt::ElideMiddle},
        {.id = "new"_L1,
         .title = tr("New since"),
         .text =
             [this](const ErrorGroup &group) {
                 const auto since = newSince(group);
                 return since ? TimeDisplay::instance().shown(dateTime(*since)).toString(u"HH:mm"_s)
                              : QString();
             },
         .isFigure = true,
         .widest = tr("New since"),
         .raw =
             [this](const ErrorGroup &group) {
                 const auto since = newSince(group);
                 return since ? qint64(since->time_since_epoch().count()) : 0;
             },
         .toolTip =
             [this](const ErrorGroup &group) {
                 const auto since = newSince(group);
                 return since ? tr("The history first recorded it at %1.")
                                    .arg(formatInstant(dateTime(*since)))
                              : tr("Shown for errors that first occurred in the last 24 hours, if "
                                   "the history is recorded.");
             }},
        timeColumn("first-seen"_L1, tr("First seen"), &ErrorGroup::firstSeen, u"≥ "_s),
        timeColumn("last-seen"_L1, tr("Last seen"), &ErrorGroup::lastSeen, u"≤ "_s),
    });
}

ErrorGroupsModel::~ErrorGroupsModel()
{
    stop(&m_load);
    stop(&m_check);
}

template <typename T, typename Handler>
void ErrorGroupsModel::await(const QFuture<T> &future, Handler handler)
{
    deliver(future, this, [this, epoch = m_epoch, handler](const T &answer) {
        if (epoch == m_epoch)
            handler(answer);
    });
}

void ErrorGroupsModel::setLimits(int window, qint64 rowBudget)
{
    m_window = window;
    m_rowBudget = rowBudget;
}

void ErrorGroupsModel::setReader(std::shared_ptr<ErrorReader> reader)
{
    stopReading();
    stop(&m_check);
    m_reader = std::move(reader);
    reset({});
    m_new.clear();
    m_shown = {};
    m_isCancelled = m_isCatchingUp = false;
    m_readAt = {};
    setPhase(Phase::Nothing);
}

void ErrorGroupsModel::read(FailureScope scope)
{
    if (!m_reader)
        return;
    stopReading();
    stop(&m_check);
    m_isCatchingUp = m_phase == Phase::Failed;
    m_scope = scope;
    m_shown = {};
    m_isCancelled = false;
    m_wanted = m_window;
    m_budgetEnd = m_rowBudget;
    m_cost = {};
    begin();
}

void ErrorGroupsModel::refresh()
{
    if (m_phase != Phase::Ready || m_isCancelled || m_next
        || std::chrono::milliseconds(m_sinceEnd.elapsed()) < PollerBase::kRest * m_cost)
        return;
    m_next.emplace();
    m_cost = {};
    begin();
}

void ErrorGroupsModel::lookFurther()
{
    if (!m_reader || m_phase == Phase::Loading || m_phase == Phase::Nothing || isComplete())
        return;
    stopReading();
    m_isCancelled = false;
    m_wanted = failures() + m_window;
    m_budgetEnd = rowsLooked() + m_rowBudget;
    begin();
}

void ErrorGroupsModel::cancel()
{
    if (m_phase != Phase::Loading)
        return;
    stopReading();
    m_isCancelled = true;
    setPhase(Phase::Ready);
}

void ErrorGroupsModel::lose(const DbError &error)
{
    if (m_phase == Phase::Nothing)
        return;
    stopReading();
    m_error = error;
    setPhase(Phase::Failed);
}

Freshness ErrorGroupsModel::freshness() const
{
    return {m_readAt, m_phase == Phase::Failed ? std::optional(m_error) : std::nullopt,
            m_isCatchingUp && m_phase == Phase::Loading};
}

void ErrorGroupsModel::check(int row)
{
    if (!m_reader || row < 0 || row >= rowCount())
        return;
    stop(&m_check);
    m_check = std::make_shared<ReadControl>();
    QElapsedTimer sinceBegin;
    sinceBegin.start();
    await(
        m_reader->check(at(row), m_scope, m_check),
        [this, sinceBegin, control = m_check, key = at(row).key](const Result<GroupCheck> &answer) {
            if (control != m_check)
                return;
            m_cost += std::chrono::milliseconds(sinceBegin.elapsed());
            Q_EMIT checked(key, answer ? answer->extra : -1);
        });
}

void ErrorGroupsModel::stopReading()
{
    ++m_epoch;
    stop(&m_load);
    m_next.reset();
}

void ErrorGroupsModel::begin()
{
    m_sinceBegin.start();
    readBatch();
}

void ErrorGroupsModel::readBatch()
{
    const Found &found = m_next ? *m_next : m_shown;
    m_load = std::make_shared<ReadControl>();
    const int limit = int(std::min<qint64>(kBatch, m_wanted - found.failures));
    const qint64 budget = std::min(kSlice, m_budgetEnd - found.rowsLooked);
    await(m_reader->read(m_scope, found.next, limit, budget, m_load),
          [this](const Result<ErrorBatch> &answer) { onBatch(answer); });
    if (!m_next)
        setPhase(Phase::Loading);
}

void ErrorGroupsModel::onBatch(const Result<ErrorBatch> &answer)
{
    m_load.reset();
    if (!answer) {
        m_next.reset();
        m_error = answer.error();
        setPhase(Phase::Failed);
        return;
    }
    Found &found = m_next ? *m_next : m_shown;
    found.add(*answer);
    const bool isEnd
        = found.isComplete || found.failures >= m_wanted || found.rowsLooked >= m_budgetEnd;
    if (m_next && !isEnd)
        return readBatch();
    if (m_next)
        m_shown = *std::exchange(m_next, std::nullopt);
    m_readAt = QDateTime::currentDateTimeUtc();
    m_isCatchingUp = false;
    Q_EMIT aboutToAdd();
    merge(m_shown.groups);
    Q_EMIT batchRead();
    if (!isEnd)
        return readBatch();
    m_cost += std::chrono::milliseconds(m_sinceBegin.elapsed());
    m_sinceEnd.start();
    setPhase(Phase::Ready);
    askForNews();
}

/// In the background; without an answer, what was known stays.
void ErrorGroupsModel::askForNews()
{
    await(m_reader->newErrors(), [this](const Result<NewErrors> &answer) {
        if (!answer || m_new == *answer)
            return;
        m_new = *answer;
        tellAll();
    });
}

std::optional<Timestamp> ErrorGroupsModel::newSince(const ErrorGroup &group) const
{
    const auto since = m_new.constFind(group.key);
    // A job that failed before recording began is older than what was recorded.
    if (since == m_new.cend() || (group.firstSeen && *group.firstSeen < *since - kCloseTogether))
        return std::nullopt;
    return *since;
}

void ErrorGroupsModel::Found::add(const ErrorBatch &batch)
{
    failures += batch.failures;
    rowsLooked += batch.rowsLooked;
    next = batch.next;
    isComplete = !next;
    QHash<QString, qsizetype> places;
    for (qsizetype i = 0; i < groups.size(); ++i)
        places.insert(groupKey(groups.at(i)), i);
    for (const ErrorGroup &group : batch.groups) {
        const auto known = places.constFind(groupKey(group));
        if (known != places.cend())
            groups[*known].add(group);
        else
            groups << group;
    }
    std::ranges::stable_sort(groups, [](const ErrorGroup &a, const ErrorGroup &b) {
        return a.count() != b.count() ? a.count() > b.count() : groupKey(a) < groupKey(b);
    });
}

double ErrorGroupsModel::shareOf(const ErrorGroup &group) const
{
    return double(group.count()) / double(rows().first().count());
}

QString ErrorGroupsModel::filterOf(int row) const
{
    return groupFilter(at(row), m_scope);
}

void ErrorGroupsModel::setPhase(Phase phase)
{
    m_phase = phase;
    Q_EMIT phaseChanged();
}

} // namespace yardmaster
