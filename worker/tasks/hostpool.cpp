#include "worker/tasks/hostpool.h"

#include "worker/tasks/hostadds.h"
#include "worker/tasks/hostqueries.h"

#include <functional>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype kMostBytes = 64 * 1024 * 1024; // of payloads in one host
constexpr int kMostSuspects = 10000;
constexpr std::chrono::milliseconds kPatience{1000}; // jobs that wait longer are returned
constexpr auto kLongestDelay = 30s;

TaskOutcome interruptedBecause(const QString &why)
{
    TaskOutcome outcome = TaskOutcome::interrupted();
    outcome.error = why;
    return outcome;
}

} // namespace

HostPool::HostPool(std::shared_ptr<const HostedFiles> files, QObject *scope)
    : QObject(scope)
    , m_files(std::move(files))
    , m_scope(scope)
    , m_link(std::make_shared<HostPoolLink>(this))
    , m_unexplained(m_files->times().backoff, kLongestDelay)
    , m_faultsOfJobs(m_files->times().backoff, m_files->times().backoff)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &HostPool::sendReady);
    m_pulse.setInterval(std::min(10000ms, m_files->times().silent / 4));
    connect(&m_pulse, &QTimer::timeout, this, [this] {
        for (const auto &host : m_hosts)
            host->check();
        if (m_runs.empty()) // not when the last one ends: short ones would put it off for ever
            m_pulse.stop();
    });
}

HostPool::~HostPool()
{
    m_files->forget(m_scope, this);
    m_link->close();
    // Before the runs: their ends are reported to a worker that does not listen any more.
    m_hosts.clear();
}

void HostPool::start(int file, std::shared_ptr<TaskRun> run)
{
    if (!m_facts) {
        m_facts = run->context().services.facts();
        m_services = run->context().services.weak_from_this();
        m_logger = m_facts->logger.scope({.label = m_files->program().name});
    }
    const quint64 number = ++m_lastRun;
    HostRun &added
        = m_runs.try_emplace(number, number, file, std::move(run), m_link.get(), &HostPool::onStop)
              .first->second;
    if (m_runs.size() == 1)
        m_unserved.start();
    if (delay() > kPatience && !m_serving.isAnyReady()) {
        end(number, postponed());
        return;
    }
    if (!m_pulse.isActive())
        m_pulse.start();
    if (const auto &columns = added.context().job.columns) {
        added.setColumns(columns);
        m_ready.push_back(number);
        planSend(); // after all jobs that start in this turn
        return;
    }
    m_unread.push_back(number);
    if (!m_isReading) {
        m_isReading = true;
        // After all jobs that start in this turn, for one query.
        QMetaObject::invokeMethod(this, &HostPool::readColumns, Qt::QueuedConnection);
    }
    if (needsHost())
        planSend(); // a host starts while the database is asked
}

void HostPool::readColumns()
{
    std::vector<quint64> numbers;
    std::vector<qint64> ids;
    const HostRun *first = nullptr;
    for (const quint64 number : std::exchange(m_unread, {})) {
        const HostRun *run = runOf(number);
        if (!run)
            continue; // stopped meanwhile
        first = first ? first : run;
        numbers.push_back(number);
        ids.push_back(run->jobId());
    }
    m_isReading = first != nullptr;
    if (!first)
        return;
    readHostedColumns(
        first->context(), ids,
        [link = m_link, numbers = std::move(numbers)](const Result<Columns> &columns) {
            link->post([=](HostPool &pool) { pool.onColumns(numbers, columns); });
        });
}

void HostPool::onColumns(const std::vector<quint64> &numbers, const Result<Columns> &columns)
{
    m_isReading = false;
    for (const quint64 number : numbers) {
        HostRun *run = runOf(number);
        if (!run)
            continue;
        if (!columns) {
            end(number, interruptedBecause(columns.error().message));
            continue;
        }
        const auto row = columns->find(run->jobId());
        const bool isDry = run->context().job.lockedAt == 0;
        if (row != columns->end())
            run->setColumns(row->second);
        else if (!isDry) {
            end(number, interruptedBecause(u"the job no longer exists"_s));
            continue;
        }
        m_ready.push_back(number);
    }
    if (!m_unread.empty()) {
        m_isReading = true;
        readColumns();
    }
    sendReady();
}

void HostPool::planSend()
{
    if (std::exchange(m_isSendPlanned, true))
        return;
    QMetaObject::invokeMethod(this, &HostPool::sendReady, Qt::QueuedConnection);
}

void HostPool::sendReady()
{
    m_isSendPlanned = false;
    setSuspectsApart();
    while (needsHost()) {
        TaskHost *host = begin();
        if (!host)
            break;
        m_serving.add(host);
        host->start(*m_facts);
    }
    deal();
    dealAlone();
}

void HostPool::setSuspectsApart()
{
    if (m_suspects.isEmpty())
        return;
    const auto isSuspect = [this](quint64 number) {
        const HostRun *run = runOf(number);
        return run && m_suspects.contains(run->jobId());
    };
    const auto suspects
        = std::stable_partition(m_ready.begin(), m_ready.end(), std::not_fn(isSuspect));
    m_readyAlone.insert(m_readyAlone.end(), suspects, m_ready.end());
    m_ready.erase(suspects, m_ready.end());
}

