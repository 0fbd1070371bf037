#include "ui/shell/checks/checkrow.h"

#include "models/values/showntext.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"
#include "ui/shell/connecting/teststeplist.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

TestStep::Outcome lookOf(QueueCheck::Outcome outcome)
{
    switch (outcome) {
    case QueueCheck::Outcome::Passed:
        return TestStep::Outcome::Passed;
    case QueueCheck::Outcome::Warned:
        return TestStep::Outcome::Warned;
    case QueueCheck::Outcome::Failed:
        return TestStep::Outcome::Failed;
    case QueueCheck::Outcome::Skipped:
        return TestStep::Outcome::Skipped;
    }
    Q_UNREACHABLE();
}

/// The same in all rows, so that they are columns.
int wordWidth(const QFontMetrics &metrics)
{
    using Outcome = QueueCheck::Outcome;
    int width = 0;
    for (const Outcome outcome :
         {Outcome::Passed, Outcome::Warned, Outcome::Failed, Outcome::Skipped})
        width = std::max(width, metrics.horizontalAdvance(checkOutcomeWord(outcome)));
    return width + 4;
}

int titleWidth(const QFontMetrics &metrics)
{
    int width = 0;
    for (const char *name : kQueueChecks)
        width = std::max(width, metrics.horizontalAdvance(checkTitle(QString::fromLatin1(name))));
    return width + 4;
}

} // namespace

CheckRow::CheckRow(const QueueCheck &check, QWidget *parent)
    : QWidget(parent)
    , m_check(check)
    , m_texts(new QVBoxLayout)
    , m_obstacle(nullptr)
    , m_button(new QPushButton(this))
{
    setObjectName(u"check-"_s + check.name);
    const TestStep::Outcome look = lookOf(check.outcome);
    const bool isTrouble = check.outcome == QueueCheck::Outcome::Failed
        || check.outcome == QueueCheck::Outcome::Warned;
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(strong);

    auto *shape = new Label(stepShape(look), this);
    shape->setFixedWidth(metrics.horizontalAdvance(u"MM"_s));
    shape->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    auto *word = new Label(checkOutcomeWord(check.outcome), this);
    word->setObjectName("checkOutcome"_L1);
    word->setFixedWidth(wordWidth(metrics));
    auto *title = new Label(checkTitle(check.name), this);
    title->setObjectName("checkTitle"_L1);
    title->setFixedWidth(titleWidth(metrics));
    for (Label *label : {shape, word})
        setTone(label, stepTone(look));
    for (Label *label : {word, title}) {
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        if (isTrouble)
            label->setFont(strong);
    }
    m_texts->setSpacing(4);
    Label *sentence = addParagraph(check.sentence, "checkSentence");
    if (!isTrouble)
        setTone(sentence, Tone::Muted);
    for (const QString &detail : check.details)
        setTone(addParagraph(u"• "_s + detail, "checkDetail"), Tone::Muted);
    if (!check.remedy.isEmpty())
        addParagraph({}, "checkRemedy")
            ->setText(u"→ "_s + check.remedy); // statements are copied from it as they are
    m_texts->addWidget(m_button, 0, Qt::AlignLeft);
    m_obstacle = addParagraph({}, "checkObstacle");
    setTone(m_obstacle, Tone::Muted);
    m_button->setObjectName("checkHelp"_L1);
    m_button->setAutoDefault(false);

    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, isTrouble ? 8 : 4, 0, isTrouble ? 8 : 4);
    line->setSpacing(8);
    line->addWidget(shape);
    line->addWidget(word);
    line->addWidget(title);
    line->addLayout(m_texts, 1);
    connect(m_button, &QPushButton::clicked, this, &CheckRow::helpRequested);
    setAccessibleName(u"%1: %2. %3"_s.arg(title->text(), word->text(), shownText(check.sentence)));
    setHelp({}, {});
}

void CheckRow::setHelp(const QString &text, const QString &obstacle)
{
    m_button->setText(text);
    m_button->setVisible(!text.isEmpty());
    m_button->setEnabled(obstacle.isEmpty());
    m_button->setToolTip(obstacle);
    m_obstacle->setText(obstacle);
    m_obstacle->setVisible(!text.isEmpty() && !obstacle.isEmpty());
}

Label *CheckRow::addParagraph(const QString &text, const char *name)
{
    auto *label = new Label(this);
    label->setObjectName(QLatin1StringView(name));
    label->setBreakableText(text);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_texts->addWidget(label);
    return label;
}

} // namespace yardmaster
