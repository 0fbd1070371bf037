#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "tests/ui/stallingproxy.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/consolepanel.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QElapsedTimer>
#include <QLabel>
#include <QSettings>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::child;
using yardmaster::test::kPatience;
using yardmaster::test::openWindow;
using yardmaster::test::StallingProxy;
using yardmaster::test::TestDatabase;
using yardmaster::test::WindowFolder;

namespace {

/// Those that show what is in the database; Operations and This worker show what is on this
/// computer, and Cron a file beside it.
const QStringList &pagesOfTheServer()
{
    static const QStringList names{u"overview"_s, u"jobs"_s,    u"errors"_s, u"queues"_s,
                                   u"tasks"_s,    u"workers"_s, u"live"_s,   u"maintenance"_s};
    return names;
}

/// Those that read the table of jobs, again and again.
QStringList pagesOfTheJobs()
{
    QStringList names = pagesOfTheServer();
    names.removeOne(u"live"_s); // it listens, which neither a lock nor a missing table disturbs
    return names;
}

const QStringList &otherPages()
{
    static const QStringList names{u"cron"_s, u"worker"_s, u"operations"_s};
    return names;
}

/// As long as the server is back before a page has to show it.
constexpr int kRecovery = 5000;

} // namespace

/// A whole window on a server that comes and goes, is slow, or refuses: on each page,
/// what is shown is marked as old at once, recovers within five seconds of the server, and says
/// nothing else than the header does.
class TestServerOutages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aServerThatGoesIsSaidOnEachPage_data() { rows(pagesOfTheServer()); }
    void aServerThatGoesIsSaidOnEachPage();
    void pagesOpenedMeanwhileSayItToo();
    void pagesNeverSeenBeforeSayItToo();
    void aServerThatRefusesIsSaidOnEachPage_data();
    void aServerThatRefusesIsSaidOnEachPage();
    void aSlowServerIsSaidOnEachPage_data();
    void aSlowServerIsSaidOnEachPage();
    void aServerThatFallsSilentIsSaidOnEachPage();

private:
    static void rows(const QStringList &names)
    {
        QTest::addColumn<QString>("page");
        for (const QString &name : names)
            QTest::newRow(qPrintable(name)) << name;
    }
    void bringToFront(const QString &page) { test::bringToFront(*m_window, page); }
    void refuse()
    {
        m_database->refuse("yardmaster console");
        m_database->refuse("yardmaster live");
    }
    QString header() const { return test::connectionWord(*m_window); }
    QString text() const { return test::textInFront(*m_window); }
    static bool saysTrouble(const QString &text)
    {
        return text.contains(u"Connection lost"_s) || text.contains(u"Cannot connect"_s)
            || text.contains(u"Not listening"_s);
    }
    bool saysTrouble() const { return saysTrouble(text()); }
    static bool isOld(const QString &text)
    {
        return saysTrouble(text) || text.contains(u"data read"_s)
            || text.contains(u"data shown was read"_s);
    }
    /// The page itself, not only the inspector beside it.
    bool isMarked() const
    {
        const QString all = test::textOfPage(*m_window);
        for (const QString &words : {u"No job queue here"_s, u"You see nothing"_s, u"Cannot read"_s,
                                     u"does not exist"_s, u"took too long"_s, u"Reading…"_s}) {
            if (all.contains(words))
                return true;
        }
        return isOld(all);
    }
    /// At once, and as long as the header says that something is wrong.
    void staysMarked()
    {
        QVERIFY2(QTest::qWaitFor([this] { return isMarked(); }, 500),
                 qUtf8Printable(header() + u'\n' + text()));
        QElapsedTimer clock;
        clock.start();
        while (!clock.hasExpired(4000)) {
            QTest::qWait(50);
            QVERIFY2(isMarked() && header() != u"Connected"_s,
                     qUtf8Printable(header() + u'\n' + text()));
        }
    }
    bool isHeaderInTrouble() const
    {
        return header() == u"Connection lost"_s || header() == u"Cannot connect"_s;
    }
    bool isFresh() const
    {
        const QString all = text();
        for (const QString &words :
             {u"Looking for"_s, u"Reading the"_s, u"Searching for"_s, u"Connecting to"_s}) {
            if (all.contains(words))
                return false;
        }
        return header() == u"Connected"_s && !isMarked() && !isOld(all);
    }
    bool becomesFresh(const QString &page, int patience)
    {
        bringToFront(page);
        return QTest::qWaitFor([this] { return isFresh(); }, patience);
    }

    WindowFolder m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::optional<TestDatabase> m_database;
    std::unique_ptr<MainWindow> m_window;
};

