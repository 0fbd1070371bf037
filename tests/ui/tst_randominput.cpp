#include "models/connecting/profile.h"
#include "models/console/consolecontext.h"
#include "models/operations/operatorlog.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/armdialog.h"
#include "ui/shell/mainwindow.h"
#include <yardmaster/taskregistry.h>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QEventLoop>
#include <QFileDialog>
#include <QMouseEvent>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMostWindows = 12; // of single jobs; nobody keeps more of them

/// How many clicks and keys; few, so that the suite stays short.
int wantedInputs()
{
    const int wanted = qEnvironmentVariableIntValue("YARDMASTER_RANDOM_INPUTS");
    return wanted > 0 ? wanted : 800;
}

/// Whatever is in the tables of the database, however it got there.
QByteArray contentOf(const TestDatabase &database)
{
    return database
        .scalar("select string_agg(concat_ws(' ', oid::regclass, md5(query_to_xml("
                "format('select * from %s as t order by t::text', oid::regclass), true, false, "
                "'')::text)), e'\\n' order by oid) from pg_class "
                "where relkind = 'r' and relnamespace::regnamespace::text !~ "
                "'^(pg_|information_schema)'")
        .toUtf8();
}

/// Rows written since the database was made, and its relations.
QString writesOf(const TestDatabase &database)
{
    return database.scalar("select concat_ws(' ', (select sum(n_tup_ins + n_tup_upd + n_tup_del) "
                           "from pg_stat_user_tables), (select count(*) from pg_class))");
}

/// Clicks, drags, turns wheels and presses keys in whatever window is on top, at random.
class RandomInput final : public QObject
{
public:
    explicit RandomInput(quint32 seed)
        : m_random(seed)
    { }

    /// Calls this before each input; where it is not true, there is nothing to do yet.
    std::function<bool()> isReady;

    void run(int inputs)
    {
        m_left = inputs;
        next();
        m_loop.exec();
    }

private:
    void next()
    {
        // Again from within: a menu has an event loop of its own. Now and then with time for the
        // database to answer.
        QTimer::singleShot(m_random.bounded(20) == 0 ? 60 : 1, this, [this] { act(); });
    }

    void act()
    {
        if (m_left-- <= 0) {
            while (QWidget *popup = QApplication::activePopupWidget())
                popup->close();
            while (auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget()))
                dialog->reject();
            m_loop.quit();
            return;
        }
        next();
        if (!isReady())
            return;
        if (const QList<QWidget *> open = windows(); open.size() > kMostWindows) {
            pick(open)->close();
            return;
        }
        QWidget *root = QApplication::activePopupWidget();
        if (!root)
            root = QApplication::activeModalWidget();
        if (!root)
            root = pick(windows());
        if (!root)
            return;
        const int kind = m_random.bounded(100);
        if (kind < 10) {
            trigger(root);
            return;
        }
        if (kind < 25 && confirm())
            return;
        QWidget *target = kind < 40 ? pick(usable<QAbstractButton>(root)) : nullptr;
        if (!target)
            target = pick(usable<QWidget>(root));
        if (!target)
            target = root;
        if (kind < 70)
            click(target);
        else
            press(target);
    }

    /// What an operator could use there.
    template <typename Widget> [[nodiscard]] static QList<QWidget *> usable(const QWidget *root)
    {
        QList<QWidget *> found;
        for (Widget *widget : root->findChildren<Widget *>()) {
            if (widget->isVisible() && widget->isEnabled())
                found << widget;
        }
        return found;
    }

    /// Clicks what a dialog is for, if it can be.
    [[nodiscard]] bool confirm()
    {
        for (const QWidget *window : windows()) {
            for (QWidget *button : usable<QPushButton>(window)) {
                if (button->objectName().startsWith("confirm"_L1)) {
                    static_cast<QPushButton *>(button)->click();
                    return true;
                }
            }
        }
        return false;
    }

    /// A command, as from the palette.
    void trigger(const QWidget *root)
    {
        QList<QAction *> actions = root->findChildren<QAction *>();
        actions.removeIf([](const QAction *action) {
            return !action->isEnabled() || !action->isVisible() || action->menu()
                || action->isSeparator();
        });
        if (!actions.isEmpty())
            actions.at(m_random.bounded(int(actions.size())))->trigger();
    }

    [[nodiscard]] static QList<QWidget *> windows()
    {
        QList<QWidget *> windows = QApplication::topLevelWidgets();
        windows.removeIf([](QWidget *window) { return !window->isVisible(); });
        return windows;
    }

    [[nodiscard]] QWidget *pick(const QList<QWidget *> &widgets)
    {
        return widgets.isEmpty() ? nullptr : widgets.at(m_random.bounded(int(widgets.size())));
    }

    void click(QWidget *target)
    {
        const QPoint at(m_random.bounded(std::max(1, target->width())),
                        m_random.bounded(std::max(1, target->height())));
        const QPointer<QWidget> alive(target);
        const auto button = m_random.bounded(5) == 0 ? Qt::RightButton : Qt::LeftButton;
        const auto modifier = m_random.bounded(6) == 0 ? Qt::ControlModifier : Qt::NoModifier;
        const bool isDouble = m_random.bounded(6) == 0;
        // A press may open a menu, in whose loop the widget is closed.
        QTest::mousePress(target, button, modifier, at);
        if (alive)
            QTest::mouseRelease(target, button, modifier, at);
        if (alive && isDouble)
            QTest::mouseDClick(target, button, modifier, at);
        if (alive && button == Qt::RightButton) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, target->mapToGlobal(at));
            QCoreApplication::sendEvent(target, &event);
        }
    }

    void press(QWidget *target)
    {
        static constexpr std::array kKeys{
            Qt::Key_Return, Qt::Key_Return, Qt::Key_Escape,  Qt::Key_Tab,   Qt::Key_Space,
            Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Left,    Qt::Key_Right, Qt::Key_PageDown,
            Qt::Key_Delete, Qt::Key_Home,   Qt::Key_Backtab, Qt::Key_F1,    Qt::Key_F5,
            Qt::Key_R,      Qt::Key_S,      Qt::Key_P,       Qt::Key_E,     Qt::Key_X,
            Qt::Key_C,      Qt::Key_U,      Qt::Key_Z,       Qt::Key_A,     Qt::Key_1,
            Qt::Key_2,      Qt::Key_3,      Qt::Key_0,       Qt::Key_Colon, Qt::Key_Slash};
        QWidget *focus = QApplication::focusWidget();
        QWidget *receiver = focus && m_random.bounded(4) != 0 ? focus : target;
        const int modifiers = m_random.bounded(10);
        QTest::keyClick(receiver, kKeys.at(size_t(m_random.bounded(int(kKeys.size())))),
                        modifiers == 0       ? Qt::ControlModifier
                            : modifiers == 1 ? Qt::ControlModifier | Qt::ShiftModifier
                            : modifiers == 2 ? Qt::ShiftModifier
                                             : Qt::KeyboardModifiers());
    }

    QRandomGenerator m_random;
    int m_left = 0;
    QEventLoop m_loop;
};

} // namespace

