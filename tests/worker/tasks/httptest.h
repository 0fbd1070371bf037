#pragma once

#include "tests/worker/runner/workertest.h"
#include "tests/worker/tasks/httpserver.h"
#include "worker/tasks/httptask.h"

namespace yardmaster::test {

/// Base of the programs that test HTTP tasks: a server of the test's own, and a worker with the
/// task "hook".
class HttpTest : public WorkerTest
{
    Q_OBJECT

protected:
    std::unique_ptr<HttpServer> m_server;
    QStringList m_output;

    void serve(HttpServer::Answer answer)
    {
        m_server = std::make_unique<HttpServer>(std::move(answer));
    }
    void serve(const QByteArray &status, const QByteArray &body = {},
               const QByteArray &headers = {})
    {
        serve([=](const HttpServer::Request &, QTcpSocket *socket) {
            HttpServer::send(socket, status, body, headers);
        });
    }

    [[nodiscard]] std::unique_ptr<TestWorker> worker(const QString &url,
                                                     const QByteArray &secret = {})
    {
        HttpTarget target = *HttpTarget::fromUrl(url);
        target.secret = secret;
        return worker(target);
    }
    [[nodiscard]] std::unique_ptr<TestWorker> worker(const HttpTarget &target)
    {
        using namespace Qt::StringLiterals;
        auto worker = std::make_unique<TestWorker>(*m_database);
        worker->registry->addExecutor(u"hook"_s, std::make_shared<HttpTask>(target),
                                      HttpTask::optionsFor(target));
        connect(&worker->events, &EventBus::jobOutput, this,
                [this](const JobInfo &, const QString &line) { m_output << line; });
        return worker;
    }
    [[nodiscard]] std::unique_ptr<TestWorker> worker() { return worker(m_server->url()); }

    [[nodiscard]] QString add(const QByteArray &more = {}) const
    {
        return scalar("select id from graphile_worker.add_job('hook', '{\"a\":[1,\"\xc3\xbc\"]}'"
                      + more + ")");
    }
    [[nodiscard]] QString jobs() const
    {
        return scalar("select count(*) from graphile_worker._private_jobs");
    }
    [[nodiscard]] QString column(const QByteArray &column) const
    {
        return scalar("select (" + column + ")::text from graphile_worker._private_jobs");
    }
    /// Adds a job and runs it once. @returns its last_error.
    [[nodiscard]] QString errorAfterRun(TestWorker *worker)
    {
        using namespace Qt::StringLiterals;
        (void)add();
        if (!worker->drain())
            return u"the worker does not end"_s;
        return column("last_error");
    }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_output.clear();
    }
};

} // namespace yardmaster::test
