#include "tests/support/testprogram.h"
#include "ui/shell/commands/keymap.h"

#include "tests/ui/shell/commands/commandfixture.h"
#include "ui/kit/theme.h"
#include "ui/shell/commands/helpoverlay.h"
#include "ui/shell/commands/keymapdialog.h"

#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::addCommand;

class TestKeymap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void defaultsStayUntilChanged();
    void changesSurviveARestart();
    void noKeysIsAChangeToo();
    void changedBackIsNoChange();
    void commandsThatComeLaterGetTheirKeys();
    void conflictsAreFound();
    void placesApartDoNotConflict();
    void sequencesThatBeginAlikeConflict();
    void invalidSettingsAreIgnored();
    void dialogTakesKeysAway();
    void dialogResets();
    void dialogFindsByKeys();
    void headingsStandAboveTheirCells();
    void overlayListsWhatHasKeys();
    void overlayDividesGroupsEvenly();
    void overlayFitsIntoTheWindow();
    void lettersDoNotFireInTextFields();

private:
    void makeWindow();
    [[nodiscard]] static QString keysOf(const QAction *action)
    {
        return QKeySequence::listToString(action->shortcuts());
    }
    [[nodiscard]] static QStringList idsOf(const QList<Command> &commands)
    {
        QStringList ids;
        for (const Command &command : commands)
            ids << command.id;
        return ids;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<QWidget> m_window;
    Keymap *m_keymap = nullptr;
    QWidget *m_left = nullptr;
    QWidget *m_right = nullptr;
    QLineEdit *m_field = nullptr; // in m_left
    QAction *m_retry = nullptr;   // R, in m_left
    QAction *m_fail = nullptr;    // X, in m_left
    QAction *m_refresh = nullptr; // F5, everywhere
};

void TestKeymap::makeWindow()
{
    m_window.reset();
    m_settings
        = std::make_unique<QSettings>(m_folder.filePath(u"keys.ini"_s), QSettings::IniFormat);
    m_window = std::make_unique<QWidget>();
    m_window->resize(1024, 640);
    m_left = new QWidget(m_window.get());
    m_right = new QWidget(m_window.get());
    m_right->setFocusPolicy(Qt::StrongFocus);
    m_left->setFocusPolicy(Qt::StrongFocus);
    m_field = new QLineEdit(m_left);
    auto *layout = new QVBoxLayout(m_window.get());
    layout->addWidget(m_left);
    layout->addWidget(m_right);
    auto *inner = new QVBoxLayout(m_left);
    inner->addWidget(m_field);
    m_retry = addCommand(m_left, u"jobs.retry"_s, u"Retry"_s, Qt::Key_R);
    m_fail = addCommand(m_left, u"jobs.fail"_s, u"Fail…"_s, Qt::Key_X);
    m_refresh = addCommand(m_window.get(), u"view.refresh"_s, u"Refresh"_s, Qt::Key_F5);
    m_refresh->setShortcutContext(Qt::WindowShortcut);
    m_keymap = new Keymap(m_settings.get(), m_window.get());
    m_keymap->apply();
}

void TestKeymap::init()
{
    QSettings(m_folder.filePath(u"keys.ini"_s), QSettings::IniFormat).clear();
    makeWindow();
}

void TestKeymap::cleanup()
{
    m_window.reset();
}

void TestKeymap::defaultsStayUntilChanged()
{
    QCOMPARE(keysOf(m_retry), u"R"_s);
    QVERIFY(!m_keymap->isChanged(u"jobs.retry"_s));
    QSignalSpy changed(m_keymap, &Keymap::changed);
    m_keymap->setKeys(u"jobs.retry"_s, {QKeySequence(u"Ctrl+Alt+R"_s), QKeySequence(u"F8"_s)});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(keysOf(m_retry), u"Ctrl+Alt+R; F8"_s);
    QVERIFY(m_keymap->isChanged(u"jobs.retry"_s));
    QCOMPARE(Keymap::defaultKeys(m_retry), QList<QKeySequence>{Qt::Key_R});
    m_keymap->reset(u"jobs.retry"_s);
    QCOMPARE(keysOf(m_retry), u"R"_s);
}

