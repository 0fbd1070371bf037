#include "models/values/timedisplay.h"
#include "tests/support/testprogram.h"
#include "tests/ui/shell/alerts/alertsui.h"
#include "ui/shell/alerts/alertslist.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QTabWidget>
#include <QTimeEdit>

#include <ctime>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

void type(QLineEdit *field, const QString &text)
{
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
}

} // namespace

class TestAlertsDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void testIsSentAsEdited();
    void rulesAreEdited();
    void mistakesAreShownAndNothingIsSaved();
    void rulesComeAndGo();
    void deliveryIsEdited();
    void historyIsListed();
    void historyFollowsTheClock();
    void keyboardReachesEverything();
    void looks();

private:
    Theme m_theme;
};

void TestAlertsDialog::testIsSentAsEdited()
{
    auto owned = std::make_unique<FakeOutput>();
    FakeOutput *output = owned.get();
    Window window({}, nullptr, std::move(owned));
    window.widget.show();
    AlertsDialog *dialog = window.openDialog();
    child<QCheckBox>(*dialog, "alertSound")->setChecked(true);
    QTest::mouseClick(child<QPushButton>(*dialog, "alertsTest"), Qt::LeftButton);
    QCOMPARE(output->texts.size(), 1);
    QCOMPARE(output->beeps, 1);
    QCOMPARE(child<QLabel>(*dialog, "alertsTested")->text(), u"Sent: notification, sound."_s);
    QVERIFY(!window.alertMonitor.settings().policy.usesSound); // not saved

    // With a program that is none, the sentence stands below its field.
    child<QCheckBox>(*dialog, "alertCommand")->setChecked(true);
    type(child<QLineEdit>(*dialog, "alertProgram"), u"/no/such/program"_s);
    QTest::mouseClick(child<QPushButton>(*dialog, "alertsTest"), Qt::LeftButton);
    QCOMPARE(output->texts.size(), 1);
    QVERIFY(child<QLabel>(*dialog, "alertProgramProblem")->isVisible());
    type(child<QLineEdit>(*dialog, "alertProgram"), u"/bin/echo"_s);
    QVERIFY(!child<QLabel>(*dialog, "alertProgramProblem")->isVisible());
    type(child<QLineEdit>(*dialog, "alertArguments"), u"it works"_s);
    QTest::mouseClick(child<QPushButton>(*dialog, "alertsTest"), Qt::LeftButton);
    auto *result = child<QLabel>(*dialog, "alertResult");
    QTRY_VERIFY_WITH_TIMEOUT(result->text().contains(u"exited with 0"_s), kPatience);
    QVERIFY(result->text().contains(u"it works"_s));
}

void TestAlertsDialog::rulesAreEdited()
{
    Window window;
    window.widget.show();
    window.alertMonitor.take(reading(7, 12s));
    AlertsDialog *dialog = window.openDialog();
    auto *list = child<AlertsList>(*dialog);
    QCOMPARE(list->topLevelItemCount(), kAlertKinds);
    const auto *help = child<QLabel>(*dialog, "alertHelp");
    QVERIFY2(help->height() <= help->heightForWidth(help->width()) + 16, // else gaps around it
             qPrintable(QString::number(help->height())));
    const auto cell = [list](AlertKind kind, AlertsList::Column column) {
        return list->topLevelItem(int(kind))->text(int(column));
    };
    using Column = AlertsList::Column;
    QCOMPARE(cell(AlertKind::OldestReady, Column::Condition), u"5 min or more, for 1 min"_s);
    QCOMPARE(cell(AlertKind::OldestReady, Column::Now), u"12 s"_s);
    window.alertMonitor.take(reading(7, 13s)); // it lives
    QCOMPARE(cell(AlertKind::OldestReady, Column::Now), u"13 s"_s);

    list->setFocus();
    list->setCurrentRow(int(AlertKind::OldestReady));
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(list->currentItem()->checkState(0), Qt::Checked);
    // The row with the focus is of one colour.
    const QRect row = list->visualItemRect(list->currentItem());
    const QImage picture = list->viewport()->grab(row).toImage();
    QCOMPARE(picture.pixelColor(picture.width() - 3, 5),
             picture.pixelColor(picture.width() - 3, picture.height() - 6));
    type(child<QLineEdit>(*dialog, "alertThreshold"), u"10 s"_s);
    type(child<QLineEdit>(*dialog, "alertHold"), u"0 s"_s);
    auto *severity = child<QComboBox>(*dialog, "alertSeverity");
    severity->setFocus();
    QTest::keyClick(severity, Qt::Key_End);
    QCOMPARE(cell(AlertKind::OldestReady, Column::Condition), u"10 s or more"_s);
    QVERIFY(!window.alertMonitor.isWatching()); // nothing holds before it is saved
    QTest::mouseClick(child<QPushButton>(*dialog, "alertsSave"), Qt::LeftButton);
    QVERIFY(window.alertMonitor.isWatching());
    const AlertRule saved = window.alertMonitor.settings().rules.at(int(AlertKind::OldestReady));
    QCOMPARE(saved.threshold, 10);
    QCOMPARE(saved.hold, 0s);
    QCOMPARE(saved.severity, AlertSeverity::Critical);
    window.alertMonitor.take(reading(7, 13s));
    QCOMPARE(window.alertMonitor.active().size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!window.widget.findChild<AlertsDialog *>(), kPatience);
}

