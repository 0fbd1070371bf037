#pragma once

#include "tests/worker/runner/workertest.h"
#include "tests/worker/tasks/hostfolder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <csignal>

namespace yardmaster::test {

/// Base of the programs that test task hosts: a folder of tasks, and what they log.
class HostTest : public WorkerTest
{
    Q_OBJECT

protected:
    std::unique_ptr<HostFolder> m_folder;
    std::unique_ptr<LogLines> m_log;

    void put(const QString &name, const QByteArray &text) const { m_folder->put(name, text); }

    /// Its tasks are those of the folder.
    [[nodiscard]] std::unique_ptr<TestWorker> worker(int concurrency = 1)
    {
        auto worker = plainWorker(concurrency);
        const QStringList warnings = m_folder->addTo(worker.get());
        if (!warnings.isEmpty())
            qFatal("%s", qUtf8Printable(warnings.join(u'\n')));
        return worker;
    }
    [[nodiscard]] std::unique_ptr<TestWorker> worker(int concurrency, const HostTimes &times,
                                                     const HostLimits &limits = {})
    {
        auto worker = plainWorker(concurrency);
        m_folder->addTo(worker.get(), times, limits);
        return worker;
    }
    [[nodiscard]] std::unique_ptr<TestWorker> plainWorker(int concurrency) const
    {
        auto worker = std::make_unique<TestWorker>(*m_database);
        worker->options.concurrency = concurrency;
        worker->options.logSink = m_log->sink();
        worker->options.pollInterval
            = std::chrono::milliseconds(100); // returned jobs are due a second later
        return worker;
    }

    [[nodiscard]] QString add(const QByteArray &arguments) const
    {
        return scalar("select id from graphile_worker.add_job(" + arguments + ")");
    }
    [[nodiscard]] QString jobs() const
    {
        return scalar("select count(*) from graphile_worker._private_jobs");
    }
    [[nodiscard]] QString column(const QByteArray &column, const QString &id) const
    {
        return scalar("select " + column
                      + "::text from graphile_worker._private_jobs where id = " + id.toLatin1());
    }
    /// What a task threw as an error whose message is JSON.
    [[nodiscard]] QJsonValue thrown(const QString &id) const
    {
        const QString text = column("last_error", id);
        const QJsonValue value = QJsonDocument::fromJson('[' + text.toUtf8() + ']').array().first();
        if (value.isUndefined())
            qWarning("last_error: %s", qUtf8Printable(text));
        return value;
    }
    static bool isAlive(qint64 process) { return ::kill(pid_t(process), 0) == 0; }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_folder = std::make_unique<HostFolder>();
        m_log = std::make_unique<LogLines>();
    }
};

} // namespace yardmaster::test
