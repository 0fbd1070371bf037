#include "ui/shell/connecting/teststeplist.h"

#include "models/values/showntext.h"
#include "ui/kit/label.h"

#include <QGridLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

QString stepShape(TestStep::Outcome outcome)
{
    switch (outcome) {
    case TestStep::Outcome::Waiting:
        return u"○"_s;
    case TestStep::Outcome::Running:
        return u"…"_s;
    case TestStep::Outcome::Passed:
        return u"✓"_s;
    case TestStep::Outcome::Warned:
        return u"!"_s;
    case TestStep::Outcome::Failed:
        return u"✗"_s;
    case TestStep::Outcome::Skipped:
        return u"–"_s;
    }
    Q_UNREACHABLE();
}

Tone stepTone(TestStep::Outcome outcome)
{
    switch (outcome) {
    case TestStep::Outcome::Passed:
        return Tone::Good;
    case TestStep::Outcome::Warned:
        return Tone::Caution;
    case TestStep::Outcome::Failed:
        return Tone::Trouble;
    default:
        return Tone::Muted;
    }
}

TestStepList::TestStepList(const ConnectionTest *test, QWidget *parent)
    : QWidget(parent)
    , m_test(test)
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(2, 1);
    for (int i = 0; i < kTestSteps; ++i) {
        Line &line = m_lines.at(std::size_t(i));
        line = {new Label(this), new Label(this), new Label(this)};
        line.shape->setFixedWidth(line.shape->fontMetrics().horizontalAdvance(u"MM"_s));
        line.shape->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
        line.word->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        line.word->setText(testStepWord(test->steps().at(std::size_t(i)).name));
        line.sentence->setWordWrap(true);
        line.sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
        line.sentence->setObjectName(u"testStep%1"_s.arg(i));
        grid->addWidget(line.shape, i, 0);
        grid->addWidget(line.word, i, 1);
        grid->addWidget(line.sentence, i, 2);
    }
    connect(test, &ConnectionTest::stepChanged, this, &TestStepList::showStep);
    showAll();
}

void TestStepList::showStep(int index)
{
    const TestStep &step = m_test->steps().at(std::size_t(index));
    const Line &line = m_lines.at(std::size_t(index));
    const bool isOpen = step.outcome == TestStep::Outcome::Waiting;
    line.shape->setText(stepShape(step.outcome));
    line.sentence->setText(step.sentence.isEmpty() && !isOpen ? testOutcomeWord(step.outcome)
                                                              : step.sentence);
    line.sentence->setToolTip(step.details.join(u'\n'));
    setTone(line.shape, stepTone(step.outcome));
    setTone(line.sentence,
            step.outcome == TestStep::Outcome::Passed ? Tone::Muted : stepTone(step.outcome));
    line.sentence->setAccessibleName(u"%1: %2. %3"_s.arg(
        line.word->text(), testOutcomeWord(step.outcome), shownText(step.sentence)));
}

void TestStepList::showAll()
{
    for (int i = 0; i < kTestSteps; ++i)
        showStep(i);
}

} // namespace yardmaster