void TestKeymap::changesSurviveARestart()
{
    m_keymap->setKeys(u"jobs.retry"_s, {QKeySequence(u"Ctrl+Alt+R"_s)});
    makeWindow();
    QCOMPARE(keysOf(m_retry), u"Ctrl+Alt+R"_s);
    QCOMPARE(keysOf(m_fail), u"X"_s);
    m_keymap->resetAll();
    makeWindow();
    QCOMPARE(keysOf(m_retry), u"R"_s);
}

void TestKeymap::noKeysIsAChangeToo()
{
    m_keymap->setKeys(u"jobs.fail"_s, {});
    makeWindow();
    QCOMPARE(keysOf(m_fail), QString());
    QVERIFY(m_keymap->isChanged(u"jobs.fail"_s));
}

void TestKeymap::changedBackIsNoChange()
{
    m_keymap->setKeys(u"jobs.fail"_s, {});
    m_keymap->setKeys(u"jobs.fail"_s, {QKeySequence(Qt::Key_X)});
    QVERIFY(!m_keymap->isChanged(u"jobs.fail"_s));
    QVERIFY(m_settings->allKeys().isEmpty());
}

void TestKeymap::commandsThatComeLaterGetTheirKeys()
{
    m_keymap->setKeys(u"jobs.unlock"_s, {QKeySequence(u"U"_s)});
    const QAction *unlock = addCommand(m_left, u"jobs.unlock"_s, u"Unlock…"_s);
    m_keymap->apply();
    QCOMPARE(keysOf(unlock), u"U"_s);
    m_keymap->reset(u"jobs.unlock"_s);
    QCOMPARE(keysOf(unlock), QString());
}

void TestKeymap::conflictsAreFound()
{
    QCOMPARE(idsOf(m_keymap->conflicts(u"jobs.retry"_s, Qt::Key_X)), QStringList{u"jobs.fail"_s});
    QCOMPARE(idsOf(m_keymap->conflicts(u"jobs.retry"_s, Qt::Key_F5)),
             QStringList{u"view.refresh"_s});
    QCOMPARE(m_keymap->conflicts(u"jobs.retry"_s, Qt::Key_R).size(), 0); // itself
    QCOMPARE(m_keymap->conflicts(u"jobs.retry"_s, Qt::Key_F9).size(), 0);
    QCOMPARE(m_keymap->conflicts(u"jobs.retry"_s, {}).size(), 0);
}

void TestKeymap::placesApartDoNotConflict()
{
    addCommand(m_right, u"inspector.raw"_s, u"Raw"_s, Qt::Key_W);
    QCOMPARE(m_keymap->conflicts(u"inspector.raw"_s, Qt::Key_R).size(), 0);
    QCOMPARE(idsOf(m_keymap->conflicts(u"inspector.raw"_s, Qt::Key_F5)),
             QStringList{u"view.refresh"_s});
    QAction *inner = addCommand(m_field, u"filter.apply"_s, u"Apply"_s);
    QVERIFY(inner);
    QCOMPARE(idsOf(m_keymap->conflicts(u"filter.apply"_s, Qt::Key_R)),
             QStringList{u"jobs.retry"_s});
}

void TestKeymap::sequencesThatBeginAlikeConflict()
{
    addCommand(m_left, u"go.id"_s, u"Go to id"_s, QKeySequence(u"G, I"_s));
    QCOMPARE(idsOf(m_keymap->conflicts(u"jobs.retry"_s, QKeySequence(u"G"_s))),
             QStringList{u"go.id"_s});
    QCOMPARE(m_keymap->conflicts(u"jobs.retry"_s, QKeySequence(u"G, T"_s)).size(), 0);
    QCOMPARE(idsOf(m_keymap->conflicts(u"go.id"_s, QKeySequence(u"R, I"_s))),
             QStringList{u"jobs.retry"_s});
}

void TestKeymap::invalidSettingsAreIgnored()
{
    m_settings->setValue(u"keys/jobs.retry"_s, QStringList{u"Ctrl+Bogus"_s, u"F7"_s});
    m_keymap->apply();
    QCOMPARE(keysOf(m_retry), u"F7"_s);
}

