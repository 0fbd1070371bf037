#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "tests/support/testprogram.h"
#include "tests/ui/shell/commands/commandfixture.h"
#include "ui/kit/command.h"
#include "ui/kit/density.h"
#include "ui/kit/pagetabs.h"
#include "ui/kit/theme.h"
#include "ui/kit/zoom.h"
#include "ui/shell/commands/command.h"
#include "ui/shell/commands/commandmenu.h"
#include "ui/shell/commands/commandpalette.h"
#include "ui/shell/commands/helpoverlay.h"
#include "ui/shell/commands/paletteentries.h"
#include "ui/shell/commands/panelswitch.h"
#include "ui/shell/commands/windowlayout.h"
#include "ui/shell/mainwindow.h"
#include <yardmaster/timestamp.h>

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSplitter>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::addCommand;

/// The window's own commands, and what it remembers.
///
/// Long because they are many; each is tried once.
class TestWindowCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void everyCommandSaysWhatItDoes();
    void otherWordsFindCommands_data();
    void otherWordsFindCommands();
    void mnemonicsAreUnique();
    void menusShowCommandsOfPanels();
    void manyCommandsAreInSubmenus();
    void menusWithoutCommandsAreHidden();
    void ctrlKAndColonOpenThePalette();
    void questionMarkShowsTheKeys();
    void themeIsChosenAndKept();
    void rowsFollowTheChoice();
    void clockIsChosenForAllTimes();
    void eachProfileHasItsLayout();
    void layoutIsReset();
    void panelsFollowTheirRoomUntilChosen();
    void zoomChangesAllText();
    void smallestSize();

private:
    [[nodiscard]] std::unique_ptr<MainWindow> shown();
    [[nodiscard]] static QAction *command(const MainWindow &window, const QString &id)
    {
        return window.findChild<QAction *>(id);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    Theme m_theme;
};

void TestWindowCommands::init()
{
    m_settings
        = std::make_unique<QSettings>(m_folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    m_settings->clear();
}

void TestWindowCommands::cleanup()
{
    m_theme.setChoice(Theme::Choice::System);
    Density::instance()->setChoice(Density::Choice::Normal);
    Zoom::instance()->setPercent(100);
    TimeDisplay::instance().setZone(TimeDisplay::Zone::Utc);
}

std::unique_ptr<MainWindow> TestWindowCommands::shown()
{
    auto window = std::make_unique<MainWindow>(m_settings.get());
    window->show();
    window->activateWindow();
    if (!QTest::qWaitForWindowActive(window.get(), 60000))
        qFatal("the window does not appear");
    return window;
}

void TestWindowCommands::everyCommandSaysWhatItDoes()
{
    const auto window = shown();
    const auto commands = collectCommands(window.get());
    QVERIFY(commands.size() > 15);
    QCOMPARE(commands.constLast().group, u"help"_s); // a group without a title comes after it
    for (const Command &command : commands) {
        QVERIFY2(command.action->whatsThis().endsWith(u'.'), qUtf8Printable(command.id));
        QVERIFY2(command.action->isEnabled() == command.obstacle().isEmpty(),
                 qUtf8Printable(command.id));
    }
    QCOMPARE(Command({}, {}, command(*window, u"worker.start"_s)).obstacle(),
             u"The worker has no tasks yet: set it up on the “This worker” page."_s);
}

void TestWindowCommands::otherWordsFindCommands_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("id");
    QTest::newRow("time zone") << u"local time"_s << u"view.time-local"_s;
    QTest::newRow("size") << u"zoom"_s << u"view.zoom-in"_s;
    QTest::newRow("font") << u"font size"_s << u"view.zoom-out"_s;
    QTest::newRow("mode") << u"dark mode"_s << u"view.theme-dark"_s;
    QTest::newRow("documentation") << u"docum"_s << u"help.manual"_s;
    QTest::newRow("with its group") << u"view density"_s << u"view.rows-normal"_s;
}

void TestWindowCommands::otherWordsFindCommands()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, id);
    const auto window = shown();
    PaletteEntries entries;
    entries.setCommands(collectCommands(window.get()), {}, false);
    entries.setTyped(typed);
    QStringList ids;
    for (int row = 0; row < entries.rowCount(); ++row)
        ids << entries.index(row).data(PaletteEntries::IdRole).toString();
    QVERIFY2(ids.mid(0, 4).contains(id), qUtf8Printable(ids.join(u' ')));
}

