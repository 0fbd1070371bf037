#include "models/connecting/profilestore.h"
#include "models/connecting/secretstore.h"
#include "models/values/language.h"
#include "tests/bench/jobmix.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testdatabase.h"
#include "ui/kit/theme.h"
#include "ui/pages/cron/crondetails.h"
#include "ui/pages/cron/croneditor.h"
#include "ui/pages/cron/cronpanel.h"
#include "ui/shell/commands/commandpalette.h"
#include "ui/shell/connecting/connectdialog.h"
#include "ui/shell/mainwindow.h"
#include <yardmaster/taskregistry.h>

#include <QAction>
#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPainter>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;

namespace {

constexpr qint64 kJobs = 20000;

/// What a picture needs behind it.
enum class Queue {
    Empty,
    Full, ///< a realistic mix of jobs that nobody runs
    Busy, ///< jobs come, the window's worker runs them, and the history is recorded
};

/// Names that say something.
constexpr auto kNames = R"(
update graphile_worker._private_tasks set identifier = (array['send_email', 'resize_image',
    'import_feed', 'sync_crm', 'charge_card', 'reports/daily', 'reports/weekly', 'clean_up',
    'push_notice', 'video/transcode', 'search/index', 'webhooks/deliver'])
    [substr(identifier, 5)::int + 1] where identifier like 'mix\_%';
update graphile_worker._private_job_queues set queue_name = case queue_name
    when 'mix-held' then 'exports' else (array['billing', 'feeds', 'eu-1', 'eu-2', 'us-1', 'us-2',
    'mail', 'media'])[substr(queue_name, 10)::int + 1] end;
)";

/// Workers send heartbeats.
constexpr auto kHeartbeats = R"(
select graphile_worker.worker_heartbeat(id) from unnest(array['web-1', 'web-2',
    'yardmaster-app3-4711-5f0c2a']) as id;
)";

/// Another worker reads a crontab.
constexpr auto kKnownCrontab = R"(
insert into graphile_worker._private_known_crontabs (identifier, known_since)
select identifier, now() from unnest(array['reports/daily', 'import_feed', 'clean_up']) as identifier;
)";

constexpr auto kCrontab = R"(# m    h     d  M  w        task             options and payload
0      4     *  *  *        reports/daily    ?fill=2d&max=5
0      4     *  *  *        import_feed      ?queue=feeds&priority=-10
0      */4   *  *  *        send_email       ?jobKey=digest&jobKeyMode=preserve_run_at {to: 'team'}
30     2     *  *  *        stand_up         ?tz=Europe/Berlin
*/5    *     *  *  *        clean_up         ?fill=1d
#off 0 12 * * mon-fri       resize_image
15     25    *  *  *        reports/weekly   ?fil=1w
)";

/// A window on a queue, and what scenes do with it.
struct Stage
{
    MainWindow &window;
    QElapsedTimer opened = {};

    /// Clicks a command, wherever it comes from: command("view.theme-dark").
    void command(const char *id) const
    {
        auto *action = window.findChild<QAction *>(QString::fromLatin1(id));
        if (!action)
            qFatal("no command %s", id);
        action->trigger();
    }
    /// Since the window was opened.
    [[nodiscard]] std::chrono::milliseconds age() const
    {
        return std::chrono::milliseconds(opened.elapsed());
    }
};

/// One picture. `setUp` brings the window there; `settled` tells when it is to be taken; without,
/// when the window has been still for a moment.
struct Scene
{
    const char *name;
    Queue queue;
    std::function<void(const Stage &)> setUp;
    std::function<bool(const Stage &)> settled = {};
};

