#include "ui/mainwindow.h"

#include "models/localworker.h"
#include "models/queuemonitor.h"
#include "ui/appicon.h"
#include "ui/closingbar.h"
#include "ui/startpage.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kGeometryKey = "window/geometry"_L1;
/// Beyond the grace period; a kill takes the engine up to three seconds.
constexpr auto kPatience = 5s;

} // namespace

MainWindow::MainWindow(QSettings *settings, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_pages(new QStackedWidget(this))
    , m_start(new StartPage(this))
    , m_patience(this)
{
    setWindowTitle(tr("Yardmaster"));
    setWindowIcon(appIcon());
    m_pages->addWidget(m_start);
    auto *center = new QWidget(this);
    auto *column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_pages, 1);
    setCentralWidget(center);
    makeMenus();

    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &MainWindow::close);
    connect(m_start, &StartPage::retryRequested, this, &MainWindow::retryRequested);

    resize(1100, 720);
    restoreGeometry(m_settings->value(kGeometryKey).toByteArray());
}

MainWindow::~MainWindow() = default;

void MainWindow::makeMenus()
{
    QMenu *file = menuBar()->addMenu(tr("&File"));
    QAction *another = file->addAction(tr("&Connect…"), this, &MainWindow::connectRequested);
    another->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_N));
    file->addSeparator();
    QAction *quit = file->addAction(tr("&Quit"), this, &MainWindow::close);
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
    quit->setMenuRole(QAction::QuitRole);

    QMenu *workerMenu = menuBar()->addMenu(tr("&Worker"));
    m_startWorker = workerMenu->addAction(tr("&Start worker"), this, [this] { worker()->start(); });
    m_stopWorker = workerMenu->addAction(tr("S&top worker"), this, [this] { worker()->stop(); });

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    QAction *about = help->addAction(tr("&About Yardmaster"), this, &MainWindow::showAbout);
    about->setMenuRole(QAction::AboutRole);
    updateActions();
}

void MainWindow::showWaiting(const QString &title, const QString &sentence)
{
    m_start->showWaiting(title, sentence);
    m_pages->setCurrentWidget(m_start);
}

void MainWindow::showFailure(const QString &title, const QString &sentence)
{
    m_start->showFailure(title, sentence);
    m_pages->setCurrentWidget(m_start);
}

void MainWindow::connectTo(const MainWindowSetup &setup)
{
    delete std::exchange(m_console, nullptr);
    m_console = new ConsolePage(setup, this);
    m_pages->addWidget(m_console);
    m_pages->setCurrentWidget(m_console);
    // Production keeps its word, whatever the profile is called.
    const QString word = environmentWord(setup.environment).toLower();
    const bool sayBoth = setup.environment == Environment::Production
        && setup.profileName.compare(word, Qt::CaseInsensitive) != 0;
    const QString name = setup.profileName.isEmpty() ? word : setup.profileName;
    setWindowTitle(tr("Yardmaster — %1").arg(sayBoth ? word + u" · "_s + name : name));
    if (worker())
        connect(worker(), &LocalWorker::stateChanged, this, &MainWindow::onWorkerState);
    updateActions();
    pauseWhileUnseen();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const bool isActive = worker() && worker()->state() != LocalWorker::State::Stopped;
    const bool isOverdue = m_closing && m_patience.remainingTime() <= 0;
    if (isActive && !isOverdue) {
        if (m_closing)
            worker()->kill(); // asked twice: do not wait for jobs
        else
            beginClosing();
        m_patience.start(std::max<std::chrono::milliseconds>(
                             0ms,
                             std::chrono::milliseconds(
                                 QDateTime::currentDateTimeUtc().msecsTo(worker()->graceEnds())))
                         + kPatience);
        event->ignore();
        return;
    }
    m_settings->setValue(kGeometryKey, saveGeometry());
    event->accept();
    Q_EMIT closed();
}

void MainWindow::beginClosing()
{
    worker()->stop();
    m_closing = new ClosingBar(worker(), centralWidget());
    centralWidget()->layout()->addWidget(m_closing);
    connect(m_closing, &ClosingBar::keepOpenRequested, this, &MainWindow::endClosing);
}

void MainWindow::endClosing()
{
    m_patience.stop();
    if (m_closing)
        std::exchange(m_closing, nullptr)->deleteLater(); // its button may be calling
}

void MainWindow::onWorkerState()
{
    updateActions();
    if (m_closing && worker()->state() == LocalWorker::State::Stopped) {
        endClosing();
        close();
    }
}

void MainWindow::updateActions()
{
    using State = LocalWorker::State;
    const State state = worker() ? worker()->state() : State::Stopped;
    m_startWorker->setEnabled(worker() && state == State::Stopped);
    m_stopWorker->setEnabled(state == State::Starting || state == State::Running);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        pauseWhileUnseen();
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    pauseWhileUnseen();
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    pauseWhileUnseen();
}

void MainWindow::pauseWhileUnseen()
{
    if (m_console)
        m_console->monitor()->setPaused(!isVisible() || isMinimized());
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("About Yardmaster"),
                                tr("Yardmaster %1").arg(QCoreApplication::applicationVersion()),
                                QMessageBox::Close, this);
    box->setInformativeText(tr("Desktop console and embedded worker for graphile-worker job queues "
                               "in PostgreSQL. MIT licence."));
    box->setIconPixmap(windowIcon().pixmap(64));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace yardmaster
