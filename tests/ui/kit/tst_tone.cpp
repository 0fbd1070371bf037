#include "tests/support/testprogram.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace yardmaster;

namespace {

QColor inkOf(const QWidget *widget)
{
    return widget->palette().color(widget->foregroundRole());
}

/// Counts how often its palette changes.
class Counting final : public QLabel
{
public:
    using QLabel::QLabel;

    int changes = 0;

protected:
    void changeEvent(QEvent *event) override
    {
        QLabel::changeEvent(event);
        changes += event->type() == QEvent::PaletteChange ? 1 : 0;
    }
};

} // namespace

class TestTone : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanupTestCase();

    void followsTheTheme_data();
    void followsTheTheme();
    void followsTheStateOfAJob();
    void followsAWidgetAroundIt();
    void newWidgetAndNewToneFollowToo();
    void plainLeavesTheColourToTheParent();
    void buttonWritesInItsTone();
    void moveToAnotherParentCounts();
    void highContrastGivesTonesUp();
    void cellsFollow();
    void sameToneAgainCostsNothing();

private:
    void choose(Theme::Choice choice);

    Theme m_theme;
};

void TestTone::choose(Theme::Choice choice)
{
    m_theme.setChoice(choice);
    QCoreApplication::processEvents(); // widgets hear of it later
}

void TestTone::init()
{
    choose(Theme::Choice::Light);
}

void TestTone::cleanupTestCase()
{
    choose(Theme::Choice::System);
}

void TestTone::followsTheTheme_data()
{
    QTest::addColumn<Tone>("tone");
    QTest::newRow("plain") << Tone::Plain;
    QTest::newRow("muted") << Tone::Muted;
    QTest::newRow("accent") << Tone::Accent;
    QTest::newRow("good") << Tone::Good;
    QTest::newRow("caution") << Tone::Caution;
    QTest::newRow("trouble") << Tone::Trouble;
}

void TestTone::followsTheTheme()
{
    QFETCH(const Tone, tone);
    QWidget window;
    auto *page = new QWidget(&window);
    auto *label = new QLabel(page);
    setTone(label, tone);
    QCOMPARE(inkOf(label), toneColor(tone, lightPalette()));
    choose(Theme::Choice::Dark);
    QCOMPARE(inkOf(label), toneColor(tone, darkPalette()));
    choose(Theme::Choice::Light);
    QCOMPARE(inkOf(label), toneColor(tone, lightPalette()));
}

void TestTone::followsTheStateOfAJob()
{
    QWidget window;
    for (int state = 0; state < kJobStates; ++state) {
        auto *label = new QLabel(&window);
        label->setProperty("state", state);
        setTone(label, JobState(state));
    }
    const auto areInked = [&window](const QPalette &palette) {
        const auto labels = window.findChildren<QLabel *>();
        return labels.size() == kJobStates
            && std::ranges::all_of(labels, [&palette](const QLabel *label) {
                   return inkOf(label)
                       == stateColor(JobState(label->property("state").toInt()), palette);
               });
    };
    QVERIFY(areInked(lightPalette()));
    choose(Theme::Choice::Dark);
    QVERIFY(areInked(darkPalette()));
}

void TestTone::followsAWidgetAroundIt()
{
    QWidget window;
    QWidget inner(&window);
    auto *label = new QLabel(&inner);
    setTone(label, Tone::Trouble);
    inner.setPalette(darkPalette());
    QCOMPARE(inkOf(label), toneColor(Tone::Trouble, darkPalette()));
}

void TestTone::newWidgetAndNewToneFollowToo()
{
    QWidget window;
    window.show();
    choose(Theme::Choice::Dark);
    auto *late = new QLabel(&window);
    setTone(late, Tone::Muted);
    QCOMPARE(inkOf(late), toneColor(Tone::Muted, darkPalette()));
    setTone(late, Tone::Trouble);
    QCOMPARE(inkOf(late), toneColor(Tone::Trouble, darkPalette()));
    choose(Theme::Choice::Light);
    QCOMPARE(inkOf(late), toneColor(Tone::Trouble, lightPalette()));
    setTone(late, JobState::Stuck);
    choose(Theme::Choice::Dark);
    QCOMPARE(inkOf(late), stateColor(JobState::Stuck, darkPalette()));
}

void TestTone::plainLeavesTheColourToTheParent()
{
    QWidget window;
    auto *label = new QLabel(&window);
    setTone(label, Tone::Trouble);
    setTone(label, Tone::Plain);
    QCOMPARE(inkOf(label), lightPalette().color(QPalette::WindowText));
    QPalette inked;
    inked.setColor(QPalette::WindowText, Qt::magenta);
    window.setPalette(inked);
    QCOMPARE(inkOf(label), QColor(Qt::magenta));
}

void TestTone::buttonWritesInItsTone()
{
    QWidget window;
    auto *button = new QPushButton(&window);
    setTone(button, Tone::Muted);
    choose(Theme::Choice::Dark);
    QCOMPARE(button->palette().color(QPalette::ButtonText), toneColor(Tone::Muted, darkPalette()));
}

void TestTone::moveToAnotherParentCounts()
{
    QWidget light;
    QWidget dark;
    dark.setPalette(darkPalette());
    auto *label = new QLabel; // as one that is put into a layout later
    setTone(label, Tone::Muted);
    auto *layout = new QVBoxLayout(&dark);
    layout->addWidget(label);
    QCOMPARE(inkOf(label), toneColor(Tone::Muted, darkPalette()));
    label->setParent(&light);
    QCOMPARE(inkOf(label), toneColor(Tone::Muted, lightPalette()));
}

void TestTone::highContrastGivesTonesUp()
{
    QPalette contrast = lightPalette();
    for (const auto role : {QPalette::Window, QPalette::Base})
        contrast.setColor(role, Qt::black);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::PlaceholderText})
        contrast.setColor(role, Qt::white);
    QWidget window;
    auto *label = new QLabel(&window);
    setTone(label, Tone::Trouble);
    window.setPalette(contrast);
    QCOMPARE(inkOf(label), QColor(Qt::white));
    window.setPalette(lightPalette());
    QCOMPARE(inkOf(label), toneColor(Tone::Trouble, lightPalette()));
}

void TestTone::cellsFollow()
{
    QTreeWidget tree;
    tree.setColumnCount(2);
    auto *item = new QTreeWidgetItem(&tree);
    auto *child = new QTreeWidgetItem(item);
    setTone(item, 1, Tone::Caution);
    setTone(child, 0, Tone::Accent);
    choose(Theme::Choice::Dark);
    QCOMPARE(item->foreground(1).color(), toneColor(Tone::Caution, darkPalette()));
    QCOMPARE(child->foreground(0).color(), toneColor(Tone::Accent, darkPalette()));
    QVERIFY(!item->data(0, Qt::ForegroundRole).isValid()); // it was given none
}

void TestTone::sameToneAgainCostsNothing()
{
    QWidget window;
    auto *label = new Counting(&window);
    setTone(label, Tone::Muted);
    label->changes = 0;
    setTone(label, Tone::Muted);
    QCOMPARE(label->changes, 0); // panels say it with each reading
}

YARDMASTER_WINDOW_TEST(TestTone)
#include "tst_tone.moc"
