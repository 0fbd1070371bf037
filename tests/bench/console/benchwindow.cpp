#include "tests/bench/console/benchwindow.h"

#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/query/jobloads.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QHeaderView>
#include <QSettings>
#include <QTest>

#include <algorithm>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 5min;

} // namespace

bool waitUntil(const std::function<bool()> &isDone)
{
    const QDeadlineTimer deadline(kPatience);
    QTimer wake; // for what changes without an event
    wake.start(20ms);
    while (!isDone()) {
        if (deadline.hasExpired())
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    return true;
}

Result<void> tookTooLong(const QString &what)
{
    return fail(DbError::Kind::Statement, u"%1 takes minutes"_s.arg(what));
}

void idle(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

BenchWindow::BenchWindow()
    : m_settings(
        std::make_unique<QSettings>(m_folder.filePath(u"window.ini"_s), QSettings::IniFormat))
    , m_window(std::make_unique<MainWindow>(m_settings.get()))
{
    m_window->resize(1280, 800);
    m_window->show();
    m_window->activateWindow();
    (void)QTest::qWaitForWindowExposed(m_window.get());
}

BenchWindow::~BenchWindow() = default;

ConsolePage *BenchWindow::page() const
{
    return m_window->findChild<ConsolePage *>();
}

void BenchWindow::connectTo(const MainWindowSetup &setup)
{
    m_window->connectTo(setup);
    m_jobs = m_window->findChild<JobsPanel *>();
    if (!m_jobs->isVisible()) // another page is in front
        page()->context()->requestFilter({});
}

bool BenchWindow::command(const QString &name) const
{
    auto *action = m_window->findChild<QAction *>(name);
    if (action)
        action->trigger();
    return action != nullptr;
}

void BenchWindow::showFilter(const QString &filter) const
{
    page()->context()->requestFilter(filter);
}

void BenchWindow::press(Qt::Key key) const
{
    QTest::keyClick(m_jobs->table(), key);
}

bool BenchWindow::isSettled() const
{
    const auto phase = m_jobs->model()->phase();
    return phase != JobsModel::Phase::Loading && phase != JobsModel::Phase::Nothing;
}

bool BenchWindow::waitForRows() const
{
    if (!waitUntil([this] { return m_jobs->model()->rowCount() > 0 || isSettled(); }))
        return false;
    draw();
    return true;
}

bool BenchWindow::waitForScreen() const
{
    const QTableView *table = m_jobs->table();
    const int screen = table->viewport()->height() / table->verticalHeader()->defaultSectionSize();
    if (!waitUntil([&] { return m_jobs->model()->rowCount() > screen || isSettled(); }))
        return false;
    draw();
    return true;
}

bool BenchWindow::waitForList() const
{
    if (!waitUntil([this] { return isSettled(); }))
        return false;
    draw();
    return true;
}

bool BenchWindow::waitForCounts() const
{
    return waitUntil([this] {
        const StateCounts &counts = monitor()->counts();
        return monitor()->state() == QueueMonitor::State::Live && counts.ready.isKnown()
            && counts.scheduled.isKnown();
    });
}

bool BenchWindow::waitForAllCounts(const JobLoad &exact) const
{
    const qint64 hundredth = *exact.all().value / 100;
    return waitUntil([this, hundredth, states = exact]() mutable {
        StateCounts shown = monitor()->counts();
        if (monitor()->state() != QueueMonitor::State::Live)
            return false;
        for (std::size_t i = 0; i < shown.counts().size(); ++i) {
            const bool isKnown = *states.counts().at(i)->value > hundredth
                ? shown.counts().at(i)->isWhole()
                : shown.counts().at(i)->value.has_value();
            if (!isKnown)
                return false;
        }
        return true;
    });
}

void BenchWindow::draw() const
{
    m_jobs->table()->viewport()->repaint();
}

} // namespace yardmaster::bench
