#include "models/workers/workerrow.h"

#include "models/query/workersalive.h"
#include "models/values/format.h"
#include <yardmaster/session.h>

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSysInfo>

#include <cmath>
#include <csignal>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct WorkersText
{
    Q_DECLARE_TR_FUNCTIONS(Workers)
};

constexpr int kNamedTasks = 200;

/// What our own names say: yardmaster-<host>-<pid>-<random>.
void readName(WorkerRow *row)
{
    static const QRegularExpression ours(u"^yardmaster-(.+)-(\\d+)-[0-9A-Za-z]+$"_s);
    static const QRegularExpression node(u"^(worker|(ot)?pool)-[0-9A-Za-z]+$"_s);
    const QRegularExpressionMatch match = ours.match(row->id);
    if (match.hasMatch()) {
        row->kind = WorkerKind::Yardmaster;
        row->host = match.captured(1);
        row->pid = match.captured(2).toLongLong();
    } else if (!row->isRegistered && node.match(row->id).hasMatch()) {
        row->kind = WorkerKind::Node;
    }
}

void readMetadata(WorkerRow *row)
{
    const QJsonObject object = QJsonDocument::fromJson(row->metadata).object();
    const QString program = object.value("program"_L1).toString();
    if (program == "yardmaster"_L1)
        row->kind = WorkerKind::Yardmaster;
    else if (row->isRegistered && row->kind != WorkerKind::Yardmaster)
        row->kind = WorkerKind::Rust;
    if (object.value("host"_L1).isString())
        row->host = object.value("host"_L1).toString();
    if (object.value("pid"_L1).isDouble())
        row->pid = object.value("pid"_L1).toInteger();
    row->version = object.value("version"_L1).toString();
    const auto moment = [&object](QLatin1StringView name) -> std::optional<Timestamp> {
        const QDateTime time
            = QDateTime::fromString(object.value(name).toString(), Qt::ISODateWithMs);
        return time.isValid() ? std::optional(timestamp(time)) : std::nullopt;
    };
    row->fetched = moment("fetched_at"_L1);
    row->released = moment("released_at"_L1);
    if (object.value("running"_L1).isDouble())
        row->running = object.value("running"_L1).toInteger();
    const QJsonArray tasks = object.value("tasks"_L1).toArray();
    for (qsizetype i = 0; i < std::min<qsizetype>(tasks.size(), kNamedTasks); ++i)
        row->tasks << tasks.at(i).toString();
}

std::optional<std::chrono::milliseconds> publishedThreshold(const QByteArray &metadata)
{
    const QJsonValue published
        = QJsonDocument::fromJson(metadata).object().value("sweep_threshold_ms"_L1);
    if (!published.isDouble())
        return {};
    // As PostgreSQL rounds it, and no longer than its statements take.
    return std::chrono::milliseconds(std::llround(std::min(published.toDouble(), 1e12)));
}

int rank(const WorkerRow &row)
{
    switch (row.life) {
    case WorkerLife::Stale:
        return 0;
    case WorkerLife::Gone:
        return row.holdsAnything() ? 1 : 4;
    case WorkerLife::Unknown:
        return 2;
    case WorkerLife::Alive:
        return 3;
    }
    return 5;
}

} // namespace

ProcessIdentity thisProcess()
{
    return {QSysInfo::machineHostName(), QCoreApplication::applicationPid()};
}

