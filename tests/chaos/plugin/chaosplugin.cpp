#include <yardmaster/sleep.h>
#include <yardmaster/taskplugin.h>

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <condition_variable>
#include <mutex>

#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;

namespace {

/// Appends a line for each start and end of a run to the file $CHAOS_LOG, by one write each, so
/// that what a killed process did is known outside the database.
class RunLog final
{
public:
    RunLog()
        : m_file(::open(qgetenv("CHAOS_LOG").constData(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC,
                        0644))
    { }

    void write(QJsonObject line) const
    {
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        line.insert("t"_L1, qint64(now.tv_sec) * 1'000'000 + now.tv_nsec / 1000);
        const QByteArray text = QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
        if (::write(m_file, text.constData(), size_t(text.size())) != text.size())
            qFatal("cannot append to the log of runs");
    }

private:
    int m_file;
};

/// The lines of one run.
class LoggedRun final
{
public:
    LoggedRun(const RunLog &log, const TaskContext &context)
        : m_log(log)
        , m_job(context.job.info)
        , payload(QJsonDocument::fromJson(context.job.payload))
    {
        const QJsonObject object = payload.isArray() ? payload.array().at(0).toObject() //
                                                     : payload.object();
        QJsonObject line = common(u"s"_s);
        line.insert("k"_L1, m_job.task);
        line.insert("q"_L1, m_job.queueName);
        line.insert("w"_L1, object.value("w"_L1));
        line.insert("l"_L1, context.workerId());
        line.insert("p"_L1, QCoreApplication::applicationPid());
        if (object.contains("_cron"_L1))
            line.insert("c"_L1, object.value("_cron"_L1).toObject().value("ts"_L1));
        m_log.write(line);
    }

    TaskOutcome succeeded(const QJsonArray &items = {}) const
    {
        end(u"ok"_s, items);
        return TaskOutcome::success();
    }
    TaskOutcome failed(const QString &error) const
    {
        end(u"fail"_s);
        return TaskOutcome::failure(error);
    }
    TaskOutcome interrupted() const
    {
        end(u"interrupted"_s);
        return TaskOutcome::interrupted();
    }
    void end(const QString &outcome, const QJsonArray &items = {}) const
    {
        QJsonObject line = common(u"e"_s);
        line.insert("o"_L1, outcome);
        if (!items.isEmpty())
            line.insert("d"_L1, items);
        m_log.write(line);
    }
    QJsonValue value(QLatin1StringView name) const { return payload.object().value(name); }

private:
    QJsonObject common(const QString &event) const
    {
        return {{u"e"_s, event}, {u"j"_s, m_job.id}, {u"a"_s, m_job.attempts}};
    }

    const RunLog &m_log;
    const JobInfo &m_job;

public:
    const QJsonDocument payload;
};

/// @returns false if the stop came first.
bool pauseFor(std::chrono::milliseconds time, const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

TaskOutcome pauseAsTold(const LoggedRun &run, const TaskContext &context)
{
    const auto time = std::chrono::milliseconds(run.value("ms"_L1).toInt());
    if (time > 0ms && !pauseFor(time, context.stop))
        return run.interrupted();
    return run.succeeded();
}

/// `log` outlives the worker.
QCoro::Task<TaskOutcome> pauseWithoutThread(const RunLog *log, TaskContextPtr context)
{
    const LoggedRun run(*log, *context);
    const auto time = std::chrono::milliseconds(run.value("ms"_L1).toInt());
    auto slept = sleepFor(context, time);
    const bool isWhole = co_await slept;
    if (!isWhole)
        co_return run.interrupted();
    co_return run.succeeded();
}

} // namespace

/// The tasks of tests/chaos for the stock binary; tests/chaos/tasks.mjs has the same for Node.
class ChaosPlugin
    : public QObject
    , public TaskPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID YARDMASTER_TASK_PLUGIN_IID)
    Q_INTERFACES(yardmaster::TaskPlugin)

public:
    void registerTasks(TaskRegistry &registry) override
    {
        for (const QString &name :
             {u"quick"_s, u"slow"_s, u"keyed"_s, u"seq"_s, u"seq_own"_s, u"cron_tick"_s}) {
            registry.add(name, [this](const TaskContext &context) {
                const LoggedRun run(m_log, context);
                return pauseAsTold(run, context);
            });
        }
        registry.addCoroutine(u"waiting"_s, [this](TaskContextPtr context) {
            return pauseWithoutThread(&m_log, std::move(context));
        });
        registry.add(u"flaky"_s, [this](const TaskContext &context) {
            const LoggedRun run(m_log, context);
            if (context.job.info.attempts < run.value("until"_L1).toInt())
                return run.failed(u"not yet"_s);
            return run.succeeded();
        });
        registry.add(u"doomed"_s, [this](const TaskContext &context) {
            return LoggedRun(m_log, context).failed(u"never works"_s);
        });
        for (const QString &name : {u"crash"_s, u"poison"_s}) {
            registry.add(name, [this, name](const TaskContext &context) {
                const LoggedRun run(m_log, context);
                if (name == "poison"_L1 || context.job.info.attempts == 1)
                    ::raise(SIGKILL);
                return run.succeeded();
            });
        }
        registry.add(u"big"_s, [this](const TaskContext &context) {
            const LoggedRun run(m_log, context);
            const QByteArray hash = QCryptographicHash::hash(
                run.value("data"_L1).toString().toUtf8(), QCryptographicHash::Sha256);
            if (QString::fromLatin1(hash.toHex()) != run.value("sha256"_L1).toString()) {
                run.end(u"damaged"_s);
                return TaskOutcome::success();
            }
            return run.succeeded();
        });
        registry.addBatch(u"batch"_s,
                          [this](const TaskContext &context,
                                 const std::vector<QByteArrayView> &items) -> BatchOutcome {
                              const LoggedRun run(m_log, context);
                              std::vector<ItemResult> results(items.size());
                              QJsonArray done;
                              for (size_t i = 0; i < items.size(); ++i) {
                                  const QJsonObject item
                                      = QJsonDocument::fromJson(items[i].toByteArray()).object();
                                  if (context.job.info.attempts < item.value("until"_L1).toInt())
                                      results[i] = tl::make_unexpected(u"not this one yet"_s);
                                  else
                                      done.append(item.value("i"_L1));
                              }
                              run.end(done.size() == qsizetype(items.size()) ? u"ok"_s : u"fail"_s,
                                      done);
                              return results;
                          });
    }

private:
    RunLog m_log;
};

#include "chaosplugin.moc"