void TestWindowCommands::mnemonicsAreUnique()
{
    const auto window = shown();
    const auto check = [](const QList<QAction *> &actions) {
        QSet<QString> seen;
        for (const QAction *action : actions) {
            const QString key = QKeySequence::mnemonic(action->text()).toString();
            if (key.isEmpty())
                continue;
            QVERIFY2(!seen.contains(key), qUtf8Printable(action->text()));
            seen.insert(key);
        }
    };
    check(window->menuBar()->actions());
    const auto menus = window->findChildren<CommandMenu *>();
    for (CommandMenu *menu : menus) {
        menu->collect();
        check(menu->actions());
    }
}

void TestWindowCommands::menusShowCommandsOfPanels()
{
    const auto window = shown();
    auto *jobs = window->findChild<CommandMenu *>(u"jobsMenu"_s);
    auto panel = std::make_unique<QWidget>(window->centralWidget());
    QAction *retry = addCommand(panel.get(), u"jobs.retry"_s, u"Retry"_s, Qt::Key_R);
    QAction *lock = addCommand(panel.get(), u"guard.lock"_s, u"Lock"_s, Qt::CTRL | Qt::Key_L);
    window->refreshCommands();
    QVERIFY(jobs->menuAction()->isVisible());
    Q_EMIT jobs->aboutToShow(); // again: nothing comes twice
    QCOMPARE(jobs->actions().size(), 3);
    QCOMPARE(jobs->actions().first()->text(), u"Retry\tR"_s);
    QVERIFY(jobs->actions().first()->shortcuts().isEmpty()); // keys work where the panel is
    QVERIFY(jobs->actions()[1]->isSeparator());
    QCOMPARE(jobs->actions().last()->text(), u"Lock\tCtrl+L"_s);
    const QSignalSpy retried(retry, &QAction::triggered);
    jobs->actions().first()->trigger();
    QCOMPARE(retried.count(), 1);
    lock->setEnabled(false);
    QVERIFY(!jobs->actions().last()->isEnabled());
    panel.reset();
    window->refreshCommands();
    QVERIFY(jobs->actions().isEmpty());
}

void TestWindowCommands::manyCommandsAreInSubmenus()
{
    const auto window = shown();
    auto *jobs = window->findChild<CommandMenu *>(u"jobsMenu"_s);
    auto *panel = new QWidget(window->centralWidget());
    addCommand(panel, u"jobs.retry"_s, u"Retry"_s);
    yardmaster::addCommand(panel, u"jobs.first"_s, u"First job"_s, u"Goes there."_s)
        ->under(u"Go to"_s);
    yardmaster::addCommand(panel, u"jobs.last"_s, u"Last job"_s, u"Goes there."_s)
        ->under(u"Go to"_s);
    addCommand(panel, u"errors.retry"_s, u"Retry all"_s);
    QAction *step = addCommand(panel, u"inspector.next"_s, u"Next job"_s);
    for (int i = 0; i < 2; ++i) { // nothing comes twice
        jobs->collect();
        QStringList titles;
        for (const QAction *line : jobs->actions())
            titles << line->text();
        QCOMPARE(titles, (QStringList{u"Retry"_s, u"Go to"_s, {}, u"Errors"_s, u"Inspector"_s}));
    }
    QCOMPARE(jobs->actions()[1]->menu()->actions().size(), 2);
    const QSignalSpy stepped(step, &QAction::triggered);
    jobs->actions().last()->menu()->actions().first()->trigger();
    QCOMPARE(stepped.count(), 1);
}

void TestWindowCommands::menusWithoutCommandsAreHidden()
{
    const auto window = shown();
    QVERIFY(!window->findChild<CommandMenu *>(u"jobsMenu"_s)->menuAction()->isVisible());
}

void TestWindowCommands::ctrlKAndColonOpenThePalette()
{
    const auto window = shown();
    auto *palette = window->findChild<CommandPalette *>();
    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    QVERIFY(palette->isVisible());
    auto *field = palette->findChild<QLineEdit *>();
    QTest::keyClicks(field, u"dark"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!palette->isVisible());
    QCOMPARE(m_theme.choice(), Theme::Choice::Dark);
    QTest::keyClick(window.get(), Qt::Key_Colon);
    QVERIFY(palette->isVisible());
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
}