void TestServerOutages::init()
{
    m_database.emplace(TestDatabase::createMigrated());
    m_database->script(
        "select graphile_worker.add_job('send', queue_name := 'q') from generate_series(1, 20);"
        "select graphile_worker.add_job('bill') from generate_series(1, 5);"
        "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no' "
        "where id <= 5;"
        "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = 6;"
        "insert into graphile_worker._private_workers (id, last_heartbeat_at) values ('w', "
        "now() + interval '1 hour')");
    m_settings = std::make_unique<QSettings>(m_folder.filePath(u"s.ini"_s), QSettings::IniFormat);
    m_window = openWindow(m_settings.get(), *m_database, Environment::Staging);
    QVERIFY(becomesFresh(u"jobs"_s, kPatience));
    auto *jobs = child<JobsPanel>(*m_window);
    QTRY_VERIFY_WITH_TIMEOUT(jobs->model()->rowCount() > 0, kPatience);
    jobs->table()->setCurrentIndex(jobs->model()->index(0, 0));
    const auto *inspector = child<InspectorPanel>(*m_window);
    QTRY_VERIFY_WITH_TIMEOUT(inspector->job()->details(), kPatience);
}

void TestServerOutages::cleanup()
{
    m_window.reset();
    m_database->admit();
    m_database.reset();
}

void TestServerOutages::aServerThatGoesIsSaidOnEachPage()
{
    QFETCH(const QString, page);
    QVERIFY2(becomesFresh(page, kPatience), qUtf8Printable(text()));
    refuse();
    QTRY_VERIFY_WITH_TIMEOUT(isHeaderInTrouble(), kPatience);
    // At once, though none of them asks more often than every two seconds.
    QVERIFY2(QTest::qWaitFor([this] { return saysTrouble(); }, 1000), qUtf8Printable(text()));
    QTest::qWait(1500); // and goes on to, while it tries again
    QVERIFY2(QTest::qWaitFor([this] { return saysTrouble() && isHeaderInTrouble(); }, 500),
             qUtf8Printable(header() + u'\n' + text()));
    m_database->admit();
    QVERIFY2(QTest::qWaitFor([this] { return isFresh(); }, kRecovery),
             qUtf8Printable(header() + u'\n' + text()));
}

void TestServerOutages::pagesOpenedMeanwhileSayItToo()
{
    for (const QString &page : pagesOfTheServer())
        QVERIFY2(becomesFresh(page, kPatience), qUtf8Printable(page + u'\n' + text()));
    refuse();
    QTRY_VERIFY_WITH_TIMEOUT(isHeaderInTrouble(), kPatience);
    for (const QString &page : pagesOfTheServer()) {
        bringToFront(page);
        QVERIFY2(QTest::qWaitFor([this] { return saysTrouble(); }, 3000),
                 qUtf8Printable(page + u'\n' + text()));
        QVERIFY(!text().contains(u"No failed job was found"_s));
    }
    m_database->admit();
    QVERIFY(QTest::qWaitFor([this] { return header() == u"Connected"_s; }, kRecovery));
    for (const QString &page : pagesOfTheServer() + otherPages()) {
        bringToFront(page);
        QVERIFY2(QTest::qWaitFor([this] { return !saysTrouble(); }, kRecovery),
                 qUtf8Printable(page + u'\n' + text()));
    }
}

