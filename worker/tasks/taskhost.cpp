#include "worker/tasks/taskhost.h"

#include "worker/tasks/hostadds.h"
#include "worker/tasks/hostmessages.h"
#include "worker/tasks/hostrun.h"
#include <yardmaster/executabletask.h>

#include <QTimer>

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kFrame = 32 * 1024; // bytes; larger ones cost the host more

} // namespace

TaskHost::TaskHost(std::shared_ptr<const HostedFiles> files, HostOwner *owner, Logger logger)
    : m_files(std::move(files))
    , m_owner(owner)
    , m_logger(std::move(logger))
    , m_spare(m_files->takeSpare())
    , m_child(m_spare ? m_spare->adopt(handlers()) : nullptr)
    , m_isSpare(m_child != nullptr)
{
    if (!m_isSpare)
        m_child = std::make_unique<HostChild>(m_files->program(), handlers());
}

TaskHost::~TaskHost() = default;

void TaskHost::start(const WorkerFacts &facts)
{
    const QByteArray load = loadMessage(*m_files, &facts);
    QTimer::singleShot(m_files->times().load, m_child.get(), [this] {
        if (m_isReady)
            return;
        m_logger.error(u"its files did not load in time; it is killed"_s);
        kill();
    });
    if (m_isSpare)
        m_spare->sayings().giveTo(handlers());
    else
        m_child->start();
    send(load); // what a spare one has loaded, it does not load again
}

HostChild::Handlers TaskHost::handlers()
{
    return {
        [this](QByteArrayView text) { onMessage(text); },
        [this](QByteArrayView text) { onReport(text); },
        [this](const QString &line, bool isError) { onOutput(line, isError); },
        [this](const QString &how) { m_owner->onEnded(*this, how); },
    };
}

QString TaskHost::loading() const
{
    const auto &files = m_files->files();
    return m_loading && *m_loading < files.size() ? files[*m_loading].path : QString();
}

void TaskHost::send(const QByteArray &message)
{
    QByteArray bytes;
    appendFrame(&bytes, message);
    m_child->send(bytes);
}

bool TaskHost::add(HostRun *run)
{
    if (!run->addTo(&m_rows))
        return false;
    run->setHost(this);
    m_runs.insert(run->number(), run);
    m_bytes += run->payloadSize();
    if (m_rows.size() >= kFrame)
        closeRows();
    const int most = m_files->limits().jobs;
    if (++m_given >= most && most > 0)
        wear(u"it has been given %1 jobs"_s.arg(most));
    return true;
}

void TaskHost::wear(const QString &why)
{
    if (m_isRetiring || std::exchange(m_isWorn, true))
        return;
    m_logger.info(u"%1; another one takes over"_s.arg(why));
    m_owner->onWorn(*this);
}

void TaskHost::closeRows()
{
    if (!m_rows.isEmpty())
        appendFrame(&m_frames, m_rows.takeMessage());
}

void TaskHost::flush()
{
    closeRows();
    if (!m_frames.isEmpty())
        m_child->send(std::exchange(m_frames, {}));
}

void TaskHost::cancel(const HostRun &run)
{
    send("[\"cancel\",[" + QByteArray::number(run.number()) + "]]");
}

void TaskHost::remove(const HostRun &run)
{
    m_runs.remove(run.number());
    m_bytes -= run.payloadSize();
    if (m_runs.isEmpty() && m_isRetiring && !m_abandoned.isEmpty())
        kill();
}

void TaskHost::abandon(quint64 run)
{
    m_abandoned.insert(run);
    if (m_runs.isEmpty() || m_blocked.run == run) {
        kill();
        return;
    }
    ping();
    QTimer::singleShot(m_files->times().answer, m_child.get(), [this, wanted = m_pings] {
        if (m_pongs < wanted)
            kill(m_blocked);
    });
}

void TaskHost::drain()
{
    m_isRetiring = true;
    send("[\"drain\"]");
}

void TaskHost::kill(const HostCulprit &culprit)
{
    if (std::exchange(m_isKilled, true))
        return;
    m_culprit = culprit;
    m_child->kill();
}

void TaskHost::ping()
{
    if (m_pings == m_pongs)
        m_pinged.start();
    send("[\"ping\"," + QByteArray::number(++m_pings) + "]");
}

void TaskHost::check()
{
    if (!m_isReady)
        return;
    checkMemory();
    if (m_runs.isEmpty())
        return;
    if (m_pings == m_pongs) {
        ping();
    } else if (m_pinged.hasExpired(m_files->times().silent.count()) && !m_isKilled) {
        m_logger.error(u"it no longer responds; it is killed"_s);
        if (m_blocked.run != 0)
            kill(m_blocked);
        else
            m_child->kill(); // which of its jobs is guilty is not known
    }
}

void TaskHost::checkMemory()
{
    const qint64 most = m_files->limits().memory;
    if (most <= 0 || m_isLarge || m_isWorn || !m_loaded.hasExpired(m_files->times().settle.count()))
        return;
    if (const qint64 now = m_child->memory(); now > most)
        wear(u"it takes %1 MiB"_s.arg(now >> 20));
}

/// A job may have written into its channel: which one is not known, unless it was alone.
void TaskHost::misbehave(const QString &how)
{
    if (std::exchange(m_isKilled, true))
        return;
    m_logger.error(u"%1; it is killed"_s.arg(how));
    if (m_runs.size() == 1) {
        const QString error = u"The %1 process was killed: %2"_s.arg(m_files->program().name, how);
        m_culprit = HostCulprit{m_runs.begin().key(), error};
    }
    m_child->kill();
}