void TestKeymap::dialogTakesKeysAway()
{
    auto &dialog = *new KeymapDialog(m_keymap, m_window.get()); // goes with the window
    dialog.show();
    dialog.choose(u"jobs.retry"_s);
    auto *keys = dialog.findChild<QKeySequenceEdit *>(u"keymapKeys"_s);
    auto *assign = dialog.findChild<QPushButton *>(u"keymapAssign"_s);
    const auto *conflict = dialog.findChild<QLabel *>(u"keymapConflict"_s);
    QVERIFY(!assign->isEnabled());
    keys->setKeySequence(Qt::Key_F9);
    QCOMPARE(conflict->text(), QString());
    keys->setKeySequence(Qt::Key_X);
    QVERIFY2(conflict->text().contains(u"Fail…"_s), qUtf8Printable(conflict->text()));
    QTest::mouseClick(assign, Qt::LeftButton);
    QCOMPARE(keysOf(m_retry), u"X"_s);
    QCOMPARE(keysOf(m_fail), QString());
    makeWindow();
    QCOMPARE(keysOf(m_retry), u"X"_s);
    QCOMPARE(keysOf(m_fail), QString());
}

void TestKeymap::dialogResets()
{
    KeymapDialog dialog(m_keymap, m_window.get());
    dialog.show();
    dialog.choose(u"jobs.fail"_s);
    auto *reset = dialog.findChild<QPushButton *>(u"keymapReset"_s);
    QVERIFY(!reset->isEnabled());
    QTest::mouseClick(dialog.findChild<QPushButton *>(u"keymapClear"_s), Qt::LeftButton);
    QCOMPARE(keysOf(m_fail), QString());
    QVERIFY(reset->isEnabled()); // the same command is still chosen
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(keysOf(m_fail), u"X"_s);
    m_keymap->setKeys(u"jobs.retry"_s, {});
    QTest::mouseClick(dialog.findChild<QPushButton *>(u"keymapResetAll"_s), Qt::LeftButton);
    QCOMPARE(keysOf(m_retry), u"R"_s);
}

void TestKeymap::dialogFindsByKeys()
{
    KeymapDialog dialog(m_keymap, m_window.get());
    dialog.show();
    dialog.findChild<QLineEdit *>(u"keymapSearch"_s)->setText(u"F5"_s);
    QStringList visible;
    for (QTreeWidgetItemIterator it(dialog.findChild<QTreeWidget *>()); *it; ++it) {
        if (!(*it)->isHidden() && (*it)->parent() && !(*it)->parent()->isHidden())
            visible << (*it)->text(0);
    }
    QCOMPARE(visible, QStringList{u"Refresh"_s});
}

void TestKeymap::headingsStandAboveTheirCells()
{
    const Theme theme;
    KeymapDialog dialog(m_keymap, m_window.get());
    dialog.show();
    auto *list = dialog.findChild<QTreeWidget *>(u"keymapList"_s);
    const QTreeWidgetItem *refresh = nullptr;
    for (QTreeWidgetItemIterator it(list); *it; ++it)
        refresh = (*it)->text(1) == u"F5"_s ? *it : refresh;
    QVERIFY(refresh);
    // Where in this part of a picture the text begins.
    const auto inkIn = [](QWidget *widget, const QRect &part) {
        const QImage picture = widget->grab(part).toImage();
        for (int x = 0; x < picture.width(); ++x) {
            for (int y = 2; y < picture.height() - 2; ++y) {
                if (qGray(picture.pixel(x, y)) + 60 < qGray(picture.pixel(0, 0)))
                    return x;
            }
        }
        return -1;
    };
    QRect cell = list->visualItemRect(refresh);
    cell.setLeft(list->header()->sectionViewportPosition(1));
    cell.setWidth(list->header()->sectionSize(1));
    const QRect heading(cell.left(), 0, cell.width(), list->header()->height());
    const int below = inkIn(list->viewport(), cell);
    const int above = inkIn(list->header()->viewport(), heading);
    QVERIFY2(above >= 0 && std::abs(above - below) <= 1,
             qPrintable(u"%1 and %2"_s.arg(above).arg(below)));
}

