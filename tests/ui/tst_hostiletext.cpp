#include "models/console/consolecontext.h"
#include "models/jobs/jobsmodel.h"
#include "models/localworker/localworker.h"
#include "models/operations/operation.h"
#include "models/operations/operationlist.h"
#include "models/tables/column.h"
#include "tests/support/stallwatch.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/pagetabs.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/theme.h"
#include "ui/pages/cron/croneditor.h"
#include "ui/pages/cron/cronpanel.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/live/livepanel.h"
#include "ui/shell/commands/command.h"
#include "ui/shell/export/exportdialog.h"
#include "worker/db/sqltext.h"
#include "worker/json/visibletext.h"
#include <yardmaster/task.h>
#include <yardmaster/taskregistry.h>

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDirIterator>
#include <QFile>
#include <QFileDialog>
#include <QGroupBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolTip>

#include <sys/stat.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// A database in which every text is hostile: markup that reads a pipe nobody writes to, escape
/// sequences, overrides of the direction, formulas, a megabyte. It is walked through with the
/// pointer on everything; nothing may be interpreted, and nothing stop the window. Long because
/// every page and dialog is visited.
class TestHostileText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void pagesAndDetails_data();
    void pagesAndDetails();
    void inspectorShowsEveryJob();
    void dialogsOfEveryCommand();
    void copiesHoldNoFormulas();
    void exportsHoldNoFormulas();
    void editorsMarkWhatIsInvisible();
    void operationsAndTheirLog();
    void linesOfTheLocalWorker();

private:
    [[nodiscard]] QString hostile(const QString &unique) const { return m_hostile + unique; }
    /// As a literal of SQL.
    [[nodiscard]] static QByteArray sql(const QString &text) { return quotedLiteral(text); }
    void fill() const;
    void goTo(const QString &page) const;
    /// Reads every text of these widgets and what they show on hover. @returns what is wrong.
    [[nodiscard]] QStringList walk(QWidget *root) const;
    [[nodiscard]] static QStringList textsOf(const QWidget *widget);
    void hover(QWidget *widget, const QPoint &at, QStringList *complaints) const;
    [[nodiscard]] JobsPanel *jobs() const { return child<JobsPanel>(*m_window); }
    [[nodiscard]] ConsoleContext *context() const
    {
        return child<ConsolePage>(*m_window)->context();
    }

    QTemporaryDir m_folder;
    Theme m_theme;
    QString m_hostile;
    QString m_megabyte;
    QString m_binary;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

namespace {

constexpr auto kHostileJobs = 12;

/// Invisible, but for a place to break a line at, which labels have of their own.
bool isHostile(const QString &text)
{
    for (const char32_t c : text.toUcs4()) {
        if (isInvisible(c) && c != '\n' && c != '\t' && c != 0x200b)
            return true;
    }
    return false;
}

} // namespace