void TestAlertsDialog::mistakesAreShownAndNothingIsSaved()
{
    Window window;
    window.widget.show();
    AlertsDialog *dialog = window.openDialog();
    auto *list = child<AlertsList>(*dialog);
    list->setCurrentRow(int(AlertKind::OldestReady));
    auto *threshold = child<QLineEdit>(*dialog, "alertThreshold");
    auto *problem = child<QLabel>(*dialog, "alertThresholdProblem");
    QVERIFY(!problem->isVisible());
    type(threshold, u"soon"_s);
    QVERIFY(problem->isVisible());
    QVERIFY(problem->text().contains(u"“5 min”"_s));
    list->setCurrentRow(0);
    child<QTabWidget>(*dialog, "alertPages")->setCurrentIndex(1);
    QTest::mouseClick(child<QPushButton>(*dialog, "alertsSave"), Qt::LeftButton);
    QVERIFY(dialog->isVisible());
    QCOMPARE(list->currentRow(), int(AlertKind::OldestReady)); // led there
    QVERIFY(threshold->hasFocus());
    QCOMPARE(threshold->text(), u"soon"_s);
    QVERIFY(window.alertMonitor.settings() == AlertSettings());
    type(threshold, u"30 s"_s);
    QVERIFY(!problem->isVisible());
    QTest::keyClick(threshold, Qt::Key_Return); // saves
    QVERIFY(!dialog->isVisible());
    QCOMPARE(window.alertMonitor.settings().rules.at(int(AlertKind::OldestReady)).threshold, 30);
}

void TestAlertsDialog::rulesComeAndGo()
{
    Window window;
    window.widget.show();
    AlertsDialog *dialog = window.openDialog();
    auto *list = child<AlertsList>(*dialog);
    list->setCurrentRow(int(AlertKind::Stuck));
    QTest::mouseClick(child<QPushButton>(*dialog, "alertRemove"), Qt::LeftButton);
    QCOMPARE(list->topLevelItemCount(), kAlertKinds - 1);
    QTest::mouseClick(child<QPushButton>(*dialog, "alertAdd"), Qt::LeftButton);
    QCOMPARE(list->currentRow(), kAlertKinds - 1);
    auto *kind = child<QComboBox>(*dialog, "alertKind");
    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_End); // needs no limit
    QCOMPARE(list->currentItem()->text(0), u"Queue unreachable"_s);
    QVERIFY(!child<QLineEdit>(*dialog, "alertThreshold")->isVisible());
    QTest::mouseClick(child<QPushButton>(*dialog, "alertsSave"), Qt::LeftButton);
    const QList<AlertRule> rules = window.alertMonitor.settings().rules;
    QCOMPARE(rules.size(), kAlertKinds);
    QVERIFY(rules.last().isEnabled);
    QCOMPARE(rules.last().kind, AlertKind::Unreachable);
    QVERIFY(rules.last().id != rules.at(kAlertKinds - 2).id);

    // All of them gone is fine; Cancel brings them back.
    QTRY_VERIFY_WITH_TIMEOUT(!window.widget.findChild<AlertsDialog *>(), kPatience);
    dialog = window.openDialog();
    auto *removing = child<QPushButton>(*dialog, "alertRemove");
    while (removing->isEnabled())
        QTest::mouseClick(removing, Qt::LeftButton);
    QCOMPARE(child<AlertsList>(*dialog)->topLevelItemCount(), 0);
    QVERIFY(child<QPushButton>(*dialog, "alertAdd")->isEnabled());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QCOMPARE(window.alertMonitor.settings().rules.size(), kAlertKinds);
}

