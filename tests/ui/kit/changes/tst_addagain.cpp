#include "tests/support/testprogram.h"
#include "tests/ui/kit/changes/operationsui.h"
#include "ui/kit/changes/addjobdialog.h"
#include "worker/history/history.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QStandardPaths>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Adding a finished job again from what the history keeps of it.
class TestAddAgain : public QObject
{
    Q_OBJECT

    Theme m_theme;
    std::unique_ptr<OperationsUi> m_ui;

    void install(const HistoryOptions &options) const
    {
        const auto session = m_ui->fixture.database.session();
        const auto done = installHistory(*session, kSchema, options);
        if (!done)
            qFatal("%s", qUtf8Printable(done.error().message));
    }
    /// @returns the id of a job that is gone again.
    [[nodiscard]] qint64 finish(const QByteArray &arguments) const
    {
        const TestDatabase &database = m_ui->fixture.database;
        const qint64 id
            = database.scalar("select id from graphile_worker.add_job(" + arguments + ")")
                  .toLongLong();
        database.script("delete from graphile_worker._private_jobs where id = "
                        + QByteArray::number(id));
        return id;
    }
    [[nodiscard]] AddJobDialog *open(qint64 id) const
    {
        m_ui->actions->addAgain(id);
        auto *dialog = m_ui->dialog<AddJobDialog>("addJobDialog");
        auto *note = child<QLabel>(*dialog, "addNote");
        if (!QTest::qWaitFor([note] { return !note->text().startsWith(u"Reading"_s); }, kPatience))
            qFatal("the history is not read");
        return dialog;
    }
    [[nodiscard]] static QString noteOf(const AddJobDialog &dialog)
    {
        return child<QLabel>(dialog, "addNote")->text();
    }
    [[nodiscard]] static QPushButton *buttonOf(const AddJobDialog &dialog)
    {
        return child<QPushButton>(dialog, "addJobButton");
    }
    /// Presses the button. @returns the new job as "task payload priority attempts flags".
    [[nodiscard]] QString add(AddJobDialog *dialog) const
    {
        const QSignalSpy added(m_ui->actions, &JobActions::jobAdded);
        QTest::mouseClick(buttonOf(*dialog), Qt::LeftButton);
        if (!QTest::qWaitFor([&added] { return added.count() == 1; }, kPatience))
            return child<QLabel>(*dialog, "addProblem")->text();
        return m_ui->scalar(
            "select concat_ws(' ', tasks.identifier, queue_name, jobs.payload, jobs.priority, "
            "jobs.max_attempts, jobs.flags, jobs.key) from graphile_worker._private_jobs as jobs "
            "join graphile_worker._private_tasks as tasks on tasks.id = task_id left join "
            "graphile_worker._private_job_queues as queues on queues.id = job_queue_id where "
            "jobs.id = "
            + QByteArray::number(added.first().first().toLongLong()));
    }

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_ui = std::make_unique<OperationsUi>(Environment::Development, 1); }
    void cleanup() { m_ui.reset(); }

    void aKeptJobIsFilledIn()
    {
        install({.keepPayloads = true});
        const qint64 id = finish("'mail', '{\"to\":  \"ann\"}', queue_name := 'q', priority := 3, "
                                 "max_attempts := 4, flags := '{x}', job_key := 'k'");
        AddJobDialog *dialog = open(id);
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*dialog)->isEnabled(), kPatience);
        QCOMPARE(dialog->windowTitle(), u"Add job %1 again"_s.arg(id));
        QVERIFY(noteOf(*dialog).contains(u"without its key"_s));
        QVERIFY(!child<QCheckBox>(*dialog, "addAsItIs")->isVisible());
        QCOMPARE(add(dialog), u"mail q {\"to\":  \"ann\"} 3 4 {\"x\": true}"_s);
        QFile log(m_ui->panel->list()->folder() + u"/operators.ndjson"_s);
        QVERIFY(log.open(QIODevice::ReadOnly));
        const QByteArray lines = log.readAll();
        QVERIFY2(lines.contains("\"again\":[" + QByteArray::number(id) + ']'), lines.constData());
    }

    /// Workers see none in them either, but where they are a list of texts.
    void flagsThatAreNoObjectAreLeftOut()
    {
        install({.keepPayloads = true});
        const TestDatabase &database = m_ui->fixture.database;
        const qint64 id
            = database.scalar("select id from graphile_worker.add_job('mail')").toLongLong();
        const QByteArray job = " where id = " + QByteArray::number(id);
        database.script("update graphile_worker._private_jobs set flags = '7'" + job
                        + "; delete from graphile_worker._private_jobs" + job);
        AddJobDialog *dialog = open(id);
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*dialog)->isEnabled(), kPatience);
        QCOMPARE(add(dialog), u"mail {} 0 25"_s);
    }

    void missingValuesAreFilledInOrAgreedTo()
    {
        install({.keepPayloads = true,
                 .payloads = {.redactedKeys = QStringList{u"password"_s, u"code"_s}}});
        const qint64 id = finish("'mail', '{\"password\": \"x\", \"code\": 1}'");
        AddJobDialog *dialog = open(id);
        const QString pictures = qEnvironmentVariable("YARDMASTER_SCREENSHOTS");
        if (!pictures.isEmpty())
            QVERIFY(dialog->grab().save(pictures + u"/add-again.png"_s));
        QVERIFY(noteOf(*dialog).contains(u"[redacted]"_s));
        QVERIFY(!buttonOf(*dialog)->isEnabled());
        QVERIFY(child<QLabel>(*dialog, "addProblem")->text().contains(u"Fill in the values"_s));
        // What was replaced is no secret: it can be seen where it is to be filled in.
        auto *text = child<QPlainTextEdit>(*dialog, "payloadText");
        QCOMPARE(text->toPlainText().count(u"[redacted]"_s), 2);
        text->setPlainText(u"{\"password\": \"y\", \"code\": \"[redacted]\"}"_s);
        QVERIFY(!buttonOf(*dialog)->isEnabled()); // one is left
        auto *box = child<QCheckBox>(*dialog, "addAsItIs");
        QVERIFY(box->isVisible());
        box->click();
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*dialog)->isEnabled(), kPatience);
        box->click();
        QVERIFY(!buttonOf(*dialog)->isEnabled());
        text->setPlainText(u"{\"code\": 2}"_s);
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*dialog)->isEnabled(), kPatience);
        QCOMPARE(add(dialog), u"mail {\"code\": 2} 0 25"_s);
    }

    void aPayloadThatWasNotKeptIsEntered_data()
    {
        QTest::addColumn<bool>("keeps");
        QTest::addColumn<QString>("note");
        QTest::newRow("none are kept") << false << u"this history keeps no payloads"_s;
        QTest::newRow("too large") << true << u"too large to be kept"_s;
    }
    void aPayloadThatWasNotKeptIsEntered()
    {
        QFETCH(bool, keeps);
        QFETCH(QString, note);
        install({.keepPayloads = keeps ? std::optional(true) : std::nullopt,
                 .payloads = {.mostBytes = keeps ? std::optional(3) : std::nullopt}});
        AddJobDialog *dialog = open(finish("'mail', '{\"a\": 1}', queue_name := 'q'"));
        QVERIFY2(noteOf(*dialog).contains(note), qPrintable(noteOf(*dialog)));
        // Of what is too large, all else is kept.
        QCOMPARE(noteOf(*dialog).contains(u"maximum attempts and flags"_s), !keeps);
        QVERIFY(!buttonOf(*dialog)->isEnabled());
        child<QPlainTextEdit>(*dialog, "payloadText")->setPlainText(u"[7]"_s);
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*dialog)->isEnabled(), kPatience);
        QCOMPARE(add(dialog), u"mail q [7] 0 25"_s);
    }

    void aLostQueueIsEnteredOrAgreedTo()
    {
        install({.keepPayloads = true});
        const qint64 id = finish("'mail', '{\"a\": 1}', queue_name := 'q'");
        m_ui->fixture.database.script(
            "delete from graphile_worker._private_job_queues; "
            "delete from graphile_worker._yardmaster_history_names where kind = 'q'");
        AddJobDialog *dialog = open(id);
        QVERIFY2(noteOf(*dialog).contains(u"queue name"_s), qPrintable(noteOf(*dialog)));
        QVERIFY(!buttonOf(*dialog)->isEnabled());
        QVERIFY(child<QLabel>(*dialog, "addProblem")->text().contains(u"Enter its queue"_s));
        auto *queue = child<QLineEdit>(*dialog, "addQueue");
        queue->setText(u"other"_s);
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*dialog)->isEnabled(), kPatience);
        queue->clear();
        QVERIFY(!buttonOf(*dialog)->isEnabled());
        auto *box = child<QCheckBox>(*dialog, "addWithoutQueue");
        QVERIFY(box->isVisible());
        box->click();
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*dialog)->isEnabled(), kPatience);
        QCOMPARE(add(dialog), u"mail {\"a\": 1} 0 25"_s);
    }

    void whatCannotBeAddedIsSaid()
    {
        AddJobDialog *none = open(1);
        QCOMPARE(noteOf(*none), u"No history is recorded here."_s);
        QVERIFY(!buttonOf(*none)->isEnabled());
        none->reject();
        install({.keepPayloads = true});
        QTRY_VERIFY_WITH_TIMEOUT(!m_ui->window->findChild<AddJobDialog *>(), kPatience);
        AddJobDialog *there = open(1);
        QVERIFY2(noteOf(*there).contains(u"still in the queue"_s), qPrintable(noteOf(*there)));
        child<QComboBox>(*there, "addTask")->setCurrentText(u"other"_s);
        QVERIFY(!buttonOf(*there)->isEnabled());
        there->reject();
        QTRY_VERIFY_WITH_TIMEOUT(!m_ui->window->findChild<AddJobDialog *>(), kPatience);
        AddJobDialog *unknown = open(4711);
        QVERIFY(noteOf(*unknown).contains(u"does not show how job 4711 ended"_s));
        QVERIFY(!buttonOf(*unknown)->isEnabled());
    }
};

YARDMASTER_WINDOW_TEST(TestAddAgain)
#include "tst_addagain.moc"