void TestHostileText::initTestCase()
{
    QVERIFY(m_folder.isValid());
    for (const char *variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"})
        qputenv(variable, m_folder.path().toLocal8Bit());
    const QString pipe = m_folder.filePath(u"p"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    m_hostile
        = u"=1+1<img src=\"%1\"><b>x</b>&amp;\u001b[31m\a\r\u0085\u009b2K\u202e\u2066\ufeff"_s.arg(
            pipe);
    QVERIFY(Qt::mightBeRichText(m_hostile) && m_hostile.size() < 110);
    for (char16_t c = 1; c < 0xa0; c = c == 0x1f ? 0x7f : c + 1) // zero is in no text of PostgreSQL
        m_binary += c;
    m_binary += u"\ufffe\uffff\ufdd0\U000e0041"_s;
    while (m_megabyte.size() < 1000000)
        m_megabyte += m_hostile;
}

void TestHostileText::fill() const
{
    const QByteArray task = sql(hostile(u"task"_s));
    const QByteArray queue = sql(hostile(u"queue"_s));
    const QByteArray flag = sql(hostile(u"flag"_s));
    // Payloads: a name, a text, and both a megabyte long.
    const QByteArray name = sql(hostile(u"name"_s));
    const QByteArray megabyte = sql(m_megabyte);
    m_database->script("select graphile_worker.add_job(" + task + ", json_build_object(" + name
                       + ", " + name + "), queue_name := case when n % 2 = 0 then " + queue
                       + " end, job_key := " + sql(hostile(u"key"_s)) + " || n, flags := array["
                       + flag + "]) from generate_series(1, " + QByteArray::number(kHostileJobs)
                       + ") as n");
    const auto change = [this](const QByteArray &assignments, int id) {
        m_database->script("update graphile_worker._private_jobs set " + assignments
                           + " where id = " + QByteArray::number(id));
    };
    change("last_error = " + sql(hostile(u"error\n"_s) + hostile(u"at line 2"_s))
               + ", attempts = max_attempts",
           1);
    change("last_error = " + megabyte + ", attempts = max_attempts", 2);
    change("last_error = " + sql(hostile(u"again"_s))
               + ", attempts = 3, run_at = now() + interval "
                 "'1 hour'",
           3);
    change("payload = json_build_object(" + name + ", " + megabyte + ", " + megabyte
               + ", json_build_array(1, " + name + "))",
           4);
    change("locked_at = now(), locked_by = " + sql(hostile(u"worker"_s)), 5);
    change("locked_at = now() - interval '5 hours', locked_by = " + megabyte, 6);
    change("flags = jsonb_build_object(" + megabyte + ", true)", 7);
    const QByteArray binary = sql(m_binary);
    change("last_error = " + binary + ", attempts = max_attempts, key = " + binary
               + ", payload = json_build_object(" + binary + ", " + binary
               + "), locked_by = null, flags = jsonb_build_object(" + binary + ", true)",
           8);
    m_database->script(
        "update graphile_worker._private_job_queues set locked_at = now(), locked_by = "
        + sql(hostile(u"worker"_s))
        + ";insert into graphile_worker._private_known_crontabs (identifier, known_since, "
          "last_execution) values ("
        + sql(hostile(u"cron"_s))
        + ", now(), now());"
          "insert into graphile_worker._private_workers (id, last_heartbeat_at, metadata) values ("
        + sql(hostile(u"worker"_s)) + ", now(), jsonb_build_object(" + name + ", " + name
        + ", 'host', " + name + ")), (" + sql(hostile(u"silent"_s))
        + ", now() - interval '1 day', jsonb_build_object('host', " + megabyte + "))");
}

void TestHostileText::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fill();
    m_settings = std::make_unique<QSettings>(m_folder.filePath(u"s.ini"_s), QSettings::IniFormat);
    m_settings->clear();
    m_window = std::make_unique<MainWindow>(m_settings.get());
    m_window->resize(1400, 900);
    m_window->show();
    MainWindowSetup setup;
    setup.connection = m_database->settings();
    setup.profileName = hostile(u"profile"_s);
    setup.environment = Environment::Development;
    setup.view = SavedView{hostile(u"view"_s), u"task:"_s + u"\"a\u202eb\""_s, {}, {}, true};
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(hostile(u"noisy"_s), [this](const TaskContext &task) {
        task.output(hostile(u"output"_s), false);
        task.output(m_megabyte.left(100000), true);
        return TaskOutcome::failForGood(m_megabyte);
    });
    setup.registry = registry;
    setup.worker.emplace();
    setup.worker->connection = setup.connection;
    m_window->connectTo(setup);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), kPatience));
    context()->requestFilter({});
    QTRY_COMPARE_WITH_TIMEOUT(jobs()->model()->rowCount(), kHostileJobs, kPatience);
}

void TestHostileText::cleanup()
{
    QToolTip::hideText();
    m_window.reset();
    m_database.reset();
}

void TestHostileText::goTo(const QString &page) const
{
    child<QAction>(*m_window, ("view.page-"_L1 + page).toLatin1().constData())->trigger();
    QCOMPARE(child<PageTabs>(*m_window, "consoleTabs")->currentPage(), page);
}

