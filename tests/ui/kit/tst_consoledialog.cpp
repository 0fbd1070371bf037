#include "models/console/consolecontext.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/confirmdialog.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/typedconfirmation.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

/// A dialog that counts how often it was confirmed.
template <typename Base> class Asking : public Base
{
public:
    using Base::addBesideButtons;
    using Base::addButton;
    using Base::addText;
    using Base::Base;
    using Base::body;
    using Base::closeButton;
    using Base::confirmButton;
    using Base::setBusy;
    using Base::setConfirmRole;
    using Base::setConfirmText;
    using Base::setNames;
    using Base::setObstacle;
    using Base::setProblem;
    using typename Base::Keys;

    int confirmed = 0;
    int cancelled = 0;
    bool isCancellable = false;

protected:
    void confirm() override { ++confirmed; }
    bool cancelWork() override
    {
        ++cancelled;
        return isCancellable;
    }
};

class Dialog final : public Asking<ConsoleDialog>
{
public:
    explicit Dialog(const ConsoleTarget *target = nullptr)
        : Asking(u"Do something"_s, target, nullptr)
        , field(new QLineEdit(this))
    {
        setNames("dialog", "confirm", "close", "problem");
        body()->addWidget(field);
        setConfirmText(u"Do it"_s);
    }

    QLineEdit *const field;
};

class Changing final : public Asking<ConfirmDialog>
{
public:
    explicit Changing(ConsoleContext *context)
        : Asking(context, u"Change something"_s)
    {
        setConfirmText(u"Change it"_s);
    }
    using ConfirmDialog::setDone;
    using ConfirmDialog::setWord;
    using ConfirmDialog::typed;
};

ConsoleTarget target(Environment environment)
{
    ConsoleTarget target;
    target.profileName = u"billing"_s;
    target.environment = environment;
    return target;
}

bool open(QDialog *dialog)
{
    dialog->show();
    dialog->activateWindow();
    return QTest::qWaitForWindowActive(dialog, kPatience);
}

/// What Tab reaches from the first widget on.
QList<QWidget *> tabOrder(const QWidget &window)
{
    QList<QWidget *> order;
    for (QWidget *w = window.nextInFocusChain(); w != &window; w = w->nextInFocusChain()) {
        if (w->isVisible() && w->isEnabled() && w->focusPolicy() & Qt::TabFocus)
            order << w;
    }
    return order;
}

} // namespace

class TestConsoleDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stripIsOnTopOfWhatWrites();
    void escapeCloses();
    void escapeCancelsWorkFirst();
    void enterConfirmsWhatIsHarmless();
    void noKeyDestroys();
    void ctrlEnterConfirmsFromAField();
    void focusMakesNoButtonTheDefault();
    void enterClosesWhereNothingCanBeConfirmed();
    void busyDisablesAndObstacleSaysWhy();
    void obstacleCountsWhenPressed();
    void buttonsComeLastInTabOrder();
    void problemIsHiddenWhileThereIsNone();
    void guardDecides();
    void endOfArmingIsNoticedWhenPressed();
    void wordIsTyped();
    void doneLeavesOnlyClosing();
};

void TestConsoleDialog::stripIsOnTopOfWhatWrites()
{
    const Dialog reading;
    QVERIFY(!reading.findChild<EnvironmentStrip *>());
    const ConsoleTarget production = target(Environment::Production);
    Dialog writing(&production);
    QVERIFY(open(&writing));
    const auto *strip = writing.findChild<EnvironmentStrip *>();
    QVERIFY(strip && strip->isVisible());
    QCOMPARE(strip->geometry().topLeft(), QPoint(0, 0));
    QCOMPARE(strip->width(), writing.width());
    QVERIFY(strip->accessibleName().contains(u"billing"_s));
}