void HostPool::deal()
{
    while (HostRun *run = firstOf(&m_ready)) {
        TaskHost *host = m_serving.leastBusy(run->payloadSize(), kMostBytes, m_runs.size());
        if (!host)
            break;
        m_ready.pop_front();
        give(host, run);
    }
    m_serving.flush();
}

void HostPool::dealAlone()
{
    HostRun *run = firstOf(&m_readyAlone);
    if (run && !m_alone) {
        m_alone = begin();
        if (m_alone)
            m_alone->start(*m_facts);
    }
    if (!run || !m_alone || !m_alone->isReady() || !m_alone->runs().isEmpty())
        return;
    m_readyAlone.pop_front();
    give(m_alone, run);
    m_alone->flush();
}

HostRun *HostPool::firstOf(std::deque<quint64> *ready)
{
    for (; !ready->empty(); ready->pop_front()) {
        const quint64 number = ready->front();
        HostRun *run = runOf(number);
        if (!run)
            continue;
        const TaskContext &context = run->context();
        if (!context.stop.stop_requested() && context.services.mayStart())
            return run;
        end(number, interruptedBecause(u"it had not started yet"_s));
    }
    return nullptr;
}

void HostPool::give(TaskHost *host, HostRun *run)
{
    if (!host->add(run))
        end(run->number(), TaskOutcome::failure(u"The payload is too large for a task host"_s));
}

bool HostPool::needsHost() const
{
    size_t apart = m_alone ? size_t(m_alone->runs().size()) : 0;
    for (const quint64 number : m_readyAlone)
        apart += m_runs.contains(number) ? 1 : 0;
    const size_t fresh = m_serving.fresh();
    if (fresh == 0 && m_haveFilesChanged && m_serving.worn())
        return true;
    return fresh < size_t(m_files->limits().processes) && fresh + apart < m_runs.size();
}

/// @returns a host to start; null: one is tried later.
TaskHost *HostPool::begin()
{
    if (const auto wait = delay(); wait > 0ms) {
        m_retry.start(wait);
        return nullptr;
    }
    return m_hosts.emplace_back(std::make_unique<TaskHost>(m_files, this, *m_logger)).get();
}

void HostPool::release(const TaskHost &host)
{
    m_serving.remove(&host);
    if (m_alone == &host)
        m_alone = nullptr;
}

/// It gets no further jobs, and ends when it has none.
void HostPool::retire(TaskHost &host, const QString &why)
{
    if (host.isRetiring())
        return;
    release(host);
    if (!why.isEmpty())
        m_logger->warning(u"%1; a new process takes over"_s.arg(why));
    host.drain();
    planSend();
}

void HostPool::onStop(quint64 number)
{
    HostRun *run = runOf(number);
    if (!run)
        return;
    if (TaskHost *host = run->host()) {
        run->expectKill(m_link.get(), &HostPool::onKill);
        host->cancel(*run);
    } else {
        end(number, interruptedBecause(u"it had not started yet"_s));
    }
}

void HostPool::onKill(quint64 number)
{
    const HostRun *run = runOf(number);
    if (!run)
        return;
    TaskHost *host = run->host();
    end(number, interruptedBecause(u"It did not end when asked to"_s));
    if (!host)
        return;
    retire(*host, {});
    host->abandon(number);
}

void HostPool::end(quint64 number, TaskOutcome &&outcome)
{
    const auto node = m_runs.extract(number);
    if (!node)
        return;
    HostRun &run = node.mapped();
    if (TaskHost *host = run.host()) {
        host->remove(run);
        if (host->runs().isEmpty() && host == m_alone && m_readyAlone.empty())
            retire(*host, {});
        if (!m_ready.empty() || !m_readyAlone.empty())
            planSend();
    }
    // What fails because it was asked to end is returned; but not what is left of a batch.
    if (outcome.kind == TaskOutcome::Kind::Failure && !outcome.payload
        && run.context().stop.stop_requested())
        outcome = interruptedBecause(outcome.error);
    if (m_runs.empty())
        endIfUnused();
    run.end(std::move(outcome));
}

void HostPool::onLoaded(TaskHost &host)
{
    TaskHost *worn = m_serving.worn();
    if (worn && &host != m_alone && !host.isWorn()) {
        if (worn->problems().contains(host.problems()))
            replace(*worn);
        else
            refuse(host);
    }
    sendReady();
}

/// Another one has taken over.
void HostPool::replace(TaskHost &worn)
{
    retire(worn, {});
    if (!std::exchange(m_haveFilesChanged, false))
        return;
    while (TaskHost *other = m_serving.worn())
        retire(*other, {}); // no job is to run what is old
}

