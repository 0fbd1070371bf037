#include "tests/bench/console/verbs.h"
#include "tests/bench/cpumeter.h"
#include "tests/bench/drainprocess.h"
#include "tests/bench/percentiles.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QJsonArray>
#include <QtConcurrentRun>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Ahead of all other jobs, so that the worker does not look for its own behind theirs.
constexpr int kFirst = -32000;

using Drained = tl::expected<DrainReport, QString>;

/// On a thread of its own: this one handles the window's events.
Drained drain(const Target &target, const DrainOptions &options)
{
    const auto run = [&target, &options]() -> Drained {
        DrainProcess worker(target, options);
        if (const QString error = worker.waitUntilReady(); !error.isEmpty())
            return tl::make_unexpected(error);
        worker.go();
        return worker.waitForReport(std::chrono::seconds(options.limitSeconds + 60));
    };
    QFutureWatcher<Drained> watcher;
    QEventLoop loop;
    QObject::connect(&watcher, &QFutureWatcherBase::finished, &loop, &QEventLoop::quit);
    watcher.setFuture(QtConcurrent::run(run));
    loop.exec();
    return watcher.result();
}

class BesideBench
{
public:
    BesideBench(Bench &bench, Target &target, const DrainOptions &options)
        : m_bench(bench)
        , m_target(target)
        , m_options(options)
    { }

    [[nodiscard]] tl::expected<void, QString> round(bool isBeside)
    {
        Session &session = *m_target.session;
        if (auto added = addNoopJobs(session, m_target.schema, m_options.expected, kFirst); !added)
            return tl::make_unexpected(added.error().message);
        if (auto settled = settle(session, m_target.schema); !settled)
            return tl::make_unexpected(settled.error().message);
        std::unique_ptr<BenchWindow> window;
        if (isBeside) {
            window = std::make_unique<BenchWindow>();
            window->connectTo(setupFor(m_target));
            if (!window->waitForList() || !window->waitForCounts())
                return tl::make_unexpected(u"the window shows nothing"_s);
            for (const QString &name : m_bench.parser.values(u"command"_s)) {
                if (!window->command(name))
                    return tl::make_unexpected(u"there is no command %1"_s.arg(name));
            }
            for (const QString &filter : m_bench.parser.values(u"filter"_s))
                window->showFilter(filter);
        }
        idle(10s); // the same either way; what a window counts once, when it opens, ends meanwhile
        const ServerCpu server(session);
        const auto serverBegin = server.readUs();
        const qint64 ownBegin = ownCpuUs();
        QElapsedTimer watch;
        watch.start();
        const Drained drained = drain(m_target, m_options);
        if (!drained)
            return tl::make_unexpected(drained.error());
        const double seconds = double(watch.nsecsElapsed()) / 1e9;
        const auto left = countNoopJobs(session, m_target.schema);
        if (!left)
            return tl::make_unexpected(left.error().message);
        if (*left != 0 || drained->middleSeconds <= 0)
            return tl::make_unexpected(u"%1 jobs were left over: raise --limit"_s.arg(*left));
        const double rate = double(m_options.expected) * kMiddle / drained->middleSeconds;
        (isBeside ? m_beside : m_alone).push_back(rate);
        if (isBeside) {
            m_windowShare.push_back(double(ownCpuUs() - ownBegin) / 1e6 / seconds * 100);
        }
        if (const auto cpu = usPerJob(serverBegin, server.readUs(), m_options.expected))
            (isBeside ? m_serverBeside : m_serverAlone).push_back(*cpu);
        return {};
    }

    [[nodiscard]] QJsonObject line() const
    {
        const double alone = percentile(m_alone, 50);
        const double beside = percentile(m_beside, 50);
        QJsonObject line{{u"verb"_s, u"beside"_s},
                         {u"jobs"_s, m_options.expected},
                         {u"rounds"_s, qint64(m_alone.size())},
                         {u"aloneJobsPerSecond"_s, rounded(alone)},
                         {u"besideJobsPerSecond"_s, rounded(beside)},
                         {u"slowerPercent"_s, rounded(slowerPercent())},
                         {u"windowCpuPercent"_s, rounded(percentile(m_windowShare, 50))},
                         {u"alone"_s, list(m_alone)},
                         {u"beside"_s, list(m_beside)}};
        if (!m_serverAlone.empty() && !m_serverBeside.empty()) {
            line.insert(u"serverCpuUsPerJobAlone"_s, rounded(percentile(m_serverAlone, 50)));
            line.insert(u"serverCpuUsPerJobBeside"_s, rounded(percentile(m_serverBeside, 50)));
        }
        return line;
    }

private:
    /// The median over the rounds: what drifts between rounds concerns both drains of a round.
    [[nodiscard]] double slowerPercent() const
    {
        std::vector<double> slower;
        for (size_t i = 0; i < m_alone.size(); ++i)
            slower.push_back((1 - m_beside[i] / m_alone[i]) * 100);
        return percentile(slower, 50);
    }

    static QJsonArray list(const std::vector<double> &rates)
    {
        QJsonArray list;
        for (const double rate : rates)
            list.append(rounded(rate));
        return list;
    }

    Bench &m_bench;
    Target &m_target;
    const DrainOptions m_options;
    std::vector<double> m_alone;
    std::vector<double> m_beside;
    std::vector<double> m_windowShare;
    std::vector<double> m_serverAlone;
    std::vector<double> m_serverBeside;
};

} // namespace

MainWindowSetup setupFor(const Target &target)
{
    MainWindowSetup setup;
    setup.connection = target.settings;
    setup.schema = target.schema;
    setup.profileName = u"bench"_s;
    setup.environment = Environment::Production;
    return setup;
}

int besideVerb(Bench &bench)
{
    const auto jobs = bench.number(u"jobs"_s, 100, 100000000);
    const auto rounds = bench.number(u"rounds"_s, 1, 1000);
    auto options = drainOptions(bench);
    if (!jobs || !rounds || !options)
        return 2;
    auto target = bench.target(false);
    if (!target)
        return 1;
    options->expected = *jobs;
    const auto before = countNoopJobs(*target->session, target->schema);
    if (!before)
        return bench.complain(before.error());
    if (*before != 0)
        return bench.complain(u"there are jobs of the task %1 already"_s.arg(kTask));
    BesideBench beside(bench, *target, *options);
    for (qint64 i = 0; i < *rounds; ++i) {
        // The order alternates too, so that drift favours neither.
        for (const bool isBeside : {i % 2 == 1, i % 2 == 0}) {
            if (const auto measured = beside.round(isBeside); !measured)
                return bench.complain(measured.error());
        }
    }
    return bench.print(beside.line());
}

} // namespace yardmaster::bench