/// Adding a view is a line here.
const std::vector<Scene> &scenes()
{
    static const std::vector<Scene> all{
        {"jobs", Queue::Full, [](const Stage &) {}},
        {"empty", Queue::Empty, [](const Stage &) {}},
        {"overview", Queue::Busy,
         [](const Stage &stage) {
             stage.command("view.page-overview");
             stage.command("overview.range-all");
         },
         [](const Stage &stage) { return stage.age() > 75s; }},
        {"errors", Queue::Full, [](const Stage &stage) { stage.command("view.page-errors"); }},
        {"queues", Queue::Full, [](const Stage &stage) { stage.command("view.page-queues"); }},
        {"tasks", Queue::Full, [](const Stage &stage) { stage.command("view.page-tasks"); }},
        {"workers", Queue::Full, [](const Stage &stage) { stage.command("view.page-workers"); }},
        {"cron", Queue::Busy,
         [](const Stage &stage) {
             static const QTemporaryDir folder;
             QFile file(folder.filePath(u"crontab"_s));
             if (!file.open(QIODevice::WriteOnly) || file.write(kCrontab) < 0)
                 qFatal("cannot write a crontab");
             file.close();
             auto *page = stage.window.findChild<CronPanel *>();
             stage.command("view.page-cron");
             page->openFile(file.fileName());
             page->editor()->goTo(5, 8);
             page->findChild<CronDetails *>()->setPage(CronDetails::Week);
         }},
        {"history", Queue::Busy,
         [](const Stage &stage) {
             QTimer::singleShot(18s, &stage.window,
                                [stage] { stage.command("view.page-history"); });
         },
         [](const Stage &stage) { return stage.age() > 20s; }},
        {"live", Queue::Busy, [](const Stage &stage) { stage.command("view.page-live"); },
         [](const Stage &stage) { return stage.age() > 8s; }},
        {"worker", Queue::Busy, [](const Stage &stage) { stage.command("view.page-worker"); },
         [](const Stage &stage) { return stage.age() > 8s; }},
        {"maintenance", Queue::Full,
         [](const Stage &stage) { stage.command("view.page-maintenance"); }},
        {"alerts", Queue::Full, [](const Stage &stage) { stage.command("alerts.edit"); }},
        {"operations", Queue::Full,
         [](const Stage &stage) { stage.command("view.page-operations"); }},
        {"operation", Queue::Full, [](const Stage &stage) { stage.command("jobs.reschedule"); }},
        {"palette", Queue::Full,
         [](const Stage &stage) {
             stage.command("edit.find-command");
             QTest::keyClicks(stage.window.findChild<CommandPalette *>()->findChild<QLineEdit *>(),
                              u"re"_s);
         }},
        {"keys", Queue::Full, [](const Stage &stage) { stage.command("help.keys"); }},
        {"shortcuts", Queue::Full, [](const Stage &stage) { stage.command("help.shortcuts"); }},
        {"connect", Queue::Full,
         [](const Stage &stage) {
             static QTemporaryDir folder;
             static ProfileStore profiles(folder.filePath(u"profiles.ini"_s));
             static MemorySecrets secrets;
             (new ConnectDialog(&profiles, &secrets, &stage.window))->open();
         }},
    };
    return all;
}

void wait(std::chrono::milliseconds time)
{
    QTest::qWait(int(time.count()));
}

/// The window with the dialogs over it, as a person sees them.
QPixmap pictureOf(const MainWindow &window)
{
    QPixmap picture = const_cast<MainWindow &>(window).grab();
    const auto dialogs = window.findChildren<QDialog *>();
    for (QDialog *dialog : dialogs) {
        if (!dialog->isVisible())
            continue;
        QPainter painter(&picture);
        painter.fillRect(picture.rect(), QColor(0, 0, 0, 90));
        const QSize room = window.size();
        const QSize size = dialog->size();
        painter.drawPixmap(
            QPoint((room.width() - size.width()) / 2, (room.height() - size.height()) / 2),
            dialog->grab());
    }
    return picture;
}

std::shared_ptr<TaskRegistry> makeTasks()
{
    auto tasks = std::make_shared<TaskRegistry>();
    tasks->add(u"send_email"_s, [](const TaskContext &context) {
        std::this_thread::sleep_for(40ms);
        context.output(u"250 accepted for delivery"_s, false);
        return TaskOutcome::success();
    });
    tasks->add(u"resize_image"_s, [](const TaskContext &context) {
        for (int step = 1; step <= 20 && !context.stop.stop_requested(); ++step) {
            std::this_thread::sleep_for(150ms);
            context.progress(step / 20.0, u"%1 of 20 sizes"_s.arg(step));
        }
        return TaskOutcome::success();
    });
    tasks->add(u"import_feed"_s, [](const TaskContext &context) {
        std::this_thread::sleep_for(120ms);
        return context.job.info.id % 4 == 0
            ? TaskOutcome::retryLater(u"connect ETIMEDOUT 203.0.113.7:443"_s, 1min)
            : TaskOutcome::success();
    });
    return tasks;
}

