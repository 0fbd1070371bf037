#include "ui/shell/connecting/keychainnotice.h"

#include "ui/kit/announcement.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

KeychainNotice::KeychainNotice(QWidget *parent)
    : QWidget(parent)
    , m_text(new Label(this))
{
    setObjectName("keychainNotice"_L1);
    m_text->setObjectName("keychainNoticeText"_L1);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *dismiss = new QPushButton(tr("Dismiss"), this);
    dismiss->setObjectName("keychainNoticeDismiss"_L1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 4);
    layout->setSpacing(8);
    layout->addWidget(m_text, 1);
    layout->addWidget(dismiss, 0, Qt::AlignVCenter);
    connect(dismiss, &QPushButton::clicked, this, &QWidget::hide);
    setTone(m_text, Tone::Trouble);
    hide();
}

void KeychainNotice::tell(const QString &reason)
{
    QString sentence = reason.trimmed();
    if (!sentence.isEmpty() && !sentence.endsWith(u'.'))
        sentence += u'.';
    m_text->setText(
        tr("The keychain refused the password: it is kept only until you close this window. %1")
            .arg(sentence)
            .trimmed());
    setAccessibleName(m_text->text());
    show();
    announce(this, m_text->text());
}

void KeychainNotice::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    painter.fillRect(0, height() - 1, width(), 1, hairlineColor(palette()));
}

} // namespace yardmaster
