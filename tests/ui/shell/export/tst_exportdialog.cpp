#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/shell/export/exportdialog.h"

#include "models/console/consolecontext.h"
#include "tests/models/jobs/jobsfixture.h"
#include "ui/kit/theme.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Phase = ExportRun::Phase;

namespace {

void click(const QWidget &parent, const char *name)
{
    QTest::mouseClick(child<QPushButton>(parent, name), Qt::LeftButton);
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestExportDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void chosenColumnsAreWritten();
    void valuesAreHiddenAsInTheWindow();
    void suffixFollowsTheFormat();
    void problemsAreShown();
    void fileIsReplacedWhenAskedTwice();
    void cancelStaysAndLeavesNoFile();
    void serverThatRefusesIsShown();
    void commandHasNameAndShortcut();
    void looks();

private:
    ConsoleTarget target() const;
    static JobTarget jobs(const QString &filter, qint64 count);
    static void show(ExportDialog *dialog, const QString &path);
    QString path(const QString &name) const { return m_folder.filePath(name); }

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;
};

void TestExportDialog::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fillMix(*m_database, 3000);
}

void TestExportDialog::cleanupTestCase()
{
    m_database.reset();
}

ConsoleTarget TestExportDialog::target() const
{
    ConsoleTarget target;
    target.connection = m_database->settings();
    target.profileName = u"shop"_s;
    target.isReadOnly = true; // an export changes nothing
    return target;
}

JobTarget TestExportDialog::jobs(const QString &filter, qint64 count)
{
    JobTarget jobs;
    jobs.scope.filter = filter;
    jobs.count = {count};
    jobs.description = u"Jobs that match "_s + filter;
    return jobs;
}

void TestExportDialog::show(ExportDialog *dialog, const QString &path)
{
    dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(dialog, kPatience));
    child<QLineEdit>(*dialog, "exportPath")->setText(path);
}

void TestExportDialog::chosenColumnsAreWritten()
{
    ConsoleContext context(target());
    ExportDialog dialog(&context, jobs(u"id:1..3"_s, 3));
    show(&dialog, path(u"jobs.csv"_s));
    QCOMPARE(child<QLabel>(dialog, "exportTarget")->text(), u"Jobs that match id:1..3 · 3"_s);
    auto *columns = child<QListWidget>(dialog, "exportColumns");
    QCOMPARE(columns->count(), kExportColumns);
    for (int row = 1; row < columns->count(); ++row)
        columns->item(row)->setCheckState(Qt::Unchecked);
    click(dialog, "exportBegin");
    QTRY_COMPARE_WITH_TIMEOUT(dialog.run()->phase(), Phase::Finished, kPatience);
    QCOMPARE(contents(path(u"jobs.csv"_s)), "id\r\n1\r\n2\r\n3\r\n");
    QVERIFY(child<QLabel>(dialog, "exportRemark")->text().startsWith(u"3 jobs written to "_s));
    click(dialog, "exportClose");
    QVERIFY(!dialog.isVisible());
}

void TestExportDialog::valuesAreHiddenAsInTheWindow()
{
    ConsoleContext context(target());
    context.setRules(RedactionRules::fromTexts({u"*"_s}));
    for (const bool isHidden : {true, false}) {
        ExportDialog dialog(&context, jobs(u"id:1..3"_s, 3));
        show(&dialog, path(u"hidden-%1.csv"_s.arg(isHidden)));
        auto *hide = child<QCheckBox>(dialog, "exportHide");
        QVERIFY(hide->isChecked());
        hide->setChecked(isHidden);
        click(dialog, "exportBegin");
        QTRY_COMPARE_WITH_TIMEOUT(dialog.run()->phase(), Phase::Finished, kPatience);
        QCOMPARE(contents(dialog.run()->path()).contains("[hidden]"), isHidden);
        QCOMPARE(child<QLabel>(dialog, "exportRemark")->text().contains(u"; hidden values: "_s),
                 isHidden);
    }
}

void TestExportDialog::suffixFollowsTheFormat()
{
    ConsoleContext context(target());
    ExportDialog dialog(&context, jobs(u"id:1"_s, 1));
    show(&dialog, path(u"one.csv"_s));
    QVERIFY(child<QCheckBox>(dialog, "exportGuard")->isVisible());
    auto *format = child<QComboBox>(dialog, "exportFormat");
    format->setFocus();
    QTest::keyClick(format, Qt::Key_End);
    QCOMPARE(child<QLineEdit>(dialog, "exportPath")->text(), path(u"one.ndjson"_s));
    QVERIFY(!child<QCheckBox>(dialog, "exportGuard")->isVisible());
    click(dialog, "exportBegin");
    QTRY_COMPARE_WITH_TIMEOUT(dialog.run()->phase(), Phase::Finished, kPatience);
    QVERIFY(contents(path(u"one.ndjson"_s)).startsWith("{\"id\":1,"));
}

