#include "worker/tasks/hostpool.h"

#include "worker/json/jsonstring.h"
#include "worker/tasks/hostmessages.h"
#include "worker/tasks/taskrun.h"
#include <yardmaster/executabletask.h>
#include <yardmaster/json.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype kFrame = 32 * 1024;            // bytes; larger ones cost the host more
constexpr qsizetype kMostBytes = 64 * 1024 * 1024; // of payloads in one host
constexpr int kMostSuspects = 10000;
constexpr auto kTroubleSpan = 60s;
constexpr auto kLongestBackoff = 30s;
constexpr auto kPatience = 1s; // jobs that would have to wait longer are returned

TaskOutcome interruptedBecause(const QString &why)
{
    TaskOutcome outcome = TaskOutcome::interrupted();
    outcome.error = why;
    return outcome;
}

} // namespace

void HostMail::post(std::function<void(HostPool &)> call)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_pool)
        return;
    QMetaObject::invokeMethod(
        m_pool, [pool = m_pool, call = std::move(call)] { call(*pool); },
        Qt::QueuedConnection); // from any thread
}

void HostMail::close()
{
    const std::scoped_lock lock(m_mutex);
    m_pool = nullptr;
}

HostPool::HostPool(std::shared_ptr<const HostedFiles> files, QObject *scope)
    : QObject(scope)
    , m_files(std::move(files))
    , m_scope(scope)
    , m_mail(std::make_shared<HostMail>(this))
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &HostPool::sendReady);
    m_pulse.setInterval(std::min(10000ms, m_files->times().silent / 4));
    connect(&m_pulse, &QTimer::timeout, this, &HostPool::pulse);
}

HostPool::~HostPool()
{
    m_files->forget(m_scope);
    m_mail->close();
    // Before the runs: their ends are reported to a worker that does not listen any more.
    m_hosts.clear();
}

void HostPool::start(int file, std::shared_ptr<TaskRun> run)
{
    const TaskContext &context = run->context();
    if (!m_logger)
        m_logger = context.services.facts().logger.scope({.label = m_files->program().name});
    const quint64 number = ++m_lastRun;
    auto kept = std::make_unique<Run>();
    kept->file = file;
    kept->run = run;
    kept->onStop.emplace(context.stop, [mail = m_mail, number] {
        mail->post([number](HostPool &pool) { pool.onStop(number); });
    });
    kept->onKill.emplace(context.kill, [mail = m_mail, number] {
        mail->post([number](HostPool &pool) { pool.onKill(number); });
    });
    m_runs.emplace(number, std::move(kept));
    if (const auto delay = backoff(); delay > kPatience) {
        end(number, TaskOutcome::snooze(delay));
        return;
    }
    m_unread.push_back(number);
    if (!m_isReading) {
        m_isReading = true;
        // After all jobs that start in this turn, for one query.
        QMetaObject::invokeMethod(this, &HostPool::readColumns, Qt::QueuedConnection);
    }
    if (!m_current)
        planSend(); // a host starts while the database is asked
    if (!m_pulse.isActive())
        m_pulse.start();
}

void HostPool::readColumns()
{
    std::vector<quint64> numbers;
    std::vector<qint64> ids;
    TaskRun *first = nullptr;
    for (const quint64 number : std::exchange(m_unread, {})) {
        TaskRun *run = runOf(number);
        if (!run)
            continue; // stopped meanwhile
        first = first ? first : run;
        numbers.push_back(number);
        ids.push_back(run->context().job.info.id);
    }
    m_isReading = first != nullptr;
    if (!first)
        return;
    Job job;
    job.info = first->context().job.info;
    job.payload = "{}";
    first->context().services.post([mail = m_mail, numbers = std::move(numbers),
                                    ids = std::move(ids),
                                    job = std::move(job)](JobServices &there) {
        Result<Columns> columns;
        const Result<void> done = there.withDatabase(job, [&](JobDatabase &database) {
            columns = readHostedColumns(database.session(), database.schema(), ids);
        });
        if (!done)
            columns = tl::make_unexpected(done.error());
        mail->post([numbers, columns = std::move(columns)](HostPool &pool) {
            pool.onColumns(numbers, columns);
        });
    });
}