/// About as many jobs as three threads manage.
void addJobs(const TestDatabase &database)
{
    database.script("select graphile_worker.add_job('send_email') from generate_series(1, 5 + "
                    "(random() * 12)::int);"
                    "select graphile_worker.add_job('import_feed', queue_name => 'feeds')"
                    " from generate_series(1, (random() * 3)::int);"
                    "select graphile_worker.add_job('resize_image') where random() < 0.3");
}

/// YARDMASTER_PICTURE_SIZE, such as 1440x900; else 1280x800.
QSize windowSize()
{
    const QString text = qEnvironmentVariable("YARDMASTER_PICTURE_SIZE", u"1280x800"_s);
    const QSize size(text.section(u'x', 0, 0).toInt(), text.section(u'x', 1).toInt());
    if (size.isEmpty())
        qFatal("YARDMASTER_PICTURE_SIZE is not like 1440x900: %s", qUtf8Printable(text));
    return size;
}

void take(const Scene &scene, Theme *theme, const QString &folder, const TestDatabase &database)
{
    QTemporaryDir scratch;
    QSettings settings(scratch.filePath(u"window.ini"_s), QSettings::IniFormat);
    MainWindow window(&settings);
    window.resize(windowSize());
    window.show();
    if (!QTest::qWaitForWindowExposed(&window))
        qFatal("the window does not appear");
    MainWindowSetup setup;
    setup.connection = database.settings();
    setup.environment = Environment::Staging;
    setup.profileName = u"shop"_s;
    if (scene.queue == Queue::Full)
        database.script(kHeartbeats);
    QTimer producer;
    if (scene.queue == Queue::Busy) {
        setup.worker.emplace();
        setup.worker->connection = setup.connection;
        setup.worker->concurrency = 3;
        setup.registry = makeTasks();
        setup.startWorker = true;
        QObject::connect(&producer, &QTimer::timeout, &window, [&] { addJobs(database); });
        producer.start(700ms);
        test::installHistoryIn(database);
        QTimer::singleShot(40s, &window, [&] { database.script(kKnownCrontab); });
    }
    window.connectTo(setup);
    Stage stage{window};
    stage.opened.start();
    wait(1500ms); // counts and first page
    scene.setUp(stage);
    QDeadlineTimer patience(120s);
    do {
        wait(700ms);
    } while (scene.settled && !scene.settled(stage) && !patience.hasExpired());

    for (const bool isDark : {false, true}) {
        theme->setChoice(isDark ? Theme::Choice::Dark : Theme::Choice::Light);
        wait(200ms);
        const QString file = u"%1/%2-%3.png"_s.arg(folder, QString::fromLatin1(scene.name),
                                                   isDark ? u"dark"_s : u"light"_s);
        if (!pictureOf(window).save(file))
            qFatal("cannot write %s", qUtf8Printable(file));
        std::printf("%s\n", qUtf8Printable(file));
        std::fflush(stdout);
    }
    theme->setChoice(Theme::Choice::Light);
}

} // namespace

/// screenshots FOLDER [SCENE...]: pictures of every main view, light and dark, of a real window on
/// a queue with a realistic mix of jobs. Needs the tests' PostgreSQL.
int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QApplication::setApplicationVersion(QStringLiteral(YARDMASTER_VERSION));
    const QStringList arguments = QApplication::arguments().mid(1);
    if (arguments.isEmpty()) {
        std::fputs("usage: screenshots FOLDER [SCENE...]\n", stderr);
        return 2;
    }
    if (!QDir().mkpath(arguments.first()))
        qFatal("cannot make %s", qUtf8Printable(arguments.first()));
    Language::install(qEnvironmentVariable("YARDMASTER_LANGUAGE", u"en"_s));
    Theme theme;
    theme.setChoice(Theme::Choice::Light);

    const TestDatabase full = TestDatabase::createMigrated();
    const TestDatabase empty = TestDatabase::createMigrated();
    if (const auto filled = bench::fillJobMix(*full.session(), u"graphile_worker"_s, kJobs);
        !filled)
        qFatal("%s", qUtf8Printable(filled.error().message));
    full.script(kNames);
    const QStringList wanted = arguments.mid(1);
    for (const Scene &scene : scenes()) {
        if (!wanted.isEmpty() && !wanted.contains(QString::fromLatin1(scene.name)))
            continue;
        const TestDatabase busy = TestDatabase::createMigrated();
        const TestDatabase &database = scene.queue == Queue::Full ? full
            : scene.queue == Queue::Empty                         ? empty
                                                                  : busy;
        take(scene, &theme, arguments.first(), database);
    }
    return 0;
}
