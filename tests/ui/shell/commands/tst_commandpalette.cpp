#include "ui/shell/commands/commandpalette.h"

#include "tests/support/stallwatch.h"
#include "tests/ui/shell/commands/commandfixture.h"
#include "ui/kit/command.h"
#include "ui/shell/commands/command.h"
#include "ui/shell/commands/paletteentries.h"

#include <QAbstractItemModelTester>
#include <QDialog>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QVBoxLayout>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::addCommand;

/// A window with a panel, and the palette over it.
class TestCommandPalette : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void collectsWhatIsBelowTheWindow();
    void typingFindsAndEnterRuns();
    void theGroupCanBeTyped();
    void otherWordsFindIt();
    void commandsAreEnabledWithoutAnObstacle();
    void whatIsNotPossibleSaysWhy();
    void lastUsedComesFirst();
    void aNumberIsAJob();
    void aFilterIsAFilter();
    void withoutAQueueThereAreOnlyCommands();
    void escapeGivesTheFocusBack();
    void lettersDoNotReachTheWindow();
    void goesWithTheFocus();
    void nothingFoundIsShown();
    void manyCommandsAreFast();

private:
    void openPalette(bool offersJobs = true) { m_palette->open(offersJobs); }
    void type(const QString &text) { QTest::keyClicks(field(), text); }
    void press(Qt::Key key) { QTest::keyClick(field(), key); }
    [[nodiscard]] QLineEdit *field() const { return m_palette->findChild<QLineEdit *>(); }
    [[nodiscard]] QAbstractItemModel *entries() const
    {
        return m_palette->findChild<QListView *>()->model();
    }
    [[nodiscard]] QString entry(int row, int role = Qt::DisplayRole) const
    {
        return entries()->index(row, 0).data(role).toString();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<QWidget> m_window;
    QLineEdit *m_other = nullptr;
    CommandPalette *m_palette = nullptr;
    QAction *m_retry = nullptr;
    QAction *m_fail = nullptr;
};

void TestCommandPalette::init()
{
    m_settings
        = std::make_unique<QSettings>(m_folder.filePath(u"keys.ini"_s), QSettings::IniFormat);
    m_settings->clear();
    m_window = std::make_unique<QWidget>();
    m_window->resize(1024, 640);
    auto *panel = new QWidget(m_window.get());
    auto *column = new QVBoxLayout(m_window.get());
    column->addWidget(panel);
    m_other = new QLineEdit(m_window.get());
    column->addWidget(m_other);
    m_retry = addCommand(panel, u"jobs.retry"_s, u"&Retry"_s, Qt::Key_R);
    m_fail = addCommand(panel, u"jobs.fail"_s, u"Fail…"_s, Qt::Key_X);
    addCommand(m_window.get(), u"view.refresh"_s, u"Refresh"_s, Qt::Key_F5);
    m_palette = new CommandPalette(m_settings.get(), m_window.get());
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), 60000));
    m_other->setFocus();
}

void TestCommandPalette::cleanup()
{
    m_window.reset();
}

void TestCommandPalette::collectsWhatIsBelowTheWindow()
{
    auto *dialog = new QDialog(m_window.get());
    addCommand(dialog, u"jobs.of-a-dialog"_s, u"Elsewhere"_s);
    auto *separator = new QAction(m_window.get());
    separator->setSeparator(true);
    addCommand(m_window.get(), u"qt_menu"_s, u"No command"_s);
    addCommand(m_window.get(), u"zoo.feed"_s, u"Feed"_s);
    auto *holder = new QObject(m_window->findChild<QWidget *>()); // as JobActions
    auto *held = new QAction(u"Unlock && go"_s, holder);
    held->setObjectName(u"jobs.unlock"_s);

    QStringList ids;
    const auto commands = collectCommands(m_window.get());
    for (const Command &command : commands)
        ids << command.id;
    QCOMPARE(ids,
             (QStringList{u"view.refresh"_s, u"jobs.retry"_s, u"jobs.fail"_s, u"jobs.unlock"_s,
                          u"zoo.feed"_s}));
    QCOMPARE(commands[1].title(), u"Retry"_s);
    QCOMPARE(commands[1].keys(), u"R"_s);
    QCOMPARE(commands[3].title(), u"Unlock & go"_s);
    QCOMPARE(commandGroupTitle(u"jobs"_s), u"Jobs"_s);
    QCOMPARE(commandGroupTitle(u"zoo"_s), u"Zoo"_s);
}