void TestConsoleDialog::escapeCloses()
{
    Dialog dialog;
    QVERIFY(open(&dialog));
    QTest::keyClick(dialog.field, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
    QCOMPARE(dialog.cancelled, 0);
    QVERIFY(open(&dialog));
    dialog.closeButton()->click();
    QVERIFY(!dialog.isVisible());
}

void TestConsoleDialog::escapeCancelsWorkFirst()
{
    Dialog dialog;
    QVERIFY(open(&dialog));
    dialog.setBusy(true);
    dialog.isCancellable = true;
    QTest::keyClick(&dialog, Qt::Key_Escape);
    dialog.closeButton()->click();
    QVERIFY(dialog.isVisible());
    QCOMPARE(dialog.cancelled, 2);
    dialog.isCancellable = false; // nothing to be done about it: it closes
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
}

void TestConsoleDialog::enterConfirmsWhatIsHarmless()
{
    Dialog dialog;
    QVERIFY(open(&dialog));
    QVERIFY(dialog.confirmButton()->isDefault());
    dialog.field->setFocus();
    QTest::keyClick(dialog.field, Qt::Key_Return);
    QCOMPARE(dialog.confirmed, 1);
    dialog.setBusy(true);
    QTest::keyClick(dialog.field, Qt::Key_Return);
    QCOMPARE(dialog.confirmed, 1);
}

void TestConsoleDialog::noKeyDestroys()
{
    Dialog dialog;
    dialog.setConfirmRole(ButtonRole::Destructive, Dialog::Keys::Enter); // asked for in vain
    QVERIFY(open(&dialog));
    for (QWidget *focus :
         {static_cast<QWidget *>(dialog.field), static_cast<QWidget *>(dialog.closeButton()),
          static_cast<QWidget *>(dialog.confirmButton())}) {
        focus->setFocus();
        QTest::keyClick(focus, Qt::Key_Return);
        QTest::keyClick(focus, Qt::Key_Enter, Qt::KeypadModifier);
        QTest::keyClick(focus, Qt::Key_Return, Qt::ControlModifier);
    }
    QCOMPARE(dialog.confirmed, 0);
    QVERIFY(dialog.isVisible());
    dialog.confirmButton()->click();
    QCOMPARE(dialog.confirmed, 1);
}

void TestConsoleDialog::ctrlEnterConfirmsFromAField()
{
    Dialog dialog;
    dialog.setConfirmRole(ButtonRole::Primary, Dialog::Keys::CtrlEnter);
    QVERIFY(open(&dialog));
    dialog.field->setFocus();
    QTest::keyClick(dialog.field, Qt::Key_Return);
    QCOMPARE(dialog.confirmed, 0);
    QTest::keyClick(dialog.field, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(dialog.confirmed, 1);
    dialog.setObstacle(u"Not now."_s);
    QTest::keyClick(dialog.field, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(dialog.confirmed, 1);
}

void TestConsoleDialog::focusMakesNoButtonTheDefault()
{
    Dialog dialog;
    auto *inner = new QPushButton(u"Look at it"_s, &dialog);
    dialog.body()->addWidget(inner);
    QVERIFY(open(&dialog));
    const QSignalSpy pressed(inner, &QPushButton::clicked);
    inner->setFocus();
    QTest::keyClick(inner, Qt::Key_Return);
    QCOMPARE(pressed.size(), 0);
    QCOMPARE(dialog.confirmed, 1);
}

void TestConsoleDialog::enterClosesWhereNothingCanBeConfirmed()
{
    Dialog dialog;
    QCOMPARE(dialog.closeButton()->text(), u"Cancel"_s);
    dialog.setConfirmText({});
    QVERIFY(open(&dialog));
    QVERIFY(!dialog.confirmButton()->isVisible());
    QCOMPARE(dialog.closeButton()->text(), u"Close"_s);
    QTest::keyClick(dialog.field, Qt::Key_Return);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(dialog.confirmed, 0);
}

void TestConsoleDialog::busyDisablesAndObstacleSaysWhy()
{
    Dialog dialog;
    const QPushButton *confirm = dialog.confirmButton();
    QVERIFY(confirm->isEnabled());
    dialog.setBusy(true);
    QVERIFY(!confirm->isEnabled());
    QVERIFY(dialog.closeButton()->isEnabled());
    dialog.setBusy(false);
    QVERIFY(confirm->isEnabled());
    dialog.setObstacle(u"The name is missing."_s);
    QVERIFY(!confirm->isEnabled());
    QCOMPARE(confirm->toolTip(), u"The name is missing."_s);
    dialog.setObstacle({});
    QVERIFY(confirm->isEnabled());
    QVERIFY(confirm->toolTip().isEmpty());
}

void TestConsoleDialog::obstacleCountsWhenPressed()
{
    Dialog dialog;
    dialog.setObstacle(u"Not now."_s);
    dialog.confirmButton()->setEnabled(true); // as if it had missed the change
    dialog.confirmButton()->click();
    QCOMPARE(dialog.confirmed, 0);
    QVERIFY(!dialog.confirmButton()->isEnabled());
}

void TestConsoleDialog::buttonsComeLastInTabOrder()
{
    ConsoleContext context(target(Environment::Development));
    Changing dialog(&context);
    auto *field = new QLineEdit(&dialog);
    dialog.body()->addWidget(field);
    QPushButton *again = dialog.addButton(u"Check again"_s, "again");
    dialog.setWord(u"gone"_s, u"a word"_s);
    QVERIFY(open(&dialog));
    const QList<QWidget *> order = tabOrder(dialog);
    const QList<QWidget *> wanted{field, dialog.typed()->field(), again, dialog.closeButton(),
                                  dialog.confirmButton()};
    QCOMPARE(order.last(), dialog.closeButton()); // the other one is disabled
    QCOMPARE(order, wanted.first(4));
    dialog.typed()->field()->setText(u"gone"_s);
    QCOMPARE(tabOrder(dialog), wanted);
}

void TestConsoleDialog::problemIsHiddenWhileThereIsNone()
{
    Dialog dialog;
    QVERIFY(open(&dialog));
    const auto *problem = child<QLabel>(dialog, "problem");
    QVERIFY(!problem->isVisible());
    dialog.setProblem(u"<b>It failed.</b>"_s);
    QVERIFY(problem->isVisible());
    QCOMPARE(problem->textFormat(), Qt::PlainText);
    dialog.setProblem({});
    QVERIFY(!problem->isVisible());
}

void TestConsoleDialog::guardDecides()
{
    ConsoleContext context(target(Environment::Production));
    Changing dialog(&context);
    QVERIFY(open(&dialog));
    const auto *arm = child<QPushButton>(dialog, "armFromDialog");
    QVERIFY(arm->isVisible());
    QVERIFY(!dialog.confirmButton()->isEnabled());
    QCOMPARE(dialog.confirmButton()->toolTip(), context.guard()->reason());
    context.guard()->arm(std::chrono::minutes(5));
    QVERIFY(dialog.confirmButton()->isEnabled());
    QVERIFY(!arm->isVisible());
    context.guard()->lock();
    QVERIFY(!dialog.confirmButton()->isEnabled());
    QVERIFY(arm->isVisible());
    context.guard()->setForbidden(u"This is a standby."_s);
    QCOMPARE(dialog.confirmButton()->toolTip(), u"This is a standby."_s);
    QVERIFY(!arm->isVisible()); // it would not help
}

void TestConsoleDialog::endOfArmingIsNoticedWhenPressed()
{
    ConsoleContext context(target(Environment::Production));
    Changing dialog(&context);
    context.guard()->arm(std::chrono::minutes(5));
    QVERIFY(open(&dialog));
    {
        const QSignalBlocker asAfterASuspension(context.guard());
        context.guard()->lock();
    }
    QVERIFY(dialog.confirmButton()->isEnabled());
    dialog.confirmButton()->click();
    QCOMPARE(dialog.confirmed, 0);
    QVERIFY(!dialog.confirmButton()->isEnabled());
}

void TestConsoleDialog::wordIsTyped()
{
    ConsoleContext context(target(Environment::Development));
    Changing dialog(&context);
    QVERIFY(open(&dialog));
    auto *field = child<QLineEdit>(dialog, "typedConfirmation");
    QVERIFY(!field->isVisible());
    dialog.setWord(u"mail-us"_s, u"the queue's name"_s);
    QVERIFY(field->isVisible());
    QVERIFY(field->accessibleName().contains(u"mail-us"_s));
    QVERIFY(!dialog.confirmButton()->isEnabled());
    field->setText(u"Mail-us"_s); // names are names
    QVERIFY(!dialog.confirmButton()->isEnabled());
    field->setText(u" mail-us "_s);
    QVERIFY(dialog.confirmButton()->isEnabled());
    dialog.setWord(u"mail-de"_s, u"the queue's name"_s);
    QVERIFY(field->text().isEmpty()); // what was typed was meant for another
    dialog.typed()->askForCount(4812);
    field->setText(u"4,812"_s);
    QVERIFY(dialog.confirmButton()->isEnabled());
    dialog.setObstacle(u"Counting again…"_s);
    QVERIFY(!field->isVisible());
    QVERIFY(!dialog.confirmButton()->isEnabled());
}

void TestConsoleDialog::doneLeavesOnlyClosing()
{
    ConsoleContext context(target(Environment::Development));
    Changing dialog(&context);
    dialog.setWord(u"gone"_s, u"a word"_s);
    QVERIFY(open(&dialog));
    dialog.setDone(u"It is done."_s);
    QCOMPARE(child<QLabel>(dialog, "confirmReport")->text(), u"It is done."_s);
    QVERIFY(!dialog.confirmButton()->isVisible());
    QVERIFY(!dialog.typed()->isVisible());
    QCOMPARE(dialog.closeButton()->text(), u"Close"_s);
    QVERIFY(dialog.closeButton()->hasFocus());
}

YARDMASTER_WINDOW_TEST(TestConsoleDialog)
#include "tst_consoledialog.moc"
