#include "ui/pages/inspector/whynotblock.h"

#include "models/console/writeguard.h"
#include "models/values/showntext.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QGridLayout>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Label *paragraph(QWidget *parent, const QString &name)
{
    auto *label = new Label(parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Whether the cause may be one that is not the job's.
bool isAboutDatabase(WhyNot::Reason reason)
{
    using Reason = WhyNot::Reason;
    return reason == Reason::NobodyThere || reason == Reason::AnyMoment || reason == Reason::Stuck
        || reason == Reason::WorkerStale || reason == Reason::QueueStale
        || reason == Reason::QueueMissing;
}

} // namespace

WhyNotBlock::WhyNotBlock(WriteGuard *guard, QWidget *parent)
    : QWidget(parent)
    , m_guard(guard)
    , m_question(new Label(tr("Why isn’t it running?"), this))
    , m_sentence(paragraph(this, u"whyNotSentence"_s))
    , m_evidence(new QWidget(this))
    , m_advice(paragraph(this, u"whyNotAdvice"_s))
    , m_button(new QPushButton(this))
    , m_check(new QPushButton(tr("Check this database…"), this))
    , m_obstacle(paragraph(this, u"whyNotObstacle"_s))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_sentence->setFont(strong);
    m_button->setObjectName(u"whyNotButton"_s);
    m_button->setAutoDefault(false);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    for (QWidget *widget : {static_cast<QWidget *>(m_question), static_cast<QWidget *>(m_sentence),
                            static_cast<QWidget *>(m_evidence), static_cast<QWidget *>(m_advice)})
        layout->addWidget(widget);
    m_check->setObjectName(u"whyNotCheck"_s);
    m_check->setAutoDefault(false);
    m_check->hide();
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    layout->addWidget(m_check, 0, Qt::AlignLeft);
    layout->addWidget(m_obstacle);

    connect(m_button, &QPushButton::clicked, this, [this] {
        const HelpfulAction action = m_action;
        Q_EMIT helpRequested(action);
        if (action.what == HelpfulAction::What::CopyCommand) {
            m_button->setText(tr("Copied"));
            QTimer::singleShot(1500ms, this, &WhyNotBlock::updateButton);
        }
    });
    connect(m_check, &QPushButton::clicked, this, &WhyNotBlock::checkRequested);
    connect(guard, &WriteGuard::changed, this, &WhyNotBlock::updateButton);
    setTone(m_question, Tone::Muted);
    setTone(m_obstacle, Tone::Muted);
}

void WhyNotBlock::show(const WhyNot &why, const HelpfulAction &action)
{
    m_action = action;
    m_question->setText(why.reason == WhyNot::Reason::Running ? tr("What is it doing?")
                                                              : tr("Why isn’t it running?"));
    m_sentence->setBreakableText(why.sentence);
    setEvidence(why.evidence);
    m_check->setVisible(isAboutDatabase(why.reason));
    m_advice->setBreakableText(why.advice);
    m_advice->setVisible(!why.advice.isEmpty());
    setAccessibleName(m_question->text());
    setAccessibleDescription(shownText(why.sentence));
    updateButton();
}

void WhyNotBlock::setEvidence(const QStringList &facts)
{
    if (facts == m_facts)
        return; // a selection in it stays
    m_facts = facts;
    qDeleteAll(m_evidence->children());
    auto *grid = new QGridLayout(m_evidence);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (int row = 0; row < facts.size(); ++row) {
        auto *bullet = new Label(u"•"_s, m_evidence);
        bullet->setAlignment(Qt::AlignTop);
        auto *fact = paragraph(m_evidence, u"whyNotFact"_s);
        fact->setBreakableText(facts.at(row));
        for (Label *label : {bullet, fact})
            setTone(label, Tone::Muted);
        grid->addWidget(bullet, row, 0);
        grid->addWidget(fact, row, 1);
    }
    m_evidence->setVisible(!facts.isEmpty());
}

void WhyNotBlock::showGone(const QString &sentence)
{
    WhyNot why;
    why.sentence = sentence;
    show(why, {});
    m_check->hide();
    m_question->setText(tr("It is no longer there"));
}

void WhyNotBlock::updateButton()
{
    const bool isThere = m_action.what != HelpfulAction::What::Nothing;
    // Changes can be unlocked from the dialog of a sweep.
    const QString reason = m_action.what == HelpfulAction::What::Operation ? m_guard->reason()
        : m_action.what == HelpfulAction::What::Sweep                      ? m_guard->prohibition()
                                                                           : QString();
    m_button->setVisible(isThere);
    m_button->setText(m_action.text);
    m_button->setEnabled(reason.isEmpty());
    m_button->setToolTip(reason.isEmpty() ? m_action.command : reason);
    m_obstacle->setText(reason);
    m_obstacle->setVisible(isThere && !reason.isEmpty());
}

void WhyNotBlock::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hairlineColor(palette()));
    painter.setBrush(palette().color(QPalette::AlternateBase));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace yardmaster