void HostPool::onColumns(const std::vector<quint64> &numbers, const Result<Columns> &columns)
{
    m_isReading = false;
    for (const quint64 number : numbers) {
        const auto it = m_runs.find(number);
        if (it == m_runs.end())
            continue;
        if (!columns) {
            end(number, interruptedBecause(columns.error().message));
            continue;
        }
        const Job &job = it->second->run->context().job;
        const auto row = columns->find(job.info.id);
        const bool isDry = job.lockedAt == 0;
        if (row != columns->end())
            it->second->columns = row->second;
        else if (!isDry) {
            end(number, interruptedBecause(u"the job does not exist any more"_s));
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
    if (!m_suspects.isEmpty()) {
        const auto isSuspect = [this](quint64 number) {
            const TaskRun *run = runOf(number);
            return run && m_suspects.contains(run->context().job.info.id);
        };
        const auto suspects
            = std::stable_partition(m_ready.begin(), m_ready.end(), std::not_fn(isSuspect));
        m_readyAlone.insert(m_readyAlone.end(), suspects, m_ready.end());
        m_ready.erase(suspects, m_ready.end());
    }
    if (!m_current && (!m_ready.empty() || m_isReading))
        begin(&m_current);
    send(m_current, &m_ready, kMostBytes);
    if (!m_alone && !m_readyAlone.empty())
        begin(&m_alone);
    send(m_alone, &m_readyAlone, 0);
}

void HostPool::send(Host *host, std::deque<quint64> *ready, qsizetype mostBytes)
{
    if (!host || !host->isReady)
        return;
    QByteArray frames;
    QByteArray message;
    const auto closeMessage = [&] {
        if (message.isEmpty())
            return;
        appendFrame(&frames, message + "]]");
        message.clear();
    };
    while (!ready->empty()) {
        const quint64 number = ready->front();
        const auto it = m_runs.find(number);
        if (it == m_runs.end()) {
            ready->pop_front();
            continue;
        }
        Run &run = *it->second;
        const TaskContext &context = run.run->context();
        if (context.stop.stop_requested() || !context.services.mayStart()) {
            ready->pop_front();
            end(number, interruptedBecause(u"it had not started yet"_s));
            continue;
        }
        const Job &job = context.job;
        if (!host->runs.isEmpty() && host->bytes + job.payload.size() > mostBytes)
            break;
        const QByteArray row
            = hostRow(number, run.file, job, run.columns, context.services.facts().workerId);
        ready->pop_front();
        if (row.size() > kLargestFrame - 64) {
            end(number, TaskOutcome::failure(u"The payload is too large for a task host"_s));
            continue;
        }
        run.host = host;
        host->runs.insert(number);
        host->bytes += job.payload.size();
        message += message.isEmpty() ? "[\"run\",[" : ",";
        message += row;
        if (message.size() >= kFrame)
            closeMessage();
    }
    closeMessage();
    if (!frames.isEmpty())
        host->child->send(frames);
}

/// Starts a host, or sees to it that it is tried later.
void HostPool::begin(Host **place)
{
    if (m_runs.empty())
        return; // those that waited have been stopped
    if (const auto delay = backoff(); delay > 0ms) {
        if (!m_retry.isActive())
            m_retry.start(delay);
        return;
    }
    Host *host = m_hosts.emplace_back(std::make_unique<Host>()).get();
    *place = host;
    host->child = std::make_unique<HostChild>(
        m_files->program(),
        HostChild::Handlers{
            [this, host](QByteArrayView text) { onMessage(host, text); },
            [this, host](QByteArrayView text) { onReport(host, text); },
            [this, host](const QString &line, bool isError) { onHostOutput(host, line, isError); },
            [this, host](const QString &how) { onEnded(host, how); },
        });
    TaskRun *first = m_runs.begin()->second->run.get();
    const QByteArray load = loadMessage(*m_files, &first->context().services.facts());
    QTimer::singleShot(m_files->times().load, host->child.get(), [this, host] {
        if (host->isReady)
            return;
        log(LogLevel::Error, u"its files are not loaded in time; it is killed"_s);
        kill(host, Guilt{});
    });
    host->child->start(); // may end at once
    send(host, load);
}

void HostPool::onStop(quint64 number)
{
    const auto it = m_runs.find(number);
    if (it == m_runs.end())
        return;
    if (Host *host = it->second->host)
        send(host, "[\"cancel\",[" + QByteArray::number(number) + "]]");
    else
        end(number, interruptedBecause(u"it had not started yet"_s));
}

void HostPool::onKill(quint64 number)
{
    const auto it = m_runs.find(number);
    if (it == m_runs.end())
        return;
    Host *host = it->second->host;
    end(number, interruptedBecause(u"It did not end when it was asked to"_s));
    if (!host)
        return;
    host->abandoned.insert(number);
    retire(host, {});
    if (host->runs.isEmpty() || host->blocked.run == number) {
        kill(host, Guilt{});
        return;
    }
    ping(host);
    QTimer::singleShot(m_files->times().answer, host->child.get(),
                       [this, host, wanted = host->pings] {
                           if (host->pongs < wanted)
                               kill(host, host->blocked);
                       });
}

void HostPool::end(quint64 number, TaskOutcome outcome)
{
    auto node = m_runs.extract(number);
    if (!node)
        return;
    Run &run = *node.mapped();
    const TaskContext &context = run.run->context();
    for (OutputLines *lines : {run.out.get(), run.err.get()}) {
        if (lines)
            lines->finish();
    }
    if (run.leftOut > 0)
        context.output(u"(%1 bytes of output were left out)"_s.arg(run.leftOut));
    run.onStop.reset();
    run.onKill.reset();
    if (Host *host = run.host) {
        host->runs.remove(number);
        host->bytes -= context.job.payload.size();
        if (host->runs.isEmpty()) {
            if (host == m_alone && m_readyAlone.empty())
                retire(host, {});
            if (host->isRetiring && !host->abandoned.isEmpty())
                kill(host, Guilt{});
        }
        if (!m_ready.empty() || !m_readyAlone.empty())
            planSend();
    }
    // What fails because it was asked to end is returned; but not what is left of a batch.
    if (outcome.kind == TaskOutcome::Kind::Failure && !outcome.payload
        && context.stop.stop_requested())
        outcome = interruptedBecause(outcome.error);
    if (m_runs.empty())
        m_pulse.stop();
    run.run->end(std::move(outcome));
}

void HostPool::onMessage(Host *host, QByteArrayView text)
{
    const auto items = isJson(text) ? splitJsonArray(text) : std::nullopt;
    if (!items || items->empty() || !items->front().startsWith('"')) {
        log(LogLevel::Error, u"it sent what is no message; it is killed"_s);
        noteTrouble();
        kill(host, Guilt{});
        return;
    }
    const QByteArrayView type = items->front();
    const auto has = [&items](size_t count) { return items->size() > count; };
    const auto run = [&items] { return (*items)[1].toULongLong(); };
    if (type == "\"done\"" && has(1)) {
        for (const QByteArrayView result :
             splitJsonArray((*items)[1]).value_or(std::vector<QByteArrayView>{}))
            onResult(host, result);
    } else if (type == "\"log\"" && has(3)) {
        onLog(run(), *items);
    } else if (type == "\"output\"" && has(3)) {
        onOutput(run(), (*items)[2] == "true", messageText((*items)[3]));
    } else if (type == "\"progress\"" && has(2)) {
        if (TaskRun *running = runOf(run()))
            running->context().progress((*items)[2].toDouble(),
                                        has(3) ? messageText((*items)[3]) : u""_s);
    } else if (type == "\"addJobs\"" && has(3)) {
        onAddJobs(host, *items);
    } else if (type == "\"pong\"" && has(1)) {
        host->pongs = std::max(host->pongs, (*items)[1].toInt());
        host->blocked = {};
    } else if (type == "\"retiring\"" && has(2)) {
        noteTrouble();
        retire(host, messageText((*items)[2]));
    } else if (type == "\"loaded\"") {
        host->isReady = true;
        sendReady();
    } else if (type == "\"hello\"" && has(1)) {
        const int version = messageObject((*items)[1])["version"_L1].toInt();
        if (version != 1) {
            log(LogLevel::Error, u"it speaks version %1 of the protocol, not 1"_s.arg(version));
            noteTrouble();
            kill(host, Guilt{});
        }
    } else if (type == "\"bye\"") {
        host->saidBye = true;
    }
}

void HostPool::onResult(Host *host, QByteArrayView result)
{
    std::vector<QByteArrayView> parts;
    if (result.startsWith('['))
        parts = splitJsonArray(result).value_or(parts);
    else
        parts = {result};
    const quint64 number = parts.empty() ? 0 : parts.front().toULongLong();
    const auto it = m_runs.find(number);
    if (it == m_runs.end() || it->second->host != host) {
        if (!host->abandoned.remove(number))
            log(LogLevel::Warning, u"it sent a result of a job that it does not run"_s);
        return;
    }
    m_suspects.remove(it->second->run->context().job.info.id);
    end(number, parts.size() > 1 ? messageFailure(parts) : TaskOutcome::success());
}

void HostPool::onOutput(quint64 number, bool isError, const QString &text)
{
    const auto it = m_runs.find(number);
    if (it == m_runs.end())
        return;
    Run &run = *it->second;
    std::unique_ptr<OutputLines> &lines = isError ? run.err : run.out;
    if (!lines) {
        lines = std::make_unique<OutputLines>([&run, isError](const QString &line) {
            if (run.logged > ExecutableTask::kLoggedOutput) {
                run.leftOut += line.size() + 1;
                return;
            }
            run.logged += line.size() + 1;
            run.run->context().output(line, isError);
            if (run.logged > ExecutableTask::kLoggedOutput)
                run.run->context().output(u"(this job has written more than 1 MiB; further output "
                                          "is left out of the log and of events)"_s,
                                          isError);
        });
    }
    lines->add(text.toUtf8());
}

/// ["log", run, level, message, scope, meta]
void HostPool::onLog(quint64 number, const std::vector<QByteArrayView> &items)
{
    const LogLevel level = messageLevel(items[2]);
    const QString message = messageText(items[3]);
    TaskRun *run = runOf(number);
    if (!run) {
        log(level, message);
        return;
    }
    QJsonObject scope = items.size() > 4 ? messageObject(items[4]) : QJsonObject();
    const QString label = scope.take("label"_L1).toString();
    const LogScope narrower{.label = label == "job"_L1 ? QString() : label,
                            .taskIdentifier = scope.take("taskIdentifier"_L1).toString()};
    QJsonObject meta = items.size() > 5 ? messageObject(items[5]) : QJsonObject();
    for (auto it = scope.begin(); it != scope.end(); ++it) {
        if (!meta.contains(it.key()))
            meta.insert(it.key(), it.value());
    }
    run->context().logger().scope(narrower).log(level, message, meta);
}

/// ["addJobs", call, run, [[identifier, payload, options]…], preservesRunAt]; null for the last:
/// one job, by add_job.
void HostPool::onAddJobs(Host *host, const std::vector<QByteArrayView> &items)
{
    const qint64 call = items[1].toLongLong();
    const qint64 process = host->child->processId();
    const bool isOne = items.size() < 5 || items[4] == "null";
    TaskRun *run = runOf(items[2].toULongLong());
    Result<std::vector<JobSpec>> specs;
    if (!run)
        specs = fail(DbError::Kind::Cancelled, u"the job that adds it has ended"_s);
    for (const QByteArrayView item :
         splitJsonArray(items[3]).value_or(std::vector<QByteArrayView>{})) {
        if (!specs)
            break;
        Result<JobSpec> spec
            = messageSpec(item, isOne ? std::nullopt : std::optional(items[4] == "true"));
        if (spec)
            specs->push_back(*std::move(spec));
        else
            specs = tl::make_unexpected(spec.error());
    }
    if (specs && isOne && specs->size() != 1)
        specs = fail(DbError::Kind::InvalidInput, u"not one job to add"_s);
    if (!specs) {
        answer(process, call, tl::make_unexpected(specs.error()), NamedIds());
        return;
    }
    const TaskContext &context = run->context();
    Job from;
    from.info = context.job.info;
    from.payload = context.job.payload; // its trace
    const std::weak_ptr<JobServices> services = context.services.weak_from_this();
    const auto then
        = [mail = m_mail, services, process, call](const Result<std::vector<JobRecord>> &added) {
              const auto reply = [=](const Result<NamedIds> &ids) {
                  mail->post([=](HostPool &pool) { pool.answer(process, call, added, ids); });
              };
              const auto there = services.lock();
              if (!added || added->empty() || !there) {
                  reply(NamedIds());
                  return;
              }
              there->post([added, reply](JobServices &worker) {
                  Result<NamedIds> ids;
                  const Result<void> done = worker.withDatabase({}, [&](JobDatabase &database) {
                      ids = readNamedIds(database.session(), database.schema(), *added);
                  });
                  reply(done ? ids : Result<NamedIds>(tl::make_unexpected(done.error())));
              });
          };
    if (isOne) {
        context.services.add(from, std::move(specs->front())).then([then](const AddedJob &added) {
            then(added.map([](const std::optional<JobRecord> &job) {
                return job ? std::vector{*job} : std::vector<JobRecord>();
            }));
        });
    } else {
        context.services.addAll(from, *std::move(specs)).then([then](const AddedJobs &added) {
            then(added);
        });
    }
}

void HostPool::answer(qint64 processId, qint64 call, const Result<std::vector<JobRecord>> &added,
                      const Result<NamedIds> &ids)
{
    const auto it = std::ranges::find_if(
        m_hosts, [processId](const auto &host) { return host->child->processId() == processId; });
    if (it == m_hosts.end())
        return;
    if (!added || !ids) {
        const DbError &error = added ? ids.error() : added.error();
        send(it->get(),
             "[\"refused\"," + QByteArray::number(call)
                 + ",{\"code\":" + jsonString(error.sqlState.toUtf8())
                 + ",\"message\":" + jsonString(error.message.toUtf8()) + "}]");
        return;
    }
    QByteArray rows;
    for (const JobRecord &job : *added) {
        if (!rows.isEmpty())
            rows += ',';
        rows += hostRow(job, ids->tasks.value(job.identifier), ids->queues.value(job.queueName));
    }
    send(it->get(), "[\"added\"," + QByteArray::number(call) + ",[" + rows + "]]");
}

void HostPool::onReport(Host *host, QByteArrayView text)
{
    const auto items = isJson(text) ? splitJsonArray(text) : std::nullopt;
    if (!items || items->size() < 3)
        return;
    if (items->front() == "\"fatal\"") {
        host->guilt = Guilt{(*items)[1].toULongLong(), messageText((*items)[2])};
    } else if (items->front() == "\"blocked\"" && items->size() > 3) {
        onBlocked(host, *items);
    }
}

/// ["blocked", run, milliseconds, stack]
void HostPool::onBlocked(Host *host, const std::vector<QByteArrayView> &items)
{
    const quint64 number = items[1].toULongLong();
    const std::chrono::milliseconds time(items[2].toLongLong());
    const QString stack = messageText(items[3]);
    const QString text = u"The event loop has been blocked for %1 s"_s.arg(
                             double(time.count()) / 1000.0, 0, 'f', 1)
        + (stack.isEmpty() ? QString() : u":\n"_s + stack);
    host->blocked = {number, text};
    if (TaskRun *run = runOf(number))
        run->context().logger().warning(text);
    else
        log(LogLevel::Warning, text);
    if (host->abandoned.contains(number))
        kill(host, Guilt{});
    else if (time >= m_files->times().silent)
        kill(host, host->blocked);
}

void HostPool::onHostOutput(Host *host, const QString &line, bool isError)
{
    if (!host->loggedSince.isValid() || host->loggedSince.hasExpired(60000)) {
        host->loggedSince.start();
        host->logged = 0;
    }
    if (host->logged > ExecutableTask::kLoggedOutput)
        return;
    host->logged += line.size() + 1;
    log(isError ? LogLevel::Error : LogLevel::Info, line);
    if (host->logged > ExecutableTask::kLoggedOutput)
        log(LogLevel::Warning,
            u"it has written more than 1 MiB within a minute; the rest is left out"_s);
}

void HostPool::onEnded(Host *host, const QString &how)
{
    release(host);
    const bool isOrderly = host->saidBye || (host->isKilled && !host->guilt->run);
    QString error = u"The %1 process %2"_s.arg(m_files->program().name, how);
    quint64 guilty = 0;
    if (host->guilt) {
        guilty = host->guilt->run;
        if (!host->guilt->error.isEmpty())
            error = host->guilt->error;
    } else if (host->runs.size() == 1) {
        guilty = *host->runs.begin();
        error += u" while it ran this job"_s;
    }
    if (!isOrderly || !host->isReady) {
        noteTrouble();
        const qsizetype others = host->runs.size() - (host->runs.contains(guilty) ? 1 : 0);
        log(LogLevel::Error,
            others > 0 ? u"%1; jobs that are run again: %2"_s.arg(error).arg(others) : error);
    }
    for (const quint64 number : QSet<quint64>(host->runs)) {
        if (number == guilty) {
            end(number, TaskOutcome::failure(error));
            continue;
        }
        if (!host->guilt && m_suspects.size() < kMostSuspects) {
            if (TaskRun *run = runOf(number))
                m_suspects.insert(run->context().job.info.id);
        }
        end(number, interruptedBecause(error));
    }
    // It is calling.
    QMetaObject::invokeMethod(
        this,
        [this, host] {
            std::erase_if(m_hosts, [host](const auto &kept) { return kept.get() == host; });
        },
        Qt::QueuedConnection);
    planSend();
}

void HostPool::send(Host *host, const QByteArray &message)
{
    QByteArray bytes;
    appendFrame(&bytes, message);
    host->child->send(bytes);
}

void HostPool::release(const Host *host)
{
    for (Host **place : {&m_current, &m_alone}) {
        if (*place == host)
            *place = nullptr;
    }
}

/// It gets no further jobs, and ends when it has none.
void HostPool::retire(Host *host, const QString &why)
{
    if (std::exchange(host->isRetiring, true))
        return;
    release(host);
    if (!why.isEmpty())
        log(LogLevel::Warning, u"%1; a fresh one takes over"_s.arg(why));
    send(host, "[\"drain\"]");
    planSend();
}

/// @param guilt  run 0: it is nobody's fault.
void HostPool::kill(Host *host, const Guilt &guilt)
{
    if (std::exchange(host->isKilled, true))
        return;
    host->guilt = guilt;
    host->child->kill();
}

void HostPool::ping(Host *host)
{
    if (host->pings == host->pongs)
        host->pinged.start();
    send(host, "[\"ping\"," + QByteArray::number(++host->pings) + "]");
}

void HostPool::pulse()
{
    for (const auto &host : m_hosts) {
        if (!host->isReady || host->runs.isEmpty())
            continue;
        if (host->pings == host->pongs) {
            ping(host.get());
        } else if (host->pinged.hasExpired(m_files->times().silent.count()) && !host->isKilled) {
            log(LogLevel::Error, u"it does not answer any more; it is killed"_s);
            if (host->blocked.run != 0)
                kill(host.get(), host->blocked);
            else
                host->child->kill();
        }
    }
}

void HostPool::noteTrouble()
{
    m_troubles.push_back(Clock::now());
    while (m_troubles.front() < m_troubles.back() - kTroubleSpan)
        m_troubles.pop_front();
    if (backoff() <= kPatience)
        return;
    std::vector<quint64> waiting;
    for (const auto &[number, run] : m_runs) {
        if (!run->host)
            waiting.push_back(number);
    }
    for (const quint64 number : waiting)
        end(number, TaskOutcome::snooze(backoff()));
}

std::chrono::milliseconds HostPool::backoff() const
{
    const auto now = Clock::now();
    const auto recent = std::ranges::count_if(
        m_troubles, [now](Clock::time_point trouble) { return now - trouble < kTroubleSpan; });
    if (recent < 3)
        return 0ms;
    const std::chrono::milliseconds delay = std::min<std::chrono::milliseconds>(
        kLongestBackoff, m_files->times().backoff * (1 << std::min<qsizetype>(recent - 3, 12)));
    return std::max(0ms,
                    std::chrono::ceil<std::chrono::milliseconds>(m_troubles.back() + delay - now));
}

void HostPool::log(LogLevel level, const QString &message) const
{
    if (m_logger)
        m_logger->log(level, message);
}

TaskRun *HostPool::runOf(quint64 number) const
{
    const auto it = m_runs.find(number);
    return it == m_runs.end() ? nullptr : it->second->run.get();
}

} // namespace yardmaster