void TestAlertsDialog::deliveryIsEdited()
{
    Window window;
    window.widget.show();
    AlertsDialog *dialog = window.openDialog();
    child<QTabWidget>(*dialog, "alertPages")->setCurrentIndex(1);
    QVERIFY(!child<QLineEdit>(*dialog, "alertProgram")->isEnabled());
    child<QCheckBox>(*dialog, "alertCommand")->setChecked(true);
    type(child<QLineEdit>(*dialog, "alertProgram"), u"/bin/sh"_s);
    type(child<QLineEdit>(*dialog, "alertArguments"), u"-c true {nonsense}"_s);
    child<QCheckBox>(*dialog, "alertQuiet")->setChecked(true);
    auto *from = child<QTimeEdit>(*dialog, "alertQuietFrom");
    auto *to = child<QTimeEdit>(*dialog, "alertQuietTo");
    from->setTime(QTime(21, 30));
    to->setTime(QTime(21, 30));
    for (int day = 1; day <= 7; ++day)
        child<QCheckBox>(*dialog, qPrintable(u"alertDay%1"_s.arg(day)))->setChecked(false);
    auto *save = child<QPushButton>(*dialog, "alertsSave");
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(dialog->isVisible());
    QVERIFY(child<QLabel>(*dialog, "alertArgumentsProblem")->text().startsWith(u"{nonsense}"_s));
    QCOMPARE(child<QLabel>(*dialog, "alertQuietProblem")->text(),
             u"The two times must differ. Choose at least one day."_s);
    type(child<QLineEdit>(*dialog, "alertArguments"), u"-c true {rule}"_s);
    to->setTime(QTime(6, 0));
    child<QCheckBox>(*dialog, "alertDay7")->setChecked(true);
    auto *remind = child<QComboBox>(*dialog, "alertRemind");
    remind->setCurrentIndex(remind->findData(15));
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(!dialog->isVisible());
    const AlertPolicy policy = window.alertMonitor.settings().policy;
    QVERIFY(policy.usesCommand);
    QVERIFY((policy.command == AlertCommand{u"/bin/sh"_s, u"-c true {rule}"_s}));
    QVERIFY((policy.quiet == QuietHours{true, QTime(21, 30), QTime(6, 0), 0b1000000, true}));
    QCOMPARE(policy.remind, 15min);
}

void TestAlertsDialog::historyIsListed()
{
    Window window;
    window.widget.show();
    window.alertMonitor.setSettings({{ruleFor(AlertKind::FailedForGood, 5)}, {}});
    AlertsDialog *dialog = window.openDialog();
    auto *history = child<AlertHistoryList>(*dialog);
    auto *clearing = child<QPushButton>(*dialog, "alertClear");
    QCOMPARE(history->topLevelItemCount(), 0);
    QVERIFY(!clearing->isEnabled());
    window.alertMonitor.take(reading(7, 1s));
    QCOMPARE(history->topLevelItem(0)->text(1), u"Jobs failed for good: 7"_s);
    QCOMPARE(history->topLevelItem(0)->text(3), u"active"_s);
    window.alertMonitor.take(reading(0, 1s, 5));
    window.alertMonitor.take(reading(0, 1s, 70));
    QVERIFY(history->topLevelItem(0)->text(3).startsWith(u"after 1 min"_s));
    clearing->click();
    QCOMPARE(history->topLevelItemCount(), 0);
}

void TestAlertsDialog::historyFollowsTheClock()
{
    Window window;
    window.widget.show();
    window.alertMonitor.setSettings({{ruleFor(AlertKind::FailedForGood, 5)}, {}});
    AlertsDialog *dialog = window.openDialog();
    window.alertMonitor.take(reading(7, 1s));
    const QDateTime raised = window.alertMonitor.history().first().raisedAt;
    auto *history = child<AlertHistoryList>(*dialog);
    const QString inUtc = raised.toUTC().toString(u"yyyy-MM-dd HH:mm:ss"_s) + u" UTC"_s;
    QCOMPARE(history->topLevelItem(0)->text(0), inUtc);
    history->setCurrentItem(history->topLevelItem(0));
    const auto back = qScopeGuard([zone = qgetenv("TZ")] {
        TimeDisplay::instance().setZone(TimeDisplay::Zone::Utc);
        qputenv("TZ", zone);
        ::tzset();
    });
    qputenv("TZ", "Asia/Tokyo");
    ::tzset();
    TimeDisplay::instance().setZone(TimeDisplay::Zone::Local);
    const QDateTime there = raised.toUTC().addSecs(9 * 3600);
    QCOMPARE(history->topLevelItem(0)->text(0),
             there.toString(u"yyyy-MM-dd HH:mm:ss"_s) + u" JST"_s);
    QCOMPARE(history->currentItem(), history->topLevelItem(0));
    TimeDisplay::instance().setZone(TimeDisplay::Zone::Utc);
    QCOMPARE(history->topLevelItem(0)->text(0), inUtc);
}