void TaskHost::onMessage(QByteArrayView text)
{
    const auto items = messageItems(text);
    if (!items)
        misbehave(u"it sent something that is not a message"_s);
    else
        onMessage(*items);
}

void TaskHost::onMessage(const std::vector<QByteArrayView> &items)
{
    const QByteArrayView type = items.front();
    const auto has = [&items](size_t count) { return items.size() > count; };
    const auto runAt = [&](size_t place) { return m_runs.value(messageRun(items[place])); };
    if (type == "\"done\"" && has(1)) {
        for (const QByteArrayView result : itemsIn(items[1]))
            onResult(result);
    } else if (type == "\"log\"" && has(3)) {
        if (HostRun *run = runAt(1))
            run->log(items);
        else
            m_logger.log(messageLevel(items[2]), messageText(items[3]));
    } else if (type == "\"output\"" && has(3)) {
        if (HostRun *run = runAt(1))
            run->output(items[2] == "true", messageText(items[3]));
    } else if (type == "\"progress\"" && has(2)) {
        if (const HostRun *run = runAt(1))
            run->context().progress(items[2].toDouble(), has(3) ? messageText(items[3]) : u""_s);
    } else if (type == "\"addJobs\"" && has(3)) {
        if (m_abandoned.contains(messageRun(items[2])))
            send(refusedAdd(items, u"the job was ended by force"_s)); // it runs again
        else
            m_owner->onAddJobs(*this, runAt(2), items);
    } else if (type == "\"pong\"" && has(1)) {
        m_pongs = std::max(m_pongs, items[1].toInt());
        m_blocked = {};
    } else if (type == "\"retiring\"" && has(2)) {
        m_owner->onTrouble(runAt(1) ? HostTrouble::OfJobs : HostTrouble::Unexplained);
        m_owner->onRetiring(*this, messageText(items[2]));
    } else if (type == "\"loading\"" && has(1)) {
        m_loading = items[1].toUInt();
    } else if (type == "\"loaded\"") {
        onLoaded(items);
    } else if (type == "\"hello\"" && has(1)) {
        const int version = messageObject(items[1])["version"_L1].toInt();
        if (version != 1)
            misbehave(u"it speaks version %1 of the protocol, not 1"_s.arg(version));
    } else if (type == "\"bye\"") {
        m_saidBye = true;
    }
}

/// ["loaded", [[identifier, why], …]]
void TaskHost::onLoaded(const std::vector<QByteArrayView> &items)
{
    for (const QByteArrayView problem : itemsIn(items.size() > 1 ? items[1] : QByteArrayView())) {
        const std::vector<QByteArrayView> parts = itemsIn(problem);
        if (!parts.empty())
            m_problems.insert(messageText(parts.front()));
    }
    m_isReady = true;
    m_loading.reset();
    m_loaded.start();
    const qint64 most = m_files->limits().memory;
    m_isLarge = most > 0 && m_child->memory() > most;
    if (m_isLarge)
        m_logger.warning(
            u"it takes more than %1 MiB before running any job, so it is not replaced for that"_s
                .arg(most >> 20));
    m_owner->onLoaded(*this);
}

/// run, or [run, …].
void TaskHost::onResult(QByteArrayView result)
{
    const std::vector<QByteArrayView> parts = itemsIn(result);
    const quint64 number = messageRun(parts.empty() ? result : parts.front());
    if (HostRun *run = m_runs.value(number))
        m_owner->onResult(*run, parts.size() > 1 ? messageFailure(parts) : TaskOutcome::success());
    else if (!m_abandoned.remove(number))
        m_logger.warning(u"it sent a result for a job that it is not running"_s);
}

void TaskHost::onReport(QByteArrayView text)
{
    const auto items = messageItems(text);
    if (!items || items->size() < 3)
        return;
    if (items->front() == "\"fatal\"")
        m_culprit = HostCulprit{messageRun((*items)[1]), messageText((*items)[2])};
    else if (items->front() == "\"blocked\"" && items->size() > 3)
        onBlocked(*items);
}

/// ["blocked", run, milliseconds, stack]
void TaskHost::onBlocked(const std::vector<QByteArrayView> &items)
{
    const quint64 number = messageRun(items[1]);
    const std::chrono::milliseconds time(items[2].toLongLong());
    const QString stack = messageText(items[3]);
    const QString text = u"The event loop has been blocked for %1 s"_s.arg(
                             double(time.count()) / 1000.0, 0, 'f', 1)
        + (stack.isEmpty() ? QString() : u":\n"_s + stack);
    m_blocked = {number, text};
    if (const HostRun *run = m_runs.value(number))
        run->context().logger().warning(text);
    else
        m_logger.warning(text);
    if (m_abandoned.contains(number))
        kill();
    else if (time >= m_files->times().silent)
        kill(m_blocked);
}

void TaskHost::onOutput(const QString &line, bool isError)
{
    if (!m_loggedSince.isValid() || m_loggedSince.hasExpired(60000)) {
        m_loggedSince.start();
        m_logged = 0;
    }
    if (m_logged > ExecutableTask::kLoggedOutput)
        return;
    m_logged += line.size() + 1;
    m_logger.log(isError ? LogLevel::Error : LogLevel::Info, line);
    if (m_logged > ExecutableTask::kLoggedOutput)
        m_logger.warning(u"it has written more than 1 MiB within a minute; the rest is dropped"_s);
}

} // namespace yardmaster