QStringList TestHostileText::textsOf(const QWidget *widget)
{
    QStringList texts{widget->windowTitle(), widget->accessibleName(),
                      widget->accessibleDescription()};
    // As screen readers ask for it.
    const auto *box = qobject_cast<const QComboBox *>(widget);
    QAccessibleInterface *spoken
        = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
    if (spoken && !(box && box->isEditable())) { // which is called like the text in its field
        for (const QAccessible::Text kind :
             {QAccessible::Name, QAccessible::Description, QAccessible::Help})
            texts << spoken->text(kind);
    }
    // As it will be used, with a mark beside it.
    if (const auto *edit = qobject_cast<const QLineEdit *>(widget);
        edit && isHostile(edit->text())) {
        const auto *mark = edit->findChild<QAction *>(u"invisibleMark"_s);
        texts << (mark ? mark->toolTip() : edit->text());
    }
    if (const auto *label = qobject_cast<const QLabel *>(widget))
        texts << label->text();
    if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
        texts << button->text();
    if (const auto *edit = qobject_cast<const QPlainTextEdit *>(widget)) {
        // A file of the user's, to be saved as it is, with warnings beside it.
        if (edit->objectName() != "cronEditor"_L1)
            texts << edit->toPlainText();
    }
    if (const auto *viewer = qobject_cast<const TextViewer *>(widget))
        texts << viewer->text();
    if (box) {
        for (int i = 0; i < box->count(); ++i)
            texts << box->itemText(i);
    }
    if (const auto *menu = qobject_cast<const QMenu *>(widget)) {
        for (const QAction *action : menu->actions())
            texts << action->text();
    }
    if (const auto *bar = qobject_cast<const QTabBar *>(widget)) {
        for (int i = 0; i < bar->count(); ++i)
            texts << bar->tabText(i);
    }
    const auto *view = qobject_cast<const QAbstractItemView *>(widget);
    if (!view || !view->model())
        return texts;
    const auto roles
        = {int(Qt::DisplayRole), int(Qt::AccessibleTextRole), int(Qt::AccessibleDescriptionRole)};
    const std::function<void(const QModelIndex &)> read = [&](const QModelIndex &parent) {
        const QAbstractItemModel *model = view->model();
        for (int row = 0; row < std::min(30, model->rowCount(parent)); ++row) {
            for (int column = 0; column < model->columnCount(parent); ++column) {
                for (const int role : roles)
                    texts << model->index(row, column, parent).data(role).toString();
            }
            read(model->index(row, 0, parent));
        }
    };
    read({});
    for (int column = 0; column < view->model()->columnCount(); ++column)
        texts << view->model()->headerData(column, Qt::Horizontal).toString();
    return texts;
}

/// As the pointer rests there.
void TestHostileText::hover(QWidget *widget, const QPoint &at, QStringList *complaints) const
{
    QToolTip::hideText();
    QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &event);
    const auto widgets = QApplication::topLevelWidgets();
    for (QWidget *each : widgets) {
        if (!each->inherits("QTipLabel") || !each->isVisible())
            continue;
        const auto *tip = static_cast<QLabel *>(each);
        if (tip->textFormat() != Qt::PlainText || isHostile(tip->text())
            || tip->text().size() > 5000)
            *complaints << u"tooltip of %1: %2"_s.arg(widget->objectName(),
                                                      visibleText(tip->text().left(200)));
    }
}

QStringList TestHostileText::walk(QWidget *root) const
{
    QStringList complaints;
    QList<QPointer<QWidget>> widgets{root};
    for (QWidget *widget : root->findChildren<QWidget *>())
        widgets << widget;
    for (const QPointer<QWidget> &widget : std::as_const(widgets)) {
        if (!widget)
            continue; // gone meanwhile
        const auto name = [widget] {
            return QString::fromLatin1(widget->metaObject()->className()) + u' '
                + widget->objectName() + u" in "_s
                + (widget->parentWidget() ? widget->parentWidget()->objectName() : QString());
        };
        const QStringList texts = textsOf(widget);
        for (const QString &text : texts) {
            if (isHostile(text))
                complaints << u"%1: %2"_s.arg(name(), visibleText(text.left(200)));
        }
        if (const auto *label = qobject_cast<const QLabel *>(widget.data())) {
            const bool isPlain = label->textFormat() == Qt::PlainText;
            if (!isPlain && label->text().contains("<img"_L1))
                complaints << u"markup in %1"_s.arg(name());
        }
        if (!widget->isVisible())
            continue;
        if (!widget->toolTip().isEmpty())
            hover(widget, widget->rect().center(), &complaints);
        if (auto *view = qobject_cast<QAbstractItemView *>(widget.data()); view && view->model()) {
            const QAbstractItemModel *model = view->model();
            for (int row = 0; row < std::min(8, model->rowCount()); ++row) {
                for (int column = 0; column < model->columnCount(); ++column) {
                    const QRect rect = view->visualRect(model->index(row, column));
                    if (view->viewport()->rect().intersects(rect))
                        hover(view->viewport(), (rect & view->viewport()->rect()).center(),
                              &complaints);
                }
            }
        }
        QApplication::processEvents(); // what is due meanwhile, timed by the watch
    }
    return complaints;
}

