#include "app/windowpage.h"

#include "app/headless.h"
#include "worker/tasks/graphileconfig.h"

#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct WindowPageText
{
    Q_DECLARE_TR_FUNCTIONS(WindowPage)
};

} // namespace

WindowPage::WindowPage(const CommandLine &line, Destination destination, QSettings *settings)
    : m_line(line)
    , m_destination(std::move(destination))
    , m_window(settings)
{
    QObject::connect(&m_watcher, &QFutureWatcher<Opened>::finished, &m_window,
                     [this] { onOpened(); });
    QObject::connect(&m_window, &MainWindow::retryRequested, &m_window, [this] { start(); });
}

WindowPage::~WindowPage()
{
    m_watcher.waitForFinished();
}

void WindowPage::welcome(const QList<Profile> &session)
{
    m_isWelcome = true;
    m_window.showWelcome(session);
    m_window.window()->show();
}

QString WindowPage::loginKey() const
{
    return yardmaster::loginKey(m_destination.profile.id, m_destination.profile.connection);
}

void WindowPage::redirect(Destination destination)
{
    m_watcher.waitForFinished();
    m_destination = std::move(destination);
    start();
}

void WindowPage::openSandbox(bool withExamples)
{
    m_line.examples = withExamples;
    start();
}

void WindowPage::start()
{
    if (m_watcher.isRunning())
        return;
    m_isWelcome = false;
    if (m_destination.target.isSandbox)
        m_window.showWaiting(
            WindowPageText::tr("Starting the sandbox database"),
            WindowPageText::tr(
                "A private PostgreSQL on this machine. The first start takes a few seconds."));
    m_window.window()->show();
    m_watcher.setFuture(QtConcurrent::run(openAll, m_line, m_destination.target.isSandbox));
}

WindowPage::Opened WindowPage::openAll(const CommandLine &line, bool isSandbox)
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
            if (auto queued = startup::prepareExamples(connection, line); !queued)
                opened.problem = queued.error();
        }
    }
    // Outside the sandbox a worker runs only if its tasks were named.
    if (isSandbox || line.tasks || !line.plugins.isEmpty() || !line.http.isEmpty()) {
        const QString folder = startup::tasksFolder(line, opened.sandbox.get());
        const QString config = line.tasks ? graphileConfigIn(u"."_s) : QString();
        if (!config.isEmpty() && !line.config && line.usesConfig)
            qWarning("%s is not read: the window reads it only if given with --config",
                     qUtf8Printable(config));
        const auto loaded = startup::loadTasks(line, folder);
        auto cron = startup::cronSource(line, folder);
        if (!loaded) {
            opened.tasksProblem = loaded.error();
        } else if (!cron) {
            opened.tasksProblem = cron.error();
        } else {
            opened.registry = loaded->registry;
            opened.sources = startup::taskSources(line, folder);
            opened.listing = listTasks(*loaded);
            opened.cron = *std::move(cron);
        }
    }
    return opened;
}

void WindowPage::onOpened()
{
    m_opened = m_watcher.result();
    if (!m_opened.problem.isEmpty()) {
        m_window.showFailure(WindowPageText::tr("The sandbox database did not start"),
                             m_opened.problem);
        return;
    }
    const Profile &profile = m_destination.profile;
    MainWindowSetup setup;
    setup.connection
        = m_opened.sandbox ? m_opened.sandbox->settings() : m_destination.target.connection;
    setup.keepsPassword = m_destination.keepsPassword;
    setup.schema = profile.schema;
    setup.profileId = m_opened.sandbox ? Profile::sandbox().id : profile.id;
    setup.profileName = m_opened.sandbox ? u"sandbox"_s : profile.name;
    setup.environment = m_opened.sandbox ? Environment::Sandbox : profile.environment;
    setup.colour = profile.colour;
    setup.isReadOnly = profile.isReadOnly;
    setup.view = m_destination.view;
    if (m_opened.registry && !profile.isReadOnly) {
        setup.worker = m_line.worker;
        setup.worker->schema = setup.schema;
        setup.worker->connection = setup.connection;
        setup.worker->cron = m_opened.cron;
        setup.worker->migrates = m_opened.sandbox != nullptr; // elsewhere only on request
        setup.registry = m_opened.registry;
        setup.sources = m_opened.sources;
        setup.listing = m_opened.listing;
        setup.startWorker = m_opened.sandbox != nullptr;
    }
    m_window.connectTo(setup);
    if (!m_opened.tasksProblem.isEmpty())
        complain(m_opened.tasksProblem);
}

} // namespace yardmaster
