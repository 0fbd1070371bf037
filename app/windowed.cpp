#include "app/windowed.h"

#include "app/exitcodes.h"
#include "app/headless.h"
#include "app/startup.h"
#include "app/unixsignals.h"
#include "ui/appicon.h"
#include "ui/mainwindow.h"
#include "ui/theme.h"

#include <QApplication>
#include <QFutureWatcher>
#include <QSettings>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

#ifdef Q_OS_LINUX
bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY")
        || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}
#else
bool hasDisplay()
{
    return true;
}
#endif

/// What the background start of a sandbox leaves behind. Shared, because QFuture copies.
struct Opened
{
    std::shared_ptr<PrivateCluster> sandbox;
    std::shared_ptr<const TaskRegistry> registry;
    QString tasksProblem; ///< the window works without a worker
    QString problem;      ///< no database: nothing works
};

Opened open(const CommandLine &line, bool isSandbox)
{
    Opened opened;
    if (isSandbox) {
        auto cluster = startup::openSandboxFor(line);
        if (!cluster) {
            opened.problem = cluster.error();
            return opened;
        }
        opened.sandbox = *std::move(cluster);
        const ConnectionSettings &connection = opened.sandbox->settings();
        if (line.examples) {
            if (auto queued = startup::prepareExamples(connection, line.worker.schema); !queued)
                opened.problem = queued.error();
        }
    }
    // Against somebody's own database a worker runs only when its tasks were named.
    if (isSandbox || line.tasks || !line.plugins.isEmpty()) {
        const QString folder = startup::tasksFolder(line, opened.sandbox.get());
        if (auto registry = startup::loadTasks(line, folder))
            opened.registry = *registry;
        else
            opened.tasksProblem = registry.error();
    }
    return opened;
}

/// Brings the window and what it shows together.
class WindowedRun
{
public:
    WindowedRun(const CommandLine &line, startup::Target target)
        : m_line(line)
        , m_target(std::move(target))
        , m_window(&m_settings)
    {
        QObject::connect(&m_watcher, &QFutureWatcher<Opened>::finished, &m_window,
                         [this] { onOpened(); });
        QObject::connect(&m_window, &MainWindow::retryRequested, &m_window, [this] { start(); });
        QObject::connect(&m_signals, &UnixSignals::received, &m_window,
                         [this] { m_window.close(); });
    }

    ~WindowedRun() { m_watcher.waitForFinished(); }
    Q_DISABLE_COPY_MOVE(WindowedRun)

    void start()
    {
        if (m_watcher.isRunning())
            return;
        if (m_target.isSandbox)
            m_window.showWaiting(
                u"Starting the sandbox database"_s,
                u"A private PostgreSQL on this machine. The first start takes a few "
                "seconds."_s);
        m_window.show();
        m_watcher.setFuture(QtConcurrent::run(open, m_line, m_target.isSandbox));
    }

private:
    void onOpened()
    {
        m_opened = m_watcher.result();
        if (!m_opened.problem.isEmpty()) {
            m_window.showFailure(u"The sandbox database did not start"_s, m_opened.problem);
            return;
        }
        MainWindowSetup setup;
        setup.connection = m_opened.sandbox ? m_opened.sandbox->settings() : m_target.connection;
        setup.schema = m_line.worker.schema;
        setup.profileName = m_opened.sandbox ? u"sandbox"_s : setup.connection.describe();
        setup.environment = m_opened.sandbox ? Environment::Sandbox : Environment::Development;
        if (m_opened.registry) {
            setup.worker = m_line.worker;
            setup.worker->connection = setup.connection;
            setup.worker->migrates = m_opened.sandbox != nullptr; // elsewhere only when asked
            setup.registry = m_opened.registry;
            setup.startWorker = m_opened.sandbox != nullptr;
        }
        m_window.connectTo(setup);
        if (!m_opened.tasksProblem.isEmpty())
            complain(m_opened.tasksProblem);
    }

    const CommandLine m_line;
    const startup::Target m_target;
    QSettings m_settings;
    Opened m_opened; // the sandbox outlives the window's worker
    MainWindow m_window;
    UnixSignals m_signals;
    QFutureWatcher<Opened> m_watcher;
};

} // namespace

int runWindowed(const CommandLine &line, int &argc, char **argv)
{
    if (!hasDisplay()) {
        complain(u"there is no display to open the window on; use --no-gui"_s);
        return ExitUsage;
    }
    auto target = startup::chooseTarget(line, QProcessEnvironment::systemEnvironment());
    if (!target) {
        complain(target.error());
        return ExitUsage;
    }
    QApplication app(argc, argv);
    const Theme theme;
    QApplication::setWindowIcon(appIcon());
    WindowedRun run(line, *std::move(target));
    run.start();
    return QApplication::exec();
}

} // namespace yardmaster