void TestWindowCommands::questionMarkShowsTheKeys()
{
    const auto window = shown();
    auto *overlay = window->findChild<HelpOverlay *>();
    QTest::keyClick(window.get(), Qt::Key_Question);
    QVERIFY(overlay->isVisible());
    QTest::keyClick(overlay, Qt::Key_Escape);
    QVERIFY(!overlay->isVisible());

    // Not on to what it covers, which would get the keys unseen.
    QTest::keyClick(window.get(), Qt::Key_Question);
    QVERIFY(overlay->hasFocus());
    QTest::keyClick(overlay, Qt::Key_Tab);
    QVERIFY(!overlay->isVisible());
}

void TestWindowCommands::themeIsChosenAndKept()
{
    {
        const auto window = shown();
        command(*window, u"view.theme-dark"_s)->trigger();
        QVERIFY(isDark(QApplication::palette()));
        QVERIFY(command(*window, u"view.theme-dark"_s)->isChecked());
        QVERIFY(!command(*window, u"view.theme-system"_s)->isChecked());
    }
    m_theme.setChoice(Theme::Choice::Light);
    const auto window = shown();
    QVERIFY(isDark(QApplication::palette()));
    QVERIFY(command(*window, u"view.theme-dark"_s)->isChecked());
}

void TestWindowCommands::rowsFollowTheChoice()
{
    const auto window = shown();
    QTableView before;
    before.verticalHeader()->setDefaultSectionSize(26);
    before.show();
    command(*window, u"view.rows-roomy"_s)->trigger();
    QVERIFY(before.verticalHeader()->defaultSectionSize() >= 32);
    QTableView after;
    after.show();
    QCOMPARE(after.verticalHeader()->defaultSectionSize(),
             before.verticalHeader()->defaultSectionSize());
    command(*window, u"view.rows-compact"_s)->trigger();
    QVERIFY(after.verticalHeader()->defaultSectionSize() < 32);
}

void TestWindowCommands::clockIsChosenForAllTimes()
{
    const QByteArray before = qgetenv("TZ");
    qputenv("TZ", "Asia/Tokyo");
    ::tzset();
    const QDateTime time(QDate(2026, 11, 20), QTime(14, 3, 7), kUtc);
    const auto window = shown();
    QSignalSpy changed(&TimeDisplay::instance(), &TimeDisplay::changed);
    QCOMPARE(formatInstant(time), u"2026-11-20 14:03:07 UTC"_s);
    command(*window, u"view.time-local"_s)->trigger();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(formatInstant(time), u"2026-11-20 23:03:07 JST"_s);
    command(*window, u"view.time-utc"_s)->trigger();
    QCOMPARE(formatInstant(time), u"2026-11-20 14:03:07 UTC"_s);
    qputenv("TZ", before);
    ::tzset();
}

void TestWindowCommands::eachProfileHasItsLayout()
{
    const auto arrange = [this](const QString &profile, std::optional<QSize> size,
                                const QList<int> &sizes, int tab) {
        QMainWindow window;
        WindowLayout layout(m_settings.get(), &window);
        auto *splitter = new QSplitter(&window);
        splitter->setObjectName(u"panels"_s);
        splitter->addWidget(new QWidget);
        auto *tabs = new PageTabs;
        tabs->setObjectName(u"tabs"_s);
        for (const char *name : {"Jobs", "Errors", "Operations"})
            tabs->addPage(QString::fromLatin1(name).toLower(), QString::fromLatin1(name));
        splitter->addWidget(tabs);
        window.setCentralWidget(splitter);
        layout.open(profile, true);
        window.show();
        if (size) {
            window.resize(*size);
            QCoreApplication::processEvents();
            splitter->setSizes(sizes);
            tabs->setCurrentIndex(tab);
            layout.save();
        }
        return std::tuple(window.size(), splitter->sizes(), tabs->currentIndex());
    };
    const auto shop = arrange(u"shop/a"_s, QSize(1100, 700), {300, 790}, 1);
    const auto billing = arrange(u"billing"_s, QSize(1200, 650), {500, 690}, 2);
    QVERIFY(shop != billing);
    QCOMPARE(arrange(u"shop/a"_s, {}, {}, 0), shop);
    QCOMPARE(arrange(u"billing"_s, {}, {}, 0), billing);
    QCOMPARE(std::get<2>(arrange(u"new"_s, {}, {}, 0)), 0);
}