void TestExportDialog::problemsAreShown()
{
    ConsoleContext context(target());
    ExportDialog dialog(&context, jobs(u"id:1"_s, 1));
    const auto problem = [&dialog] { return child<QLabel>(dialog, "exportProblem")->text(); };
    show(&dialog, {});
    click(dialog, "exportBegin");
    QCOMPARE(problem(), u"Enter a file name."_s);
    child<QLineEdit>(dialog, "exportPath")->setText(u"jobs.csv"_s);
    click(dialog, "exportBegin");
    QVERIFY(problem().contains(u"full path"_s));
    child<QLineEdit>(dialog, "exportPath")->setText(m_folder.path());
    click(dialog, "exportBegin");
    QVERIFY(problem().endsWith(u"is a folder."_s));
    auto *columns = child<QListWidget>(dialog, "exportColumns");
    for (int row = 0; row < columns->count(); ++row)
        columns->item(row)->setCheckState(Qt::Unchecked);
    click(dialog, "exportBegin");
    QCOMPARE(problem(), u"No column is selected."_s);
    columns->item(0)->setCheckState(Qt::Checked);
    child<QLineEdit>(dialog, "exportPath")->setText(path(u"no/such/x.csv"_s));
    click(dialog, "exportBegin");
    QTRY_COMPARE_WITH_TIMEOUT(dialog.run()->phase(), Phase::Failed, kPatience);
    QVERIFY(problem().contains(u"cannot be written"_s));
    QVERIFY(child<QPushButton>(dialog, "exportBegin")->isEnabled());
}

void TestExportDialog::fileIsReplacedWhenAskedTwice()
{
    const QString file = path(u"old.csv"_s);
    {
        QFile old(file);
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("old");
    }
    ConsoleContext context(target());
    ExportDialog dialog(&context, jobs(u"id:1"_s, 1));
    show(&dialog, file);
    click(dialog, "exportBegin");
    QVERIFY(child<QLabel>(dialog, "exportProblem")->text().contains(u"already exists"_s));
    QVERIFY(!dialog.run());
    QCOMPARE(contents(file), "old");
    click(dialog, "exportBegin");
    QTRY_COMPARE_WITH_TIMEOUT(dialog.run()->phase(), Phase::Finished, kPatience);
    QVERIFY(contents(file).startsWith("id,state,"));
}

void TestExportDialog::cancelStaysAndLeavesNoFile()
{
    const auto holder = m_database->session();
    valueOf(holder->query("begin"));
    valueOf(holder->query("lock table graphile_worker._private_jobs in access exclusive mode"));
    ConsoleContext context(target());
    ExportDialog dialog(&context, jobs(u"id:1"_s, 1));
    show(&dialog, path(u"never.csv"_s));
    click(dialog, "exportBegin");
    QCOMPARE(dialog.run()->phase(), Phase::Running);
    QVERIFY(!child<QPushButton>(dialog, "exportBegin")->isEnabled());
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QTRY_COMPARE_WITH_TIMEOUT(dialog.run()->phase(), Phase::Cancelled, kPatience);
    QVERIFY(dialog.isVisible());
    QCOMPARE(child<QLabel>(dialog, "exportRemark")->text(), u"Cancelled; no file was written."_s);
    QVERIFY(!QFile::exists(path(u"never.csv"_s)));
    valueOf(holder->query("rollback"));
    click(dialog, "exportBegin"); // it can be tried again
    QTRY_COMPARE_WITH_TIMEOUT(dialog.run()->phase(), Phase::Finished, kPatience);
}

void TestExportDialog::serverThatRefusesIsShown()
{
    ConsoleContext context(target());
    ExportDialog dialog(&context, jobs(u"error~\"(\""_s, 1));
    show(&dialog, path(u"refused.csv"_s));
    click(dialog, "exportBegin");
    QTRY_COMPARE_WITH_TIMEOUT(dialog.run()->phase(), Phase::Failed, kPatience);
    QVERIFY(child<QLabel>(dialog, "exportProblem")->text().contains(u"regular expression"_s));
}

void TestExportDialog::commandHasNameAndShortcut()
{
    QWidget owner;
    const QAction *action = ExportDialog::makeCommand(&owner);
    QCOMPARE(action->objectName(), u"jobs.export"_s);
    QCOMPARE(action->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_E));
    QVERIFY(!action->statusTip().isEmpty());
}

void TestExportDialog::looks()
{
    ConsoleContext context(target());
    ExportDialog dialog(&context, jobs(u"state:failed task:send_*"_s, 270000));
    show(&dialog, path(u"looks.csv"_s));
    QVERIFY(takePictures(&m_theme, &dialog, u"export"_s));
}

YARDMASTER_WINDOW_TEST(TestExportDialog)
#include "tst_exportdialog.moc"
