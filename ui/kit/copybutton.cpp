#include "ui/kit/copybutton.h"

#include "ui/kit/announcement.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTimer>

namespace yardmaster {

using namespace std::chrono_literals;

CopyButton::CopyButton(const QString &label, QWidget *parent)
    : QPushButton(label, parent)
    , m_label(label)
{
    setMinimumWidth(sizeHint().width()); // "Copied" is shorter
    connect(this, &QPushButton::clicked, this, &CopyButton::onClicked);
}

void CopyButton::setContent(const QString &content)
{
    m_content = content;
    setToolTip(content);
}

void CopyButton::onClicked()
{
    QGuiApplication::clipboard()->setText(m_content);
    setText(tr("Copied"));
    announce(this, text());
    QTimer::singleShot(1500ms, this, [this] { setText(m_label); });
}

} // namespace yardmaster