void TestCommandPalette::typingFindsAndEnterRuns()
{
    const QSignalSpy retried(m_retry, &QAction::triggered);
    openPalette();
    QVERIFY(m_palette->isVisible());
    QAbstractItemModelTester tester(entries(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(entries()->rowCount(), 3);
    type(u"rtr"_s);
    QCOMPARE(entries()->rowCount(), 1);
    QCOMPARE(entry(0), u"Retry"_s);
    QCOMPARE(entry(0, PaletteEntries::KeysRole), u"R"_s);
    QCOMPARE(entry(0, PaletteEntries::GroupRole), u"Jobs"_s);
    press(Qt::Key_Return);
    QCOMPARE(retried.size(), 1);
    QVERIFY(!m_palette->isVisible());
    QCOMPARE(m_window->focusWidget(), m_other);
}

void TestCommandPalette::theGroupCanBeTyped()
{
    openPalette();
    type(u"jobs f"_s);
    QCOMPARE(entries()->rowCount(), 1);
    QCOMPARE(entry(0), u"Fail…"_s);
    field()->clear();
    type(u"job"_s);
    QCOMPARE(entries()->rowCount(), 2);
    field()->clear();
    type(u"rej"_s); // letters of title and group do not mix
    QCOMPARE(entries()->rowCount(), 0);
}

void TestCommandPalette::otherWordsFindIt()
{
    addCommand(m_window.get(), u"jobs.complete"_s, u"Complete (delete)…"_s, u"Ends them."_s)
        ->alsoCalled(u"remove, give up"_s);
    addCommand(m_window.get(), u"jobs.remove"_s, u"Remove by key…"_s, u"Deletes them."_s)
        ->alsoCalled(u"delete"_s);
    openPalette();
    type(u"delete"_s);
    QCOMPARE(entries()->rowCount(), 2);
    QCOMPARE(entry(0), u"Complete (delete)…"_s); // it is in its name
    QCOMPARE(entry(1), u"Remove by key…"_s);
    QVERIFY(entries()
                ->index(1, 0)
                .data(PaletteEntries::PositionsRole)
                .value<QList<qsizetype>>()
                .isEmpty());
    for (const QString &typed : {u"delete key"_s, u"job delete by"_s, u"del"_s}) {
        field()->clear();
        type(typed);
        QVERIFY2(entries()->rowCount() > 0, qUtf8Printable(typed));
        QCOMPARE(entry(entries()->rowCount() - 1), u"Remove by key…"_s);
    }
    for (const QString &typed :
         {u"dlt"_s, u"lete"_s, u"give key"_s}) { // words from their beginning
        field()->clear();
        type(typed);
        for (int row = 0; row < entries()->rowCount(); ++row)
            QVERIFY(entry(row) != u"Remove by key…"_s);
    }
}

void TestCommandPalette::commandsAreEnabledWithoutAnObstacle()
{
    QString obstacle = u"Choose a job first."_s;
    int runs = 0;
    auto *holder = new QObject(m_other);
    QAction *action
        = addCommand(holder, m_other, u"jobs.run"_s, u"Run"_s, u"Runs it."_s, [&runs] { ++runs; })
              ->withKeysHere({Qt::Key_F2})
              ->unless([&obstacle] { return obstacle; });
    updateCommands(holder);
    const auto command = [this] {
        const auto commands = collectCommands(m_window.get());
        return *std::find_if(commands.begin(), commands.end(), [](const Command &candidate) {
            return candidate.id == u"jobs.run"_s;
        });
    };
    QVERIFY(!action->isEnabled());
    QCOMPARE(command().obstacle(), obstacle);
    QCOMPARE(action->toolTip(), obstacle);
    QCOMPARE(command().sentence(), u"Runs it."_s);
    QTest::keyClick(m_other, Qt::Key_F2);
    QCOMPARE(runs, 0);

    obstacle.clear();
    QVERIFY(!action->isEnabled()); // nobody has asked
    updateCommands(holder);
    QVERIFY(action->isEnabled());
    QCOMPARE(command().obstacle(), QString());
    QCOMPARE(action->toolTip(), u"Runs it."_s);
    QTest::keyClick(m_other, Qt::Key_F2);
    QCOMPARE(runs, 1);
}

void TestCommandPalette::whatIsNotPossibleSaysWhy()
{
    const QSignalSpy failed(m_fail, &QAction::triggered);
    m_fail->setEnabled(false);
    m_fail->setStatusTip(u"This profile is read-only."_s);
    openPalette();
    type(u"fail"_s);
    QCOMPARE(entry(0), u"Fail…"_s);
    QCOMPARE(entry(0, PaletteEntries::SentenceRole), u"This profile is read-only."_s);
    QVERIFY(entry(0, Qt::AccessibleTextRole).contains(u"read-only"_s));
    press(Qt::Key_Return);
    QCOMPARE(failed.size(), 0);
    QVERIFY(m_palette->isVisible());
}

void TestCommandPalette::lastUsedComesFirst()
{
    openPalette();
    QCOMPARE(entry(0), u"Refresh"_s);
    type(u"fail"_s);
    press(Qt::Key_Return);
    openPalette();
    QCOMPARE(field()->text(), QString());
    QCOMPARE(entry(0), u"Fail…"_s);
    QCOMPARE(entry(1), u"Refresh"_s);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    press(Qt::Key_Return); // Retry
    openPalette();
    QCOMPARE(entry(0), u"Retry"_s);
    QCOMPARE(entry(1), u"Fail…"_s);
    press(Qt::Key_Up); // round to the last
    QCOMPARE(m_palette->findChild<QListView *>()->currentIndex().row(), 2);
}

void TestCommandPalette::aNumberIsAJob()
{
    QSignalSpy jobs(m_palette, &CommandPalette::jobRequested);
    openPalette();
    type(u"1234567890123"_s);
    QCOMPARE(entry(0), u"Go to job 1234567890123"_s);
    press(Qt::Key_Return);
    QCOMPARE(jobs.size(), 1);
    QCOMPARE(jobs.first().first().toLongLong(), 1234567890123);
    openPalette();
    type(u"#42"_s);
    press(Qt::Key_Return);
    QCOMPARE(jobs.last().first().toLongLong(), 42);
    openPalette();
    type(u"0"_s);
    QCOMPARE(entries()->rowCount(), 0);
}

void TestCommandPalette::aFilterIsAFilter()
{
    QSignalSpy filters(m_palette, &CommandPalette::filterRequested);
    openPalette();
    type(u"state:failed task:re*"_s);
    QCOMPARE(entry(0, PaletteEntries::FilterRole), u"state:failed task:re*"_s);
    press(Qt::Key_Return);
    QCOMPARE(filters.size(), 1);
    QCOMPARE(filters.first().first().toString(), u"state:failed task:re*"_s);
    openPalette();
    type(u"state:faild"_s);
    QCOMPARE(entries()->rowCount(), 0);
}

void TestCommandPalette::withoutAQueueThereAreOnlyCommands()
{
    openPalette(false);
    type(u"42"_s);
    QCOMPARE(entries()->rowCount(), 0);
    field()->clear();
    type(u"state:failed"_s);
    QCOMPARE(entries()->rowCount(), 0);
}

void TestCommandPalette::escapeGivesTheFocusBack()
{
    openPalette();
    QCOMPARE(m_window->focusWidget(), field());
    type(u"x"_s);
    press(Qt::Key_Tab); // stays
    QCOMPARE(m_window->focusWidget(), field());
    press(Qt::Key_Escape);
    QVERIFY(!m_palette->isVisible());
    QCOMPARE(m_window->focusWidget(), m_other);
}

void TestCommandPalette::lettersDoNotReachTheWindow()
{
    m_retry->setShortcutContext(Qt::WindowShortcut);
    auto *find = addCommand(m_window.get(), u"edit.palette"_s, u"Find"_s, Qt::CTRL | Qt::Key_R);
    find->setShortcutContext(Qt::WindowShortcut);
    const QSignalSpy retried(m_retry, &QAction::triggered);
    const QSignalSpy found(find, &QAction::triggered);
    openPalette();
    type(u"r"_s);
    QTest::keyClick(field(), Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(retried.size(), 0);
    QCOMPARE(found.size(), 0);
    QCOMPARE(field()->text(), u"r"_s);
}

void TestCommandPalette::goesWithTheFocus()
{
    openPalette();
    m_other->setFocus(Qt::MouseFocusReason);
    QVERIFY(!m_palette->isVisible());
    QCOMPARE(m_window->focusWidget(), m_other);
}

void TestCommandPalette::nothingFoundIsShown()
{
    openPalette();
    type(u"qqq"_s);
    QVERIFY(!m_palette->findChild<QListView *>()->isVisible());
    press(Qt::Key_Return); // nothing happens
    press(Qt::Key_Down);
    QVERIFY(m_palette->isVisible());
}

void TestCommandPalette::manyCommandsAreFast()
{
    for (int i = 0; i < 300; ++i)
        addCommand(m_window.get(), u"view.number-%1"_s.arg(i), u"Number %1 of many"_s.arg(i));
    const test::StallWatch watch;
    openPalette();
    type(u"nmber 17"_s);
    press(Qt::Key_Down);
    QVERIFY(entries()->rowCount() > 1);
    press(Qt::Key_Escape);
}

YARDMASTER_WATCHED_TEST(TestCommandPalette)
#include "tst_commandpalette.moc"