/// It cannot load what the one that it is to replace could.
void HostPool::refuse(TaskHost &host)
{
    m_logger->error(
        u"not all files can be loaded any more (%1); the previous process keeps running"_s.arg(
            QStringList(host.problems().begin(), host.problems().end()).join(u", "_s)));
    release(host);
    onTrouble(HostTrouble::Unexplained);
    host.kill();
}

void HostPool::onFilesChanged()
{
    if (!m_logger)
        return; // it has no hosts yet
    m_logger->info(u"files have changed"_s);
    m_haveFilesChanged = true;
    m_unexplained.clear(); // what is new may be better
    for (const auto &host : m_hosts) {
        if (host->isReady())
            host->wear(u"its files have changed"_s);
        else
            retire(*host, {});
    }
    planSend();
}

void HostPool::endIfUnused()
{
    if (!m_files->isRetired() || !m_runs.empty())
        return;
    for (const auto &host : m_hosts)
        retire(*host, {});
    if (m_hosts.empty()) {
        m_files->forget(m_scope, this); // what still starts gets a pool of its own
        deleteLater();
    }
}

void HostPool::onWorn(TaskHost &)
{
    planSend();
}

void HostPool::onResult(HostRun &run, TaskOutcome &&outcome)
{
    m_suspects.remove(run.jobId());
    end(run.number(), std::move(outcome));
}

void HostPool::onAddJobs(TaskHost &host, HostRun *run, const std::vector<QByteArrayView> &items)
{
    addFromHost(m_services.lock().get(), run ? run->context().job : Job(), items,
                [link = m_link, process = host.processId()](const QByteArray &message) {
                    link->post([=](HostPool &pool) { pool.answer(process, message); });
                });
}

void HostPool::answer(qint64 processId, const QByteArray &message)
{
    const auto host = std::ranges::find_if(
        m_hosts, [processId](const auto &kept) { return kept->processId() == processId; });
    if (host != m_hosts.end())
        (*host)->send(message);
}

void HostPool::onRetiring(TaskHost &host, const QString &why)
{
    retire(host, why);
}

void HostPool::onTrouble(HostTrouble trouble)
{
    (trouble == HostTrouble::OfJobs ? m_faultsOfJobs : m_unexplained).note();
    const bool isLong = !m_serving.isAnyReady() && m_unserved.hasExpired(kPatience.count());
    if (delay() <= kPatience && !isLong)
        return;
    std::vector<quint64> waiting(m_readyAlone.begin(), m_readyAlone.end());
    for (const auto &[number, run] : m_runs) {
        if (!run.host() && !m_serving.isAnyReady())
            waiting.push_back(number);
    }
    for (const quint64 number : waiting)
        end(number, postponed());
}

std::chrono::milliseconds HostPool::delay() const
{
    return std::max(m_unexplained.delay(), m_faultsOfJobs.delay());
}

TaskOutcome HostPool::postponed() const
{
    TaskOutcome outcome = TaskOutcome::snooze(std::max(delay(), kPatience));
    outcome.error = u"the %1 process has ended several times and is not running"_s.arg(
        m_files->program().name);
    return outcome;
}

void HostPool::onEnded(TaskHost &host, const QString &how)
{
    if (host.isReady())
        m_unserved.start();
    release(host);
    const auto &culprit = host.culprit();
    QString error = culprit && !culprit->error.isEmpty()
        ? culprit->error
        : u"The %1 process %2"_s.arg(m_files->program().name, how);
    if (const QString file = host.loading(); !file.isEmpty())
        error += u" while it loaded "_s + file;
    quint64 guilty = culprit ? culprit->run : 0;
    // Or it ended for another reason than its jobs.
    const bool isExplained = culprit && (culprit->error.isEmpty() || host.runs().contains(guilty));
    if (!isExplained && guilty == 0 && host.runs().size() == 1) {
        guilty = host.runs().begin().key();
        error += culprit ? u"; this was the only job"_s : u" while it ran this job"_s;
    }
    if (!host.hasEndedOrderly() || !host.isReady()) {
        onTrouble(host.isReady() && !host.runs().isEmpty() ? HostTrouble::OfJobs
                                                           : HostTrouble::Unexplained);
        const qsizetype others = host.runs().size() - (host.runs().contains(guilty) ? 1 : 0);
        m_logger->error(others > 0 ? u"%1; jobs that are run again: %2"_s.arg(error).arg(others)
                                   : error);
    }
    for (const quint64 number : host.runs().keys()) {
        if (number == guilty) {
            end(number, TaskOutcome::failure(error));
            continue;
        }
        if (const HostRun *run = runOf(number);
            run && !isExplained && m_suspects.size() < kMostSuspects)
            m_suspects.insert(run->jobId());
        end(number, interruptedBecause(error));
    }
    // It is calling.
    QMetaObject::invokeMethod(
        this,
        [this, gone = &host] {
            std::erase_if(m_hosts, [gone](const auto &kept) { return kept.get() == gone; });
            endIfUnused();
        },
        Qt::QueuedConnection);
    planSend();
}

HostRun *HostPool::runOf(quint64 number)
{
    const auto it = m_runs.find(number);
    return it == m_runs.end() ? nullptr : &it->second;
}

} // namespace yardmaster