void TestHostileText::pagesAndDetails_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("table"); // that has rows
    QTest::newRow("overview") << u"overview"_s << QString();
    QTest::newRow("jobs") << u"jobs"_s << u"jobsTable"_s;
    QTest::newRow("errors") << u"errors"_s << u"errorGroups"_s;
    QTest::newRow("queues") << u"queues"_s << u"queuesTable"_s;
    QTest::newRow("tasks") << u"tasks"_s << u"tasksTable"_s;
    QTest::newRow("workers") << u"workers"_s << u"workersTable"_s;
    QTest::newRow("cron") << u"cron"_s << QString();
    QTest::newRow("history") << u"history"_s << QString();
    QTest::newRow("live") << u"live"_s << QString();
    QTest::newRow("worker") << u"worker"_s << QString();
    QTest::newRow("operations") << u"operations"_s << QString();
    QTest::newRow("maintenance") << u"maintenance"_s << QString();
}

void TestHostileText::pagesAndDetails()
{
    QFETCH(const QString, page);
    QFETCH(const QString, table);
    const StallWatch watch;
    goTo(page);
    if (table.isEmpty()) {
        QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
        return;
    }
    auto *view = child<QTableView>(*m_window, table.toLatin1().constData());
    QTRY_VERIFY_WITH_TIMEOUT(view->isVisible() && view->model()->rowCount() > 0, kPatience);
    QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        view->setCurrentIndex(view->model()->index(row, 1));
        QTest::qWait(50); // details are read; each is looked at below
        QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
    }
}

