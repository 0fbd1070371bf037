#include "ui/shell/startpage.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"
#include "ui/shell/appicon.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

StartPage::StartPage(QWidget *parent)
    : QWidget(parent)
    , m_icon(new Label(this))
    , m_title(new Label(this))
    , m_sentence(new Label(this))
    , m_edit(new QPushButton(tr("Edit connection…"), this))
    , m_retry(new QPushButton(tr("Try again"), this))
{
    m_icon->setPixmap(appIcon().pixmap(64));
    QFont strong = font();
    strong.setPointSizeF(font().pointSizeF() * 1.4);
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (Label *label : {m_icon, m_title, m_sentence})
        label->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    for (Label *label : {m_title, m_sentence})
        label->setWordWrap(true);
    m_sentence->setMinimumHeight(2 * m_sentence->fontMetrics().lineSpacing()); // so nothing jumps
    setButtonRole(m_retry, ButtonRole::Primary);
    m_edit->setObjectName(u"startEditConnection"_s);
    m_edit->hide();
    m_retry->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    // Keeps its place while hidden, so that the texts above stay where they are.
    QSizePolicy policy = m_retry->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_retry->setSizePolicy(policy);
    connect(m_retry, &QPushButton::clicked, this, &StartPage::retryRequested);
    connect(m_edit, &QPushButton::clicked, this, &StartPage::editRequested);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_edit);
    buttons->addWidget(m_retry);
    buttons->addStretch(1);

    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addStretch(2);
    column->addWidget(m_icon);
    column->addSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_sentence);
    column->addSpacing(8);
    column->addLayout(buttons);
    column->addStretch(3);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch(1);
    layout->addLayout(column, 3);
    layout->addStretch(1);
}

void StartPage::showWaiting(const QString &title, const QString &sentence)
{
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_edit->hide();
    m_retry->hide();
    setTone(m_sentence, Tone::Muted);
}

void StartPage::showFailure(const QString &title, const QString &sentence, bool isEditable)
{
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_edit->setVisible(isEditable);
    m_retry->show();
    m_retry->setFocus();
    setTone(m_sentence, Tone::Trouble);
}

} // namespace yardmaster
