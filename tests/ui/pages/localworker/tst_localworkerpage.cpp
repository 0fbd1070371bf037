#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/pages/localworker/localworkerpage.h"

#include "models/connecting/profile.h"
#include "models/console/consolecontext.h"
#include "models/localworker/localworker.h"
#include "models/localworker/runsmodel.h"
#include "tests/support/testworker.h"
#include "ui/kit/sourceeditor.h"
#include "ui/pages/localworker/runlog.h"
#include "ui/pages/localworker/runstable.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

#include <atomic>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The page of the window's own worker, with real tasks, jobs and threads. Long because of the
/// states of a worker and of its set-up, and of what is refused.
class TestLocalWorkerPage : public QObject
{
    Q_OBJECT

private:
    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;

    /// A page with what it borrows.
    struct Window
    {
        std::unique_ptr<ConsoleContext> context;
        std::unique_ptr<LocalWorker> worker;
        std::unique_ptr<LocalWorkerPage> page;
    };
    [[nodiscard]] Window open(std::shared_ptr<const TaskRegistry> registry,
                              Environment environment = Environment::Development) const
    {
        ConsoleTarget target;
        target.connection = m_database->settings();
        target.profileId = u"profile"_s;
        target.profileName = u"shop"_s;
        target.environment = environment;
        WorkerOptions options;
        options.connection = target.connection;
        options.concurrency = 2;
        options.migrates = false;
        Window window;
        window.context = std::make_unique<ConsoleContext>(target);
        window.worker = std::make_unique<LocalWorker>(options, std::move(registry));
        window.page = std::make_unique<LocalWorkerPage>(window.context.get(), window.worker.get());
        window.page->setSettings(m_settings.get());
        window.page->resize(1100, 700);
        window.page->show();
        return window;
    }
    /// The setup of open()'s worker, in the settings.
    [[nodiscard]] QString keptUnder() const
    {
        return loginKey(u"profile"_s, m_database->settings());
    }
    void writeTask(const QString &name, const QByteArray &script) const
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + script);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                            | QFileDevice::ExeOwner);
    }
    void put(const QString &name, const QByteArray &content) const
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    /// What the form shows of the tasks, cells separated by |.
    static QStringList taskLines(const Window &window)
    {
        const auto *list = child<QTreeWidget>(*window.page, "setupTaskList");
        QStringList lines;
        for (int i = 0; list->isVisible() && i < list->topLevelItemCount(); ++i) {
            QStringList cells;
            for (int column = 0; column < list->columnCount(); ++column)
                cells << list->topLevelItem(i)->text(column);
            lines << cells.join(u'|');
        }
        return lines;
    }
    qint64 add(const QByteArray &arguments) const
    {
        return m_database->scalar("select id from graphile_worker.add_job(" + arguments + ')')
            .toLongLong();
    }
    static QAction *command(const Window &window, const QString &id)
    {
        auto *action = window.page->findChild<QAction *>(id);
        if (!action)
            qFatal("no command %s", qPrintable(id));
        return action;
    }
    static QString text(const Window &window, const char *label)
    {
        return child<QLabel>(*window.page, label)->text();
    }
    static void click(const Window &window, const char *button)
    {
        QTest::mouseClick(child<QPushButton>(*window.page, button), Qt::LeftButton);
    }
    static void type(const Window &window, const char *line, const QString &what)
    {
        auto *edit = child<QLineEdit>(*window.page, line);
        edit->clear();
        QTest::keyClicks(edit, what);
    }
    static bool isEnabled(const Window &window, const char *button)
    {
        return child<QPushButton>(*window.page, button)->isEnabled();
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true); // the operator log
    }
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings
            = std::make_unique<QSettings>(m_folder->filePath(u"s.ini"_s), QSettings::IniFormat);
    }
    void cleanup()
    {
        m_settings.reset();
        m_folder.reset();
        m_database.reset();
    }

    void aWorkerIsSetUpAndRunsJobs()
    {
        writeTask(u"greet"_s, "echo hello; exit 0\n");
        Window window = open(nullptr);
        QVERIFY(!child<QPushButton>(*window.page, "workerButton")->isVisible());
        click(window, "workerSetUpButton");
        QVERIFY(!isEnabled(window, "setupUse"));
        type(window, "setupTasks", m_folder->filePath(u"nowhere"_s));
        QTRY_VERIFY_WITH_TIMEOUT(text(window, "setupFound").contains("nowhere"_L1), kPatience);
        QVERIFY(!isEnabled(window, "setupUse"));
        type(window, "setupTasks", m_folder->path());
        QTRY_VERIFY_WITH_TIMEOUT(isEnabled(window, "setupUse"), kPatience);
        QCOMPARE(text(window, "setupFound"), u"1 task"_s);
        QCOMPARE(taskLines(window),
                 QStringList{u"greet|executable|%1/greet|"_s.arg(m_folder->path())});
        click(window, "setupUse");
        QCOMPARE(window.worker->tasks(), QStringList{u"greet"_s});
        QCOMPARE(window.worker->state(), LocalWorker::State::Stopped); // nobody asked for that
        QVERIFY(text(window, "workerSummary").contains(m_folder->path()));
        click(window, "workerButton");
        const qint64 id = add("'greet'");
        auto *ended = child<RunsTable>(*window.page, "endedRuns");
        QTRY_COMPARE_WITH_TIMEOUT(ended->runs()->rowOfJob(id), 0, kPatience);
        QVERIFY(!isEnabled(window, "setupUse")); // it runs
        window.worker->stop();
        QTRY_COMPARE_WITH_TIMEOUT(window.worker->state(), LocalWorker::State::Stopped, kPatience);
    }

    void filesThatCannotRunAreListedWithTheReason()
    {
        writeTask(u"greet"_s, "exit 0\n");
        put(u"hook.http"_s, "url: https://user:password@example.com/\n");
        put(u"wrong.http"_s, "url: example.com\n");
        put(u"notes.txt"_s, "notes\n");
        Window window = open(nullptr);
        click(window, "workerSetUpButton");
        QVERIFY(taskLines(window).isEmpty());
        type(window, "setupTasks", m_folder->path());
        QTRY_VERIFY_WITH_TIMEOUT(isEnabled(window, "setupUse"), kPatience);
        QCOMPARE(text(window, "setupFound"), u"2 tasks"_s);
        const QString path = m_folder->path();
        QCOMPARE(taskLines(window),
                 (QStringList{u"greet|executable|%1/greet|"_s.arg(path),
                              u"hook|HTTP|%1/hook.http|"_s.arg(path),
                              u"wrong|HTTP|%1/wrong.http|line 1: the URL does not begin with "
                              "https:// or http://"_s.arg(path),
                              u"|not a task|%1/notes.txt|it has no execute permission "
                              "(chmod +x)"_s.arg(path)}));
        type(window, "setupTasks", m_folder->filePath(u"nowhere"_s));
        QTRY_VERIFY_WITH_TIMEOUT(text(window, "setupFound").contains("nowhere"_L1), kPatience);
        QVERIFY(taskLines(window).isEmpty());
    }

    void filesThatCannotBeLoadedAreShownOnceTheSetupIsUsed()
    {
        if (QStandardPaths::findExecutable(u"python3"_s).isEmpty())
            QSKIP("needs python3");
        put(u"fine.py"_s, "def run(payload, helpers):\n    pass\n");
        put(u"broken.py"_s, "def run(payload, helpers:\n    pass\n");
        Window window = open(nullptr);
        click(window, "workerSetUpButton");
        type(window, "setupTasks", m_folder->path());
        QTRY_VERIFY_WITH_TIMEOUT(isEnabled(window, "setupUse"), kPatience);
        QCOMPARE(text(window, "setupFound"), u"2 tasks"_s); // no code has run
        click(window, "setupUse");
        QTRY_COMPARE_WITH_TIMEOUT(window.worker->tasks(), QStringList{u"fine"_s}, kPatience);
        QVERIFY(child<QLabel>(*window.page, "workerProblems")->isVisible());
        const QString problem = text(window, "workerProblems");
        QVERIFY2(problem.startsWith("1 file cannot run: broken: "_L1)
                     && problem.contains("SyntaxError"_L1),
                 qPrintable(problem));
        // The form says the same of it.
        command(window, u"worker.set-up"_s)->trigger();
        const auto line = [&window] { return taskLines(window).value(0); };
        QTRY_VERIFY_WITH_TIMEOUT(line().contains("SyntaxError"_L1), kPatience);
        QVERIFY(line().startsWith("broken|Python|"_L1));
        QCOMPARE(text(window, "setupFound"), u"1 task"_s);
        // It is looked at again when the form is opened.
        put(u"broken.py"_s, "def run(payload, helpers):\n    pass\n");
        click(window, "setupCancel");
        command(window, u"worker.set-up"_s)->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(window.worker->tasks(), (QStringList{u"broken"_s, u"fine"_s}),
                                  kPatience);
        QVERIFY(!child<QLabel>(*window.page, "workerProblems")->isVisible());
    }

    void aSetupIsRemembered_data()
    {
        QTest::addColumn<bool>("startsByItself");
        QTest::addColumn<Environment>("environment");
        QTest::addColumn<bool>("starts");
        QTest::newRow("not started") << false << Environment::Development << false;
        QTest::newRow("started") << true << Environment::Development << true;
        QTest::newRow("never on production") << true << Environment::Production << false;
    }
    void aSetupIsRemembered()
    {
        QFETCH(const bool, startsByItself);
        QFETCH(const Environment, environment);
        QFETCH(const bool, starts);
        writeTask(u"greet"_s, "exit 0\n");
        WorkerSetup setup;
        setup.tasks.folder = m_folder->path();
        setup.concurrency = 3;
        setup.gracePeriod = 7s;
        setup.pollInterval = 1234ms;
        setup.forbiddenFlags = QStringList{u"bulk"_s};
        setup.startsByItself = startsByItself;
        setup.save(m_settings.get(), keptUnder());
        QVERIFY(WorkerSetup::load(*m_settings, u"another"_s, {}).isEmpty());
        // Of the same profile, but of another server.
        QVERIFY(WorkerSetup::load(*m_settings, loginKey(u"profile"_s, {}), {}).isEmpty());
        Window window = open(nullptr, environment);
        QTRY_COMPARE_WITH_TIMEOUT(window.worker->tasks(), QStringList{u"greet"_s}, kPatience);
        QCOMPARE(window.worker->options().concurrency, 3);
        QCOMPARE(window.worker->options().gracePeriod, 7000ms);
        QCOMPARE(window.worker->options().pollInterval, 1234ms);
        QCOMPARE(window.worker->options().flags.forbidden, QStringList{u"bulk"_s});
        QCOMPARE(window.worker->state(), LocalWorker::State::Stopped); // may be a standby
        window.context->guard()->setForbidden({});
        QCOMPARE(window.worker->state() != LocalWorker::State::Stopped, starts);
    }

    void nothingStartsByItselfWhereWritesAreRefused()
    {
        writeTask(u"greet"_s, "exit 0\n");
        WorkerSetup setup;
        setup.tasks.folder = m_folder->path();
        setup.startsByItself = true;
        setup.save(m_settings.get(), keptUnder());
        for (const bool isKnownFirst : {true, false}) {
            Window window = open(nullptr);
            const QSignalSpy states(window.worker.get(), &LocalWorker::stateChanged);
            if (isKnownFirst)
                window.context->guard()->setForbidden(u"This is a standby."_s);
            QTRY_COMPARE_WITH_TIMEOUT(window.worker->tasks(), QStringList{u"greet"_s}, kPatience);
            window.context->guard()->setForbidden(u"This is a standby."_s);
            window.context->guard()->setForbidden({}); // later is too late
            QCOMPARE(states.count(), 0);
        }
    }

    void whatIsStartedAndStoppedByHandDoesNotStartByItself()
    {
        writeTask(u"greet"_s, "exit 0\n");
        WorkerSetup setup;
        setup.tasks.folder = m_folder->path();
        setup.startsByItself = true;
        setup.save(m_settings.get(), keptUnder());
        Window window = open(nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(window.worker->tasks(), QStringList{u"greet"_s}, kPatience);
        window.worker->start();
        window.worker->stop();
        QTRY_COMPARE_WITH_TIMEOUT(window.worker->state(), LocalWorker::State::Stopped, kPatience);
        window.context->guard()->setForbidden({});
        QCOMPARE(window.worker->state(), LocalWorker::State::Stopped);
    }

    void whatCannotBeLoadedIsShown()
    {
        QFile plugin(m_folder->filePath(u"garbage.so"_s));
        QVERIFY(plugin.open(QIODevice::WriteOnly));
        plugin.write(QByteArray(5000, '\x7f'));
        plugin.close();
        Window window = open(nullptr);
        click(window, "workerSetUpButton");
        type(window, "setupPlugins", plugin.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(text(window, "setupFound").contains("not a Qt plugin"_L1),
                                 kPatience);
        QVERIFY(!isEnabled(window, "setupUse"));
        // The same in a setup that was kept.
        WorkerSetup setup;
        setup.tasks.plugins = QStringList{plugin.fileName()};
        setup.startsByItself = true;
        setup.save(m_settings.get(), keptUnder());
        Window another = open(nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(text(another, "workerSummary").contains("not a Qt plugin"_L1),
                                 kPatience);
        QCOMPARE(another.worker->state(), LocalWorker::State::Stopped);
    }

    void aBrokenCrontabIsShown()
    {
        writeTask(u"greet"_s, "exit 0\n");
        QFile crontab(m_folder->filePath(u"crontab"_s));
        QVERIFY(crontab.open(QIODevice::WriteOnly));
        crontab.write("* * * * * greet\n99 * * * * greet\n");
        crontab.close();
        Window window = open(nullptr);
        click(window, "workerSetUpButton");
        type(window, "setupTasks", m_folder->path());
        type(window, "setupCrontab", crontab.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(text(window, "setupCrontabTrouble").contains(":2:"_L1), kPatience);
        QVERIFY(!isEnabled(window, "setupUse"));
        QVERIFY(crontab.open(QIODevice::WriteOnly));
        crontab.write("* * * * * greet\n");
        crontab.close();
        type(window, "setupForbidden", u"bulk"_s); // any change looks again
        QTRY_VERIFY_WITH_TIMEOUT(isEnabled(window, "setupUse"), kPatience);
        click(window, "setupUse");
        QCOMPARE(window.worker->crontabFile(), crontab.fileName());
    }

    void productionNeedsArming()
    {
        auto registry = std::make_shared<TaskRegistry>();
        std::atomic<int> runs = 0;
        registry->add(u"t"_s,
                      [&runs](const TaskContext &) { return ++runs, TaskOutcome::success(); });
        Window window = open(registry, Environment::Production);
        type(window, "singleJobId", QString::number(add("'t'")));
        for (const char *name : {"workerButton", "singleJobRun", "singleJobDry"}) {
            QVERIFY2(!isEnabled(window, name), name);
            QCOMPARE(child<QPushButton>(*window.page, name)->toolTip(),
                     window.context->guard()->reason());
        }
        window.page->setCurrentJob(1);
        QVERIFY(!command(window, u"jobs.run-here"_s)->isEnabled());
        window.context->guard()->arm(5min);
        for (const char *name : {"workerButton", "singleJobRun", "singleJobDry"})
            QVERIFY2(isEnabled(window, name), name);
        QVERIFY(command(window, u"jobs.run-here"_s)->isEnabled());
        window.context->guard()->lock();
        QVERIFY(!isEnabled(window, "workerButton"));
        QCOMPARE(runs.load(), 0);
    }

    void whatRunsIsShown()
    {
        QSemaphore said;
        QSemaphore mayEnd;
        auto registry = std::make_shared<TaskRegistry>();
        registry->add(u"long"_s, [&](const TaskContext &context) {
            context.output(u"half of it is done"_s);
            context.progress(0.5, u"resizing"_s);
            said.release();
            mayEnd.acquire();
            return TaskOutcome::failure(u"disk full"_s);
        });
        Window window = open(registry);
        QSignalSpy asked(window.context.get(), &ConsoleContext::jobRequested);
        window.worker->start();
        const qint64 id = add("'long', queue_name => 'pictures'");
        QVERIFY(said.tryAcquire(1, kPatience));
        auto *running = child<RunsTable>(*window.page, "runningJobs");
        const auto cell = [](RunsTable *table, QLatin1StringView column) {
            return table->runs()->cell(0, column).data().toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(running->runs()->rowOfJob(id), 0, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(cell(running, "progress"_L1).contains("resizing"_L1), kPatience);
        QVERIFY(cell(running, "progress"_L1).startsWith("50"_L1));
        QCOMPARE(cell(running, "task"_L1), u"long"_s);
        QCOMPARE(cell(running, "queue"_L1), u"pictures"_s);
        QVERIFY(cell(running, "place"_L1).startsWith("thread "_L1));
        const QString before = cell(running, "time"_L1);
        QTRY_VERIFY_WITH_TIMEOUT(cell(running, "time"_L1) != before, kPatience); // it ticks
        QTest::mouseClick(running->viewport(), Qt::LeftButton, {},
                          running->visualRect(running->model()->index(0, 1)).center());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().toLongLong(), id);
        auto *log = child<QPlainTextEdit>(*window.page, "runLog");
        QTRY_VERIFY_WITH_TIMEOUT(log->toPlainText().contains("half of it is done"_L1), kPatience);
        mayEnd.release();
        auto *ended = child<RunsTable>(*window.page, "endedRuns");
        QTRY_COMPARE_WITH_TIMEOUT(ended->runs()->rowOfJob(id), 0, kPatience);
        QCOMPARE(cell(ended, "outcome"_L1), u"Retrying"_s);
        QCOMPARE(cell(ended, "error"_L1), u"disk full"_s);
        QTRY_COMPARE_WITH_TIMEOUT(running->runs()->rowCount(), 0, kPatience);
        window.worker->kill();
        QTRY_COMPARE_WITH_TIMEOUT(window.worker->state(), LocalWorker::State::Stopped, kPatience);
    }

    void oneJobIsRunHere()
    {
        std::atomic<int> runs = 0;
        auto registry = std::make_shared<TaskRegistry>();
        registry->add(u"t"_s, [&runs](const TaskContext &context) {
            context.output(u"run %1"_s.arg(++runs));
            return TaskOutcome::success();
        });
        Window window = open(registry);
        QSignalSpy changed(window.context.get(), &ConsoleContext::jobsChanged);
        const qint64 id = add("'t', run_at => now() + interval '1 day'");
        QVERIFY(!command(window, u"jobs.dry-run-here"_s)->isEnabled()); // none is selected
        window.context->requestJob(id);
        command(window, u"jobs.dry-run-here"_s)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(text(window, "singleJobResult").contains("still in the queue"_L1),
                                 kPatience);
        QCOMPARE(runs.load(), 1);
        auto *log = child<QPlainTextEdit>(*window.page, "runLog");
        QTRY_VERIFY_WITH_TIMEOUT(log->toPlainText().contains("run 1"_L1), kPatience);
        QCOMPARE(changed.size(), 0);

        click(window, "singleJobRun");
        auto *anyway = child<QPushButton>(*window.page, "singleJobAnyway");
        QTRY_VERIFY_WITH_TIMEOUT(anyway->isVisible(), kPatience); // it is not due
        QVERIFY(text(window, "singleJobResult").contains("was not run"_L1));
        QCOMPARE(runs.load(), 1);
        QTest::mouseClick(anyway, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(text(window, "singleJobResult").contains("completed"_L1),
                                 kPatience);
        QCOMPARE(runs.load(), 2);
        QCOMPARE(changed.size(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(log->toPlainText().contains("run 2"_L1), kPatience);
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
    }

    void aDryRunSaysWhyItFailed()
    {
        auto registry = std::make_shared<TaskRegistry>();
        registry->add(u"t"_s, [](const TaskContext &) {
            return TaskOutcome::failure(u"Traceback (most recent call last):\n"
                                        "  File \"t.py\", line 2, in run\n"
                                        "ValueError: no such order"_s);
        });
        Window window = open(registry);
        window.context->requestJob(add("'t'"));
        command(window, u"jobs.dry-run-here"_s)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(
            text(window, "singleJobResult").endsWith("ValueError: no such order"_L1), kPatience);
        auto *log = child<QPlainTextEdit>(*window.page, "runLog");
        QTRY_VERIFY_WITH_TIMEOUT(log->toPlainText().contains("t.py"_L1), kPatience);
    }

    /// Another tab may close its window meanwhile.
    void aMenuOfTheLogGoesWithIt()
    {
        auto *log = new RunLog;
        log->show();
        QTimer::singleShot(0, log, [log] { delete log; });
        const QPointer<RunLog> shown = log;
        QContextMenuEvent event(QContextMenuEvent::Mouse, {1, 1}, log->mapToGlobal(QPoint(1, 1)));
        QCoreApplication::sendEvent(log->viewport(), &event);
        QVERIFY(QApplication::activePopupWidget());
        QTRY_VERIFY_WITH_TIMEOUT(!shown, kPatience);
        QVERIFY(!QApplication::activePopupWidget());
    }

    /// Output and progress of a dry run come while it runs.
    void aDryRunIsFollowed()
    {
        QSemaphore said;
        QSemaphore mayEnd;
        auto registry = std::make_shared<TaskRegistry>();
        registry->add(u"t"_s, [&](const TaskContext &context) {
            context.output(u"first line"_s);
            context.progress(0.25, u"first half"_s);
            said.release();
            mayEnd.acquire();
            context.output(u"second line"_s);
            return TaskOutcome::success();
        });
        Window window = open(registry);
        type(window, "singleJobId", QString::number(add("'t'")));
        click(window, "singleJobDry");
        QVERIFY(said.tryAcquire(1, kPatience));
        auto *log = child<QPlainTextEdit>(*window.page, "runLog");
        QTRY_VERIFY_WITH_TIMEOUT(log->toPlainText().contains("first line"_L1), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(text(window, "runLogTitle").endsWith(u"25 % · first half"_s),
                                 kPatience);
        const auto *pages = qobject_cast<QStackedWidget *>(
            child<RunsTable>(*window.page, "runningJobs")->parentWidget());
        const QString hint = pages->currentWidget()->accessibleName();
        QVERIFY2(hint.startsWith("A dry run of job "_L1), qPrintable(hint));
        QTextCursor caret = log->textCursor();
        caret.setPosition(3);
        caret.setPosition(7, QTextCursor::KeepAnchor);
        log->setTextCursor(caret);
        mayEnd.release();
        QTRY_VERIFY_WITH_TIMEOUT(log->toPlainText().contains("second line"_L1), kPatience);
        QCOMPARE(log->textCursor().selectionStart(), 3); // what was selected stays so
        QCOMPARE(log->textCursor().selectionEnd(), 7);
        QTRY_VERIFY_WITH_TIMEOUT(!text(window, "runLogTitle").contains("25 %"_L1), kPatience);
        const QString ended = log->toPlainText().section(u'\n', -1);
        QVERIFY2(ended.contains(u"— completed after "_s), qPrintable(ended));
        // It is no attempt: what has ended here is listed as before.
        QCOMPARE(text(window, "endedTitle"), u"Ended here"_s);
        QVERIFY(child<QPushButton>(*window.page, "endedAll")->isHidden());
    }

    /// Wherever the user has scrolled to in the output of the one before.
    void anotherRunsOutputIsScrolledTo()
    {
        int runs = 0;
        auto registry = std::make_shared<TaskRegistry>();
        registry->add(u"t"_s, [&runs](const TaskContext &context) {
            ++runs;
            for (int line = 0; line < 100; ++line)
                context.output(u"run %1 line %2 "_s.arg(runs).arg(line) + QString(300, u'x'));
            return TaskOutcome::success();
        });
        Window window = open(registry);
        type(window, "singleJobId", QString::number(add("'t'")));
        auto *log = child<QPlainTextEdit>(*window.page, "runLog");
        const QScrollBar *bar = log->verticalScrollBar();
        for (const char *last : {"run 1 line 99 ", "run 2 line 99 "}) {
            log->verticalScrollBar()->setValue(0);
            QTRY_VERIFY_WITH_TIMEOUT(isEnabled(window, "singleJobDry"), kPatience);
            click(window, "singleJobDry");
            QTRY_VERIFY_WITH_TIMEOUT(log->toPlainText().contains(QLatin1StringView(last)),
                                     kPatience);
            QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() > 0 && bar->value() == bar->maximum(),
                                     kPatience);
        }
    }

    void onlyTheFirstLineOfAProblemIsShown()
    {
        Window window = open(nullptr);
        TaskListing listing;
        listing.tasks = {{u"charge"_s,
                          {u"JavaScript"_s, u"/srv/charge.js"_s, {}},
                          u"Cannot find module 'pay'\nRequire stack:\n- /srv/charge.js"_s}};
        window.worker->setSources({}, listing);
        QCOMPARE(text(window, "workerProblems"),
                 u"1 file cannot run: charge: Cannot find module 'pay'"_s);
    }

    void filesOfStackTracesAreOpened()
    {
        put(u"a b.js"_s, "x\n");
        put(u"helper.py"_s, "x\n");
        const QString base = QDir(m_folder->path()).canonicalPath();
        auto registry = std::make_shared<TaskRegistry>();
        registry->add(u"t"_s, [base](const TaskContext &context) {
            context.output(u"Error: boom"_s, true);
            context.output(u"    at run (%1/a b.js:1:7)"_s.arg(base), true);
            context.output(u"    at run (%1/gone.js:1:7)"_s.arg(base), true);
            context.output(u"    at run (https://evil.example/a.js:1:7)"_s, true);
            context.output(u"  File \"%1/helper.py\", line 3, in run"_s.arg(base), true);
            return TaskOutcome::failure(u"boom"_s);
        });
        Window window = open(registry);
        auto *log = child<RunLog>(*window.page, "runLog");
        QStringList opened;
        log->setOpener([&opened](const QString &file, int line) {
            opened << file + u':' + QString::number(line);
            return true;
        });
        type(window, "singleJobId", QString::number(add("'t'")));
        click(window, "singleJobDry");
        QTRY_COMPARE_WITH_TIMEOUT(log->extraSelections().size(), 2, kPatience);
        const QString first = base + "/a b.js:1"_L1;
        const QString second = base + "/helper.py:3"_L1;

        log->setFocus();
        QTest::keyClick(log, Qt::Key_F8);
        QVERIFY(log->textCursor().selectedText().endsWith("a b.js:1:7"_L1));
        QTest::keyClick(log, Qt::Key_Return);
        QCOMPARE(opened, QStringList{first});
        QTest::keyClick(log, Qt::Key_F8);
        QTest::keyClick(log, Qt::Key_Return);
        QCOMPARE(opened, (QStringList{first, second}));
        QTest::keyClick(log, Qt::Key_F8); // round the end
        QTest::keyClick(log, Qt::Key_F8, Qt::ShiftModifier);
        QTest::keyClick(log, Qt::Key_Enter);
        QCOMPARE(opened.size(), 3);
        QCOMPARE(opened.last(), second);

        opened.clear();
        const auto clickOn = [log](const QString &text) {
            QTextCursor place = log->document()->find(text);
            log->setTextCursor(place);
            log->ensureCursorVisible();
            place.setPosition(place.selectionStart() + 1);
            log->setTextCursor(place);
            QTest::mouseClick(log->viewport(), Qt::LeftButton, {},
                              log->cursorRect(place).center() + QPoint(2, 0));
        };
        clickOn(u"boom"_s);
        clickOn(u"gone.js"_s);
        clickOn(u"evil.example"_s);
        QVERIFY(opened.isEmpty());
        clickOn(u"a b.js"_s);
        QCOMPARE(opened, QStringList{first});
        QVERIFY(QFile::remove(base + "/a b.js"_L1));
        clickOn(u"a b.js"_s); // it is looked at again
        QCOMPARE(opened.size(), 1);
    }

    void anEditorGetsFileAndLine()
    {
        const auto filled = [](const QString &command) {
            return SourceEditor::filledIn(command, u"/t/a %l; b.js"_s, 7);
        };
        QCOMPARE(filled(u"code --goto %f:%l"_s),
                 (QStringList{u"code"_s, u"--goto"_s, u"/t/a %l; b.js:7"_s}));
        QCOMPARE(filled(u"\"/opt/my editor\" +%l"_s),
                 (QStringList{u"/opt/my editor"_s, u"+7"_s, u"/t/a %l; b.js"_s}));

        const QString got = m_folder->filePath(u"got"_s);
        writeTask(u"editor"_s, "echo \"$1 $2\" > " + got.toUtf8() + "\n");
        SourceEditor::use(m_folder->filePath(u"editor"_s) + u" %l %f"_s);
        const auto restored = qScopeGuard([] { SourceEditor::use({}); });
        QVERIFY(SourceEditor::open(u"/t/$(a).js"_s, 12));
        const auto text = [&got] {
            QFile file(got);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QTRY_COMPARE(text(), "12 /t/$(a).js\n");
        SourceEditor::use(m_folder->filePath(u"none"_s));
        QVERIFY(!SourceEditor::open(u"/t/a.js"_s, 12));
    }

    void aCrashingChildDoesNotTakeTheWindowDown()
    {
        writeTask(u"crash"_s, "echo going down; kill -SEGV $$\n");
        const auto loaded = loadTasks({{}, m_folder->path(), false});
        QVERIFY(loaded);
        Window window = open(loaded->registry);
        window.worker->start();
        const qint64 id = add("'crash', max_attempts => 1");
        auto *ended = child<RunsTable>(*window.page, "endedRuns");
        QTRY_COMPARE_WITH_TIMEOUT(ended->runs()->rowOfJob(id), 0, kPatience);
        QVERIFY2(ended->runs()->at(0).error.contains("signal 11"_L1),
                 qPrintable(ended->runs()->at(0).error));
        QCOMPARE(ended->runs()->at(0).end, RunEnd::FailedForGood);
        QCOMPARE(window.worker->state(), LocalWorker::State::Running);
    }

    void looks()
    {
        writeTask(u"send_email"_s, "exit 0\n");
        writeTask(u"resize_image"_s, "exit 0\n");
        QSemaphore mayEnd;
        std::atomic<int> running = 0;
        auto registry = std::make_shared<TaskRegistry>();
        registry->add(u"resize_image"_s, [&](const TaskContext &context) {
            const int mine = ++running;
            context.output(u"reading /srv/pictures/%1.tiff"_s.arg(mine));
            context.output(u"warning: no colour profile"_s, true);
            context.output(u"Error: no profile"_s, true);
            context.output(u"    at convert (%1/send_invoice.js:12:7)"_s.arg(m_folder->path()),
                           true);
            context.output(u"    at run (node:internal/timers:573:11)"_s, true);
            context.progress(mine * 0.3, u"%1 of 10 sizes"_s.arg(mine * 3));
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        registry->add(u"send_email"_s, [](const TaskContext &context) {
            return context.job.info.id % 3 == 0
                ? TaskOutcome::failure(u"550 5.1.1 mailbox unavailable: somebody@example.com"_s)
                : TaskOutcome::success();
        });
        put(u"send_invoice.js"_s, "x\n");
        Window window = open(registry);
        TaskListing listing;
        listing.tasks.push_back({u"send_invoice"_s,
                                 {u"JavaScript"_s, m_folder->filePath(u"send_invoice.js"_s), {}},
                                 u"ReferenceError: x is not defined"_s});
        window.worker->setSources({}, listing);
        QVERIFY(takePictures(&m_theme, window.page.get(), u"localworker-stopped"_s));
        window.worker->start();
        // Adding two tasks in one transaction while they are registered may deadlock.
        QTRY_COMPARE_WITH_TIMEOUT(window.worker->state(), LocalWorker::State::Running, kPatience);
        m_database->script("select graphile_worker.add_job('send_email') from "
                           "generate_series(1, 9); select graphile_worker.add_job("
                           "'resize_image', queue_name => 'pictures-' || n) "
                           "from generate_series(1, 2) n");
        if (!QTest::qWaitFor([&running] { return running == 2; }, kPatience))
            QFAIL(qPrintable(text(window, "workerSentence") + text(window, "workerTotals")));
        auto *table = child<RunsTable>(*window.page, "runningJobs");
        const auto isPicture = [table](int row) {
            return row < table->runs()->rowCount()
                && table->runs()->at(row).job.task == "resize_image"_L1;
        };
        // For a moment it may still show two of the others.
        QTRY_VERIFY_WITH_TIMEOUT(isPicture(0) && isPicture(1), kPatience);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 1)).center());
        auto *log = child<RunLog>(*window.page, "runLog");
        QTRY_VERIFY_WITH_TIMEOUT(!log->extraSelections().isEmpty(), kPatience);
        QVERIFY(takePictures(&m_theme, window.page.get(), u"localworker-job"_s));
        click(window, "endedAll");
        QVERIFY(takePictures(&m_theme, window.page.get(), u"localworker"_s));
        command(window, u"worker.set-up"_s)->trigger();
        QVERIFY(QFile::remove(m_folder->filePath(u"send_invoice.js"_s)));
        put(u"send_invoice.http"_s, "url: https://billing.example.com/invoices\n");
        put(u"sync_crm.http"_s, "url: https://crm.example.com/\ntimeout: soon\n");
        put(u"README.md"_s, "Tasks of the shop\n");
        type(window, "setupTasks", m_folder->path());
        QTRY_VERIFY_WITH_TIMEOUT(text(window, "setupFound").startsWith("3 tasks"_L1), kPatience);
        QVERIFY(takePictures(&m_theme, window.page.get(), u"localworker-setup"_s));
        mayEnd.release(2);
        window.worker->stop();
        QTRY_COMPARE_WITH_TIMEOUT(window.worker->state(), LocalWorker::State::Stopped, kPatience);
    }
};

YARDMASTER_WINDOW_TEST(TestLocalWorkerPage)
#include "tst_localworkerpage.moc"