void TestKeymap::overlayListsWhatHasKeys()
{
    m_keymap->setKeys(u"jobs.fail"_s, {});
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), 60000));
    m_field->setFocus();
    auto *overlay = new HelpOverlay(m_window.get());
    overlay->toggle();
    QVERIFY(overlay->isVisible());
    QStringList texts;
    const auto labels = overlay->findChildren<QLabel *>();
    for (const QLabel *label : labels)
        texts << label->text();
    QVERIFY(texts.contains(u"Jobs"_s));
    QVERIFY(texts.contains(u"Retry"_s));
    QVERIFY(texts.contains(u"F5"_s));
    QVERIFY(!texts.contains(u"Fail…"_s));
    QTest::keyClick(overlay, Qt::Key_Shift); // half a key
    QVERIFY(overlay->isVisible());
    QTest::keyClick(overlay, Qt::Key_Escape);
    QVERIFY(!overlay->isVisible());
    QCOMPARE(m_window->focusWidget(), m_field);
}

void TestKeymap::overlayDividesGroupsEvenly()
{
    // The first groups are the longest: by number of commands alone, the last column is half empty.
    const QList<std::pair<QString, int>> groups{
        {u"file"_s, 8}, {u"view"_s, 22}, {u"go"_s, 4},      {u"filter"_s, 4}, {u"inspector"_s, 12},
        {u"cron"_s, 9}, {u"live"_s, 9},  {u"history"_s, 6}, {u"help"_s, 3}};
    for (const auto &[group, count] : groups) {
        for (int i = 0; i < count; ++i) {
            addCommand(m_left, u"%1.key%2"_s.arg(group).arg(i), u"Key"_s,
                       QKeySequence(u"Ctrl+Alt+F%1"_s.arg(i + 1)));
        }
    }
    m_window->resize(1400, 900);
    m_window->show();
    auto *overlay = new HelpOverlay(m_window.get());
    overlay->toggle();
    const auto *card = overlay->findChild<QScrollArea *>();
    QTRY_VERIFY(card->widget()->width() > 0 && card->widget()->height() > 0);
    QMap<int, int> ends; // of columns, by where they begin
    for (const QLabel *label : overlay->findChildren<QLabel *>()) {
        if (label->text() == "Key"_L1)
            ends[label->x()] = std::max(ends[label->x()], label->geometry().bottom());
    }
    QCOMPARE(ends.size(), 3);
    const auto [shortest, longest] = std::minmax_element(ends.cbegin(), ends.cend());
    QVERIFY2(*longest - *shortest < 200, qPrintable(u"%1 to %2"_s.arg(*shortest).arg(*longest)));
}

void TestKeymap::overlayFitsIntoTheWindow()
{
    // As long as they are in some languages; three columns of them would be wider than the window.
    const QStringList groups{u"jobs"_s, u"view"_s, u"cron"_s, u"live"_s};
    for (const QString &group : groups) {
        for (int i = 0; i < 6; ++i) {
            addCommand(m_left, u"%1.long%2"_s.arg(group).arg(i),
                       u"Alle Vorgänge dieses Fensters anhalten…"_s,
                       QKeySequence(u"Ctrl+Shift+F%1"_s.arg(i + 1)));
        }
    }
    m_window->show();
    auto *overlay = new HelpOverlay(m_window.get());
    overlay->toggle();
    const auto *card = overlay->findChild<QScrollArea *>();
    QTRY_VERIFY(card->widget()->width() > 0 && card->widget()->height() > 0);
    QCOMPARE(card->horizontalScrollBar()->maximum(), 0);
}

void TestKeymap::lettersDoNotFireInTextFields()
{
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), 60000));
    const QSignalSpy retried(m_retry, &QAction::triggered);
    m_field->setFocus();
    QTest::keyClick(m_field, Qt::Key_R);
    QCOMPARE(retried.size(), 0);
    QCOMPARE(m_field->text(), u"r"_s);
    m_right->setFocus();
    QTest::keyClick(m_right, Qt::Key_R);
    QCOMPARE(retried.size(), 0);
    m_left->setFocus();
    QTest::keyClick(m_left, Qt::Key_R);
    QCOMPARE(retried.size(), 1);
}

YARDMASTER_WINDOW_TEST(TestKeymap)
#include "tst_keymap.moc"