/// Random input by keyboard and mouse.
class TestRandomInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { qputenv("PATH", m_path); }
    void writesOnlyWhereItMay_data();
    void writesOnlyWhereItMay();

private:
    QTemporaryDir m_folder;
    QByteArray m_path = qgetenv("PATH");
};

void TestRandomInput::initTestCase()
{
    QVERIFY(m_folder.isValid());
    (void)TestDatabase::createEmpty(); // the server is started by programs of the path
    for (const char *variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME", "PATH"})
        qputenv(variable, m_folder.path().toLocal8Bit());
    QApplication::setQuitOnLastWindowClosed(false);
}

void TestRandomInput::writesOnlyWhereItMay_data()
{
    QTest::addColumn<bool>("isReadOnly");
    QTest::addColumn<Environment>("environment");
    QTest::addColumn<bool>("isWritten");
    QTest::newRow("read-only") << true << Environment::Development << false;
    QTest::newRow("locked production") << false << Environment::Production << false;
    // Or the other two would tell nothing.
    QTest::newRow("open") << false << Environment::Staging << true;
}

void TestRandomInput::writesOnlyWhereItMay()
{
    QFETCH(const bool, isReadOnly);
    QFETCH(const Environment, environment);
    QFETCH(const bool, isWritten);
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 3000);
    database.script("analyze");
    const QByteArray before = contentOf(database);
    QVERIFY(before.contains("_private_jobs"));
    const auto quiet = [&] {
        return database.scalar("select count(*) from pg_stat_activity where datname = "
                               "current_database() and pid <> pg_backend_pid() and backend_type = "
                               "'client backend'")
            == u"0"_s;
    };
    QTRY_VERIFY_WITH_TIMEOUT(quiet(), kPatience);
    const QString writes = writesOf(database);

    QSettings settings(m_folder.filePath(u"%1.ini"_s.arg(isReadOnly)), QSettings::IniFormat);
    Profile profile;
    profile.connection = database.settings();
    profile.isReadOnly = isReadOnly;
    MainWindowSetup setup;
    setup.connection = profile.sessionSettings({});
    setup.profileName = u"shop"_s;
    setup.environment = environment;
    setup.isReadOnly = isReadOnly;
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"send_email"_s, [](const TaskContext &) { return TaskOutcome::success(); });
    setup.registry = registry;
    setup.worker.emplace();
    setup.worker->connection = setup.connection;
    std::unique_ptr<MainWindow> window;
    const auto open = [&] {
        window = std::make_unique<MainWindow>(&settings);
        window->resize(1400, 900);
        window->show();
        window->connectTo(setup);
        window->activateWindow();
    };
    open();
    const auto seed = quint32(qEnvironmentVariableIntValue("YARDMASTER_RANDOM_SEED"));
    RandomInput input(seed);
    input.isReady = [&] {
        for (QWidget *each : QApplication::topLevelWidgets()) {
            // Files of this machine; and to arm is to be allowed to write.
            if (each->isVisible()
                && (qobject_cast<QFileDialog *>(each) || qobject_cast<ArmDialog *>(each))) {
                static_cast<QDialog *>(each)->reject();
                return false;
            }
        }
        if (!window->isVisible() && !QApplication::activeModalWidget()) {
            open(); // somebody closed it
            return false;
        }
        return true;
    };
    input.run(wantedInputs());
    for (int more = 0; isWritten && more < 20 && contentOf(database) == before; ++more)
        input.run(wantedInputs());
    window.reset();
    QTRY_VERIFY_WITH_TIMEOUT(quiet(), kPatience); // what a session wrote is counted when it ends
    QCOMPARE(writesOf(database) != writes, isWritten);
    QCOMPARE(contentOf(database) != before, isWritten);
}

YARDMASTER_WINDOW_TEST(TestRandomInput)
#include "tst_randominput.moc"
