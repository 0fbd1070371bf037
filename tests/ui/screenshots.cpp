#include "models/connecting/profilestore.h"
#include "models/connecting/secretstore.h"
#include "models/language.h"
#include "tests/bench/jobmix.h"
#include "tests/support/testdatabase.h"
#include "ui/commands/commandpalette.h"
#include "ui/connectdialog.h"
#include "ui/mainwindow.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QLineEdit>
#include <QPainter>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;

namespace {

constexpr qint64 kJobs = 20000;

/// A window on a queue, and what scenes do with it.
struct Stage
{
    MainWindow &window;

    /// Clicks a command, wherever it comes from: command("view.theme-dark").
    void command(const char *id) const
    {
        auto *action = window.findChild<QAction *>(QString::fromLatin1(id));
        if (!action)
            qFatal("no command %s", id);
        action->trigger();
    }
};

/// One picture. `setUp` brings the window there; `settled` tells when it is to be taken; without,
/// when the window has been still for a moment.
struct Scene
{
    const char *name;
    bool hasJobs;
    std::function<void(const Stage &)> setUp;
    std::function<bool(const Stage &)> settled = {};
};

/// Adding a view is a line here.
const std::vector<Scene> &scenes()
{
    static const std::vector<Scene> all{
        {"jobs", true, [](const Stage &) {}},
        {"empty", false, [](const Stage &) {}},
        {"errors", true, [](const Stage &stage) { stage.command("view.page-errors"); }},
        {"operations", true, [](const Stage &stage) { stage.command("view.page-operations"); }},
        {"operation", true, [](const Stage &stage) { stage.command("jobs.reschedule"); }},
        {"palette", true,
         [](const Stage &stage) {
             stage.command("edit.find-command");
             QTest::keyClicks(stage.window.findChild<CommandPalette *>()->findChild<QLineEdit *>(),
                              u"re"_s);
         }},
        {"keys", true, [](const Stage &stage) { stage.command("help.keys"); }},
        {"shortcuts", true, [](const Stage &stage) { stage.command("help.shortcuts"); }},
        {"connect", true,
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

void take(const Scene &scene, bool isDark, const QString &folder,
          const ConnectionSettings &connection)
{
    QTemporaryDir scratch;
    QSettings settings(scratch.filePath(u"window.ini"_s), QSettings::IniFormat);
    MainWindow window(&settings);
    window.resize(1280, 800);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window))
        qFatal("the window does not appear");
    MainWindowSetup setup;
    setup.connection = connection;
    setup.environment = Environment::Staging;
    setup.profileName = u"shop"_s;
    window.connectTo(setup);
    const Stage stage{window};
    wait(1500ms); // counts and first page
    scene.setUp(stage);
    QDeadlineTimer patience(20s);
    do {
        wait(700ms);
    } while (scene.settled && !scene.settled(stage) && !patience.hasExpired());

    const QString file = u"%1/%2-%3.png"_s.arg(folder, QString::fromLatin1(scene.name),
                                               isDark ? u"dark"_s : u"light"_s);
    if (!pictureOf(window).save(file))
        qFatal("cannot write %s", qUtf8Printable(file));
    std::printf("%s\n", qUtf8Printable(file));
    std::fflush(stdout);
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

    const TestDatabase full = TestDatabase::createMigrated();
    const TestDatabase empty = TestDatabase::createMigrated();
    if (const auto filled = bench::fillJobMix(*full.session(), u"graphile_worker"_s, kJobs);
        !filled)
        qFatal("%s", qUtf8Printable(filled.error().message));
    const QStringList wanted = arguments.mid(1);
    for (const Scene &scene : scenes()) {
        if (!wanted.isEmpty() && !wanted.contains(QString::fromLatin1(scene.name)))
            continue;
        for (const bool isDark : {false, true}) {
            theme.setChoice(isDark ? Theme::Choice::Dark : Theme::Choice::Light);
            take(scene, isDark, arguments.first(), (scene.hasJobs ? full : empty).settings());
        }
    }
    return 0;
}