QList<WorkerRow> composeWorkers(const Fleet &fleet, const std::optional<JobLocks> &locks,
                                const QHash<QString, RegistryEntry> &known,
                                const ProcessIdentity &here)
{
    QHash<QString, WorkerRow> rows;
    const auto row = [&rows](const QString &id) -> WorkerRow & {
        WorkerRow &found = rows[id];
        found.id = id;
        return found;
    };
    const auto fill = [](WorkerRow *to, const RegistryEntry &from) {
        to->heartbeat = from.heartbeat;
        to->started = from.started;
        to->silentFor = from.silentFor;
        to->metadata = from.metadata;
        to->staleAfter = staleAfter(publishedThreshold(from.metadata));
    };
    for (const RegistryEntry &worker : fleet.workers) {
        WorkerRow &found = row(worker.id);
        found.isRegistered = true;
        fill(&found, worker);
        found.life = found.silentFor < found.staleAfter ? WorkerLife::Alive : WorkerLife::Stale;
    }
    for (const RegistryEntry &worker : known) {
        WorkerRow &found = row(worker.id);
        if (found.isRegistered)
            continue;
        found.life = WorkerLife::Gone;
        fill(&found, worker);
        found.silentFor
            = std::chrono::duration_cast<std::chrono::milliseconds>(fleet.now - worker.heartbeat);
    }
    for (const LockedQueue &lock : fleet.queues)
        row(lock.owner).queues << lock;
    if (locks) {
        for (auto it = locks->owners.cbegin(); it != locks->owners.cend(); ++it) {
            WorkerRow &found = row(it.key());
            found.jobs = it->jobs;
            found.oldestJob = it->oldest;
            found.shownJobs = it->shown;
        }
    }
    QList<WorkerRow> all;
    for (WorkerRow &worker : rows) {
        worker.areJobsKnown = locks && (!locks->isCut || worker.jobs > 0);
        readName(&worker);
        readMetadata(&worker);
        const bool isHere
            = worker.kind == WorkerKind::Yardmaster && worker.pid > 0 && worker.host == here.host;
        worker.isOurs = isHere && worker.pid == here.pid;
        if (isHere)
            worker.isProcessRunning = ::kill(pid_t(worker.pid), 0) == 0 || errno == EPERM;
        // Names are cut off by the server at 63 bytes.
        const QString name = worker.id.left(63);
        for (const DatabaseSession &session : fleet.sessions) {
            if (!name.isEmpty() && session.application.contains(name))
                worker.sessions << session;
        }
        all << worker;
    }
    std::ranges::sort(all, [](const WorkerRow &a, const WorkerRow &b) {
        return std::pair(rank(a), a.id) < std::pair(rank(b), b.id);
    });
    return all;
}

QString workerLifeWord(WorkerLife life)
{
    switch (life) {
    case WorkerLife::Alive:
        return WorkersText::tr("Alive");
    case WorkerLife::Stale:
        return WorkersText::tr("Stale");
    case WorkerLife::Gone:
        return WorkersText::tr("Gone");
    case WorkerLife::Unknown:
        return WorkersText::tr("Unknown");
    }
    return {};
}

QString workerLifeMeaning(const WorkerRow &worker)
{
    switch (worker.life) {
    case WorkerLife::Alive:
        return WorkersText::tr("It sent a heartbeat within the last %1.")
            .arg(formatExactDuration(worker.staleAfter));
    case WorkerLife::Stale:
        return WorkersText::tr("It is registered, but has sent no heartbeat for more than %1. "
                               "A sweep returns its jobs to the queue.")
            .arg(formatExactDuration(worker.staleAfter));
    case WorkerLife::Gone:
        return WorkersText::tr(
            "It was registered earlier in this session, and has since left or been swept.");
    case WorkerLife::Unknown:
        return WorkersText::tr("It holds locks but sends no heartbeats: workers of graphile-worker "
                               "never do, so it is not known whether it is alive.");
    }
    return {};
}

QString workerKindName(WorkerKind kind)
{
    switch (kind) {
    case WorkerKind::Yardmaster:
        return u"Yardmaster"_s;
    case WorkerKind::Rust:
        return u"graphile_worker_rs"_s;
    case WorkerKind::Node:
        return u"graphile-worker"_s;
    case WorkerKind::Other:
        return WorkersText::tr("Never registers");
    }
    return {};
}

QString workerTitle(const WorkerRow &worker)
{
    if (worker.id.isEmpty())
        return WorkersText::tr("No owner");
    if (worker.host.isEmpty() || worker.pid == 0)
        return worker.id;
    return WorkersText::tr("%1, process %2").arg(worker.host).arg(worker.pid);
}

} // namespace yardmaster