void TestHostileText::inspectorShowsEveryJob()
{
    auto *inspector = child<InspectorPanel>(*m_window);
    const StallWatch watch;
    goTo(u"jobs"_s);
    for (qint64 id = 1; id <= kHostileJobs; ++id) {
        context()->requestJob(id);
        const auto isShown = [&] {
            for (const QLabel *label : inspector->findChildren<QLabel *>()) {
                if (label->text() == u"#%1"_s.arg(id))
                    return true;
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isShown(), kPatience);
        for (QTabBar *tabs : inspector->findChildren<QTabBar *>()) {
            for (int tab = 0; tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                QTest::qWait(20);
                QCOMPARE(walk(inspector).join(u'\n'), QString());
            }
        }
    }
}

void TestHostileText::dialogsOfEveryCommand()
{
    goTo(u"jobs"_s);
    jobs()->table()->setCurrentIndex(jobs()->model()->index(0, 2));
    const StallWatch watch;
    // Those that open a dialog about jobs, queues or the schema.
    for (const char *id : {"jobs.retry",
                           "jobs.reschedule",
                           "jobs.change",
                           "jobs.edit-payload",
                           "jobs.fail",
                           "jobs.complete",
                           "jobs.remove",
                           "jobs.unlock",
                           "jobs.add",
                           "jobs.duplicate",
                           "jobs.export",
                           "jobs.indexes",
                           "views.save",
                           "view.columns",
                           "view.payloadColumn",
                           "go.key",
                           "queues.release",
                           "operations.log",
                           "alerts.edit",
                           "maintenance.remove-schema",
                           "edit.find-command",
                           "help.keys",
                           "help.shortcuts",
                           "help.about",
                           "workers.sweep",
                           "workers.unlock",
                           "maintenance.indexes",
                           "inspector.rules",
                           "inspector.decoders",
                           "file.connect",
                           "worker.set-up",
                           "go.time",
                           "go.id",
                           "jobs.copyAs",
                           "filter.cost",
                           "filter.help",
                           "jobs.dry-run-here",
                           "maintenance.operator-log"}) {
        auto *command = m_window->findChild<QAction *>(QLatin1StringView(id));
        QVERIFY2(command, id);
        const QString page = QLatin1StringView(id).startsWith("queues"_L1) ? u"queues"_s
            : QLatin1StringView(id).startsWith("workers"_L1)               ? u"workers"_s
            : QLatin1StringView(id).startsWith("maintenance"_L1)           ? u"maintenance"_s
                                                                           : u"jobs"_s;
        goTo(page);
        if (page == "workers"_L1) {
            auto *workers = child<QTableView>(*m_window, "workersTable");
            QTRY_VERIFY_WITH_TIMEOUT(workers->model()->rowCount() > 0, kPatience);
            for (int row = 0; row == 0 || !command->isEnabled(); ++row) { // that is for this one
                QVERIFY2(row < workers->model()->rowCount(), id);
                workers->setCurrentIndex(workers->model()->index(row, 1));
            }
        }
        QTRY_VERIFY2_WITH_TIMEOUT(
            command->isEnabled(),
            qPrintable(u"%1: %2"_s.arg(QLatin1StringView(id), command->toolTip())), kPatience);
        command->trigger();
        QTest::qWait(300); // it reads what it is about
        const auto windows = QApplication::topLevelWidgets();
        QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
        for (QWidget *window : windows) {
            auto *dialog = qobject_cast<QDialog *>(window);
            if (!dialog || !dialog->isVisible())
                continue;
            const QStringList complaints = walk(dialog);
            QVERIFY2(complaints.isEmpty(),
                     qPrintable(QLatin1StringView(id) + u": "_s + complaints.join(u'\n')));
            dialog->reject();
        }
        if (QWidget *popup = QApplication::activePopupWidget())
            popup->close();
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
    }
}

void TestHostileText::copiesHoldNoFormulas()
{
    goTo(u"jobs"_s);
    jobs()->table()->setFocus();
    QTest::keyClick(jobs()->table(), Qt::Key_A, Qt::ControlModifier);
    child<QAction>(*m_window, "jobs.copyCsv")->trigger();
    const QString csv = QGuiApplication::clipboard()->text();
    QVERIFY(csv.contains(u"'=1+1<img"_s));
    QVERIFY(!csv.contains(u",=1+1"_s) && !csv.contains(u",\"=1+1"_s));
}

void TestHostileText::exportsHoldNoFormulas()
{
    const StallWatch watch;
    for (const ExportFormat format : {ExportFormat::Csv, ExportFormat::NdJson}) {
        const QString path = m_folder.filePath(u"jobs"_s + QString::number(int(format)));
        JobTarget all;
        all.count = {kHostileJobs};
        ExportDialog dialog(context(), all);
        dialog.show();
        auto *formats = child<QComboBox>(dialog, "exportFormat");
        formats->setCurrentIndex(formats->findData(int(format)));
        child<QLineEdit>(dialog, "exportPath")->setText(path);
        QCOMPARE(walk(&dialog).join(u'\n'), QString());
        QTest::mouseClick(child<QPushButton>(dialog, "exportBegin"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(dialog.run()->phase(), ExportRun::Phase::Finished, kPatience);
        QCOMPARE(walk(&dialog).join(u'\n'), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY(text.size() > 1000000);
        if (format == ExportFormat::Csv) {
            QVERIFY(text.contains(u"'=1+1<img"_s));
            QVERIFY(!text.contains(u",=1+1"_s) && !text.contains(u",\"=1+1"_s));
        } else {
            for (const char16_t c : {u'\x1b', u'\a', u'\r'}) // written as JSON does
                QVERIFY(!text.contains(QChar(c)));
        }
    }
}

void TestHostileText::editorsMarkWhatIsInvisible()
{
    constexpr int kLines = 50;
    QFile file(m_folder.filePath(u"crontab"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QString line = u"* * * * * "_s + hostile(u"task"_s).remove(u'\r') + u" {\"a\":1}\n"_s;
    for (int i = 0; i < kLines; ++i)
        file.write(line.toUtf8());
    file.close();
    const StallWatch watch;
    goTo(u"cron"_s);
    auto *cron = child<CronPanel>(*m_window);
    QCOMPARE(cron->openFile(file.fileName()), QString());
    QTRY_VERIFY_WITH_TIMEOUT(cron->document()->isUpToDate(), kPatience);
    QCOMPARE(cron->editor()->text(), line.repeated(kLines)); // to be saved as it is
    int marks = 0;
    for (const CrontabProblem &warning : cron->document()->analysis()->warnings)
        marks += warning.message.contains(u"\\u202e"_s);
    QCOMPARE(marks, kLines);
    QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
    for (int column = 0; column < 200; column += 10)
        cron->editor()->goTo(2, column + 1);
    QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
}

void TestHostileText::operationsAndTheirLog()
{
    const StallWatch watch;
    auto *console = child<ConsolePage>(*m_window);
    auto *actions = console->findChild<JobActions *>();
    OperationSpec spec;
    spec.change.kind = OperationKind::FailForGood;
    spec.change.reason = hostile(u"reason"_s);
    spec.scope.ids = {3, 4, 9, 10};
    auto *operation = new Operation(m_database->settings(), context()->operationsFolder());
    operation->begin(spec);
    Q_EMIT actions->operationStarted(operation);
    QTRY_VERIFY_WITH_TIMEOUT(
        !console->operations()->hasRunning() && console->operations()->rowCount() > 0, kPatience);
    goTo(u"operations"_s);
    QTest::qWait(300); // the report is read
    QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
    for (const char *id : {"operations.log", "operations.undo"}) {
        auto *command = child<QAction>(*m_window, id);
        QTRY_VERIFY2_WITH_TIMEOUT(command->isEnabled(), id, kPatience);
        command->trigger();
        QTest::qWait(300);
        for (QWidget *window : QApplication::topLevelWidgets()) {
            auto *dialog = qobject_cast<QDialog *>(window);
            if (!dialog || !dialog->isVisible())
                continue;
            QCOMPARE(walk(dialog).join(u'\n'), QString());
            dialog->reject();
        }
    }
    // What is kept on this computer can be read on a terminal.
    QDirIterator files(context()->operationsFolder(), QDir::Files, QDirIterator::Subdirectories);
    int read = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.fileName().endsWith("operators.ndjson"_L1))
            continue;
        ++read;
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY2(!isHostile(text), qPrintable(visibleText(text.left(2000))));
    }
    QVERIFY(read > 0);
}

void TestHostileText::linesOfTheLocalWorker()
{
    auto *worker = child<ConsolePage>(*m_window)->worker();
    worker->start();
    QTRY_COMPARE_WITH_TIMEOUT(worker->state(), LocalWorker::State::Running, kPatience);
    goTo(u"live"_s);
    const StallWatch watch;
    m_database->script("select graphile_worker.add_job(" + sql(hostile(u"noisy"_s)) + ", '{}', "
                       + sql(hostile(u"lane"_s)) + ")");
    auto *live = child<LivePanel>(*m_window);
    const auto hasFailed = [live] {
        for (const LiveLine &line : live->model()->lines(false)) {
            if (line.kind == LiveKind::FailedForGood)
                return true;
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasFailed(), kPatience);
    QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
    child<QAction>(*m_window, "live.every")->trigger();
    QTest::qWait(200);
    QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
    goTo(u"worker"_s);
    QTest::qWait(200);
    QCOMPARE(walk(m_window.get()).join(u'\n'), QString());
    worker->kill();
    QTRY_COMPARE_WITH_TIMEOUT(worker->state(), LocalWorker::State::Stopped, kPatience);
}

YARDMASTER_WATCHED_TEST(TestHostileText)
#include "tst_hostiletext.moc"