void TestServerOutages::pagesNeverSeenBeforeSayItToo()
{
    refuse();
    QTRY_VERIFY_WITH_TIMEOUT(isHeaderInTrouble(), kPatience);
    for (const QString &page : pagesOfTheServer()) {
        bringToFront(page);
        QVERIFY2(QTest::qWaitFor([this] { return saysTrouble(); }, 5000),
                 qUtf8Printable(page + u'\n' + text()));
        for (const QString &claim : {u"No failures"_s, u"No failed job"_s, u"No tasks"_s,
                                     u"No named queues"_s, u"No worker on"_s})
            QVERIFY2(!text().contains(claim), qUtf8Printable(page + u'\n' + text()));
    }
    m_database->admit();
    QVERIFY(QTest::qWaitFor([this] { return header() == u"Connected"_s; }, kRecovery));
    for (const QString &page : pagesOfTheServer())
        QVERIFY2(becomesFresh(page, kRecovery), qUtf8Printable(page + u'\n' + text()));
}

void TestServerOutages::aServerThatRefusesIsSaidOnEachPage_data()
{
    rows(pagesOfTheJobs());
}

void TestServerOutages::aServerThatRefusesIsSaidOnEachPage()
{
    QFETCH(const QString, page);
    QVERIFY2(becomesFresh(page, kPatience), qUtf8Printable(text()));
    m_database->script("alter table graphile_worker._private_jobs rename to gone");
    QTRY_VERIFY_WITH_TIMEOUT(header() != u"Connected"_s, kPatience);
    staysMarked();
    m_database->script("alter table graphile_worker.gone rename to _private_jobs");
    QVERIFY2(QTest::qWaitFor([this] { return isFresh(); }, kRecovery),
             qUtf8Printable(header() + u'\n' + text()));
}

void TestServerOutages::aSlowServerIsSaidOnEachPage_data()
{
    rows(pagesOfTheJobs());
}

/// The table of jobs is locked: statements about it end by their time limits.
void TestServerOutages::aSlowServerIsSaidOnEachPage()
{
    QFETCH(const QString, page);
    QVERIFY2(becomesFresh(page, kPatience), qUtf8Printable(text()));
    const auto blocker = m_database->session();
    (void)blocker->script(
        "begin; lock table graphile_worker._private_jobs in access exclusive mode");
    QTRY_VERIFY_WITH_TIMEOUT(header() != u"Connected"_s, kPatience);
    staysMarked();
    (void)blocker->script("rollback");
    QVERIFY2(QTest::qWaitFor([this] { return isFresh(); }, kRecovery),
             qUtf8Printable(header() + u'\n' + text()));
}

/// Nothing comes back, not even a refusal.
void TestServerOutages::aServerThatFallsSilentIsSaidOnEachPage()
{
    StallingProxy proxy(m_database->settings());
    m_window = openWindow(m_settings.get(), proxy.settings(), Environment::Staging);
    for (const QString &page : pagesOfTheJobs())
        QVERIFY2(becomesFresh(page, kPatience), qUtf8Printable(page + u'\n' + text()));
    proxy.setStalled(true);
    QTRY_COMPARE_WITH_TIMEOUT(header(), u"No answer"_s, kPatience);
    for (const QString &page : pagesOfTheJobs()) {
        bringToFront(page);
        QVERIFY2(QTest::qWaitFor([this] { return isMarked(); }, 500),
                 qUtf8Printable(page + u'\n' + text()));
    }
    proxy.setStalled(false);
    QTRY_COMPARE_WITH_TIMEOUT(header(), u"Connected"_s, kRecovery);
    for (const QString &page : pagesOfTheJobs())
        QVERIFY2(becomesFresh(page, kRecovery), qUtf8Printable(page + u'\n' + text()));
}

YARDMASTER_WINDOW_TEST(TestServerOutages)
#include "tst_serveroutages.moc"