void TestWindowCommands::layoutIsReset()
{
    const auto window = shown();
    const QSize first = window->size();
    window->resize(1300, 900);
    QVERIFY(window->close());
    const auto again = shown();
    QCOMPARE(again->size(), QSize(1300, 900));
    command(*again, u"view.reset-layout"_s)->trigger();
    QCOMPARE(again->size(), first);
}

void TestWindowCommands::panelsFollowTheirRoomUntilChosen()
{
    bool hasRoom = true;
    const auto open = [&](QMainWindow *window) {
        return new PanelSwitch(
            yardmaster::addCommand(window, u"view.side"_s, u"Side"_s, u"Shows it."_s),
            [&hasRoom] { return hasRoom; }, window);
    };
    {
        QMainWindow window;
        PanelSwitch *side = open(&window);
        WindowLayout layout(m_settings.get(), &window);
        layout.open(u"shop"_s, true);
        const QSignalSpy turned(side, &PanelSwitch::turned);
        side->update();
        QVERIFY(side->isOn());
        hasRoom = false;
        side->update();
        QVERIFY(!side->isOn());
        auto *command = window.findChild<QAction *>(u"view.side"_s, Qt::FindDirectChildrenOnly);
        QVERIFY(!command->isChecked());
        command->trigger(); // in spite of it
        QVERIFY(side->isOn() && command->isChecked());
        QCOMPARE(turned.count(), 2);
        layout.save();
    }
    QMainWindow window;
    PanelSwitch *side = open(&window);
    WindowLayout layout(m_settings.get(), &window);
    layout.open(u"billing"_s, true);
    QVERIFY(!side->isOn());
    layout.open(u"shop"_s, true);
    QVERIFY(side->isOn());
    layout.reset();
    QVERIFY(!side->isOn());
}

void TestWindowCommands::zoomChangesAllText()
{
    const auto window = shown();
    const double usual = QApplication::font().pointSizeF();
    QLabel plain(u"plain"_s, window.get());
    QLabel large(u"large"_s, window.get());
    QFont own = large.font();
    own.setPointSizeF(usual * 2);
    large.setFont(own);
    QLabel inner(u"inner"_s, &large); // gets its size from the one around it
    QFont bold = inner.font();
    bold.setWeight(QFont::DemiBold);
    inner.setFont(bold);
    QTableView table;
    table.show();
    Density::instance()->apply(&table);
    const int row = table.verticalHeader()->defaultSectionSize();
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(window.get(), Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(Zoom::instance()->percent(), 150);
    QTRY_VERIFY(plain.font().pointSizeF() > usual * 1.4);
    for (const QLabel *label : {&plain, &large, &inner}) {
        const double wanted = (label == &plain ? usual : usual * 2) * 1.5;
        QVERIFY2(std::abs(label->font().pointSizeF() - wanted) < 0.1,
                 qPrintable(u"%1: %2, not %3"_s.arg(label->text())
                                .arg(label->font().pointSizeF())
                                .arg(wanted)));
    }
    QLabel later(u"later"_s);
    QVERIFY(std::abs(later.font().pointSizeF() - usual * 1.5) < 0.1);
    QTRY_VERIFY(table.verticalHeader()->defaultSectionSize() > row);
    table.hide();
    window->activateWindow(); // which the table was meanwhile
    QTRY_VERIFY(window->isActiveWindow());
    QCOMPARE(m_settings->value(u"appearance/zoom"_s).toInt(), 150);
    for (int i = 0; i < 9; ++i)
        QTest::keyClick(window.get(), Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(Zoom::instance()->percent(), 80);
    QTest::keyClick(window.get(), Qt::Key_0, Qt::ControlModifier);
    QVERIFY(std::abs(large.font().pointSizeF() - usual * 2) < 0.1);
}

void TestWindowCommands::smallestSize()
{
    const auto window = shown();
    window->resize(100, 100);
    QCOMPARE(window->size(), QSize(1024, 640));
}

YARDMASTER_WINDOW_TEST(TestWindowCommands)
#include "tst_windowcommands.moc"