void TestAlertsDialog::keyboardReachesEverything()
{
    Window window;
    window.widget.show();
    AlertsDialog *dialog = window.openDialog();
    auto *pages = child<QTabWidget>(*dialog, "alertPages");
    child<QCheckBox>(*dialog, "alertCommand")->setChecked(true);
    child<QCheckBox>(*dialog, "alertQuiet")->setChecked(true);
    child<AlertsList>(*dialog)->setCurrentRow(0);
    const QStringList onEach{u"alertsTest"_s, u"alertsCancel"_s, u"alertsSave"_s};
    const QList<QStringList> expected{
        {u"alertRules"_s, u"alertAdd"_s, u"alertRemove"_s, u"alertKind"_s, u"alertThreshold"_s,
         u"alertHold"_s, u"alertSeverity"_s},
        {u"alertTray"_s, u"alertSound"_s, u"alertCommand"_s, u"alertProgram"_s, u"alertBrowse"_s,
         u"alertArguments"_s, u"alertRemind"_s, u"alertQuiet"_s, u"alertQuietFrom"_s,
         u"alertQuietTo"_s, u"alertDay1"_s, u"alertDay7"_s, u"alertQuietCritical"_s}};
    for (int page = 0; page < expected.size(); ++page) {
        pages->setCurrentIndex(page);
        child<QPushButton>(*dialog, "alertsSave")->setFocus();
        QStringList reached;
        for (int step = 0; step < 60; ++step) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            reached << QApplication::focusWidget()->objectName();
            const auto *widget = QApplication::focusWidget();
            const bool isNamed = !widget->accessibleName().isEmpty()
                || qobject_cast<const QAbstractButton *>(widget)
                || qobject_cast<const QTabBar *>(widget)
                || std::ranges::any_of(
                    dialog->findChildren<QLabel *>(),
                    [widget](const QLabel *label) { return label->buddy() == widget; });
            QVERIFY2(isNamed, qPrintable(widget->objectName()));
        }
        for (const QString &name : expected.at(page) + onEach)
            QVERIFY2(reached.contains(name),
                     qPrintable(name + u" on page "_s + QString::number(page)));
    }
    // Enter removes nothing and changes no rule.
    child<QCheckBox>(*dialog, "alertCommand")->setChecked(false); // there is no program
    pages->setCurrentIndex(0);
    auto *list = child<AlertsList>(*dialog);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!window.widget.findChild<AlertsDialog *>(), kPatience);
    QVERIFY(window.alertMonitor.settings().rules == suggestedAlertRules());
}

void TestAlertsDialog::looks()
{
    ConsoleTarget target;
    target.profileName = u"Shop"_s;
    target.environment = Environment::Production;
    Window window(target);
    window.widget.show();
    AlertSettings settings;
    for (const AlertKind kind : {AlertKind::OldestReady, AlertKind::FailedForGood,
                                 AlertKind::NoThroughput, AlertKind::StaleWorker})
        settings.rules[int(kind)].isEnabled = true;
    settings.rules[int(AlertKind::OldestReady)].hold = 0s;
    settings.policy.usesCommand = true;
    settings.policy.command = {u"/bin/sh"_s, u"page.sh --rule {rule}"_s};
    settings.policy.quiet.isOn = true;
    window.alertMonitor.setSettings(settings);
    window.alertMonitor.take(reading(4812, 552s));
    QVERIFY(takePictures(&m_theme, &window.widget, u"alerts-window"_s));
    AlertsDialog *dialog = window.openDialog();
    child<AlertsList>(*dialog)->setCurrentRow(int(AlertKind::OldestReady));
    QVERIFY(takePictures(&m_theme, dialog, u"alerts-rules"_s));
    type(child<QLineEdit>(*dialog, "alertThreshold"), u"soon"_s);
    QVERIFY(takePictures(&m_theme, dialog, u"alerts-mistake"_s));
    auto *pages = child<QTabWidget>(*dialog, "alertPages");
    pages->setCurrentIndex(1);
    QVERIFY(takePictures(&m_theme, dialog, u"alerts-telling"_s));
    pages->setCurrentIndex(2);
    QVERIFY(takePictures(&m_theme, dialog, u"alerts-history"_s));
}

YARDMASTER_WINDOW_TEST(TestAlertsDialog)
#include "tst_alertsdialog.moc"
