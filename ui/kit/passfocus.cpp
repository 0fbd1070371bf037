#include "ui/kit/passfocus.h"

#include <QFocusEvent>
#include <QPointer>
#include <QWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Owned by the container.
class FocusRelay final : public QObject
{
public:
    FocusRelay(QWidget *container, QWidget *field)
        : QObject(container)
        , m_field(field)
    {
        setObjectName("focusRelay"_L1);
        container->installEventFilter(this);
    }

    [[nodiscard]] QWidget *field() const { return m_field; }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::FocusIn && m_field)
            m_field->setFocus(static_cast<QFocusEvent *>(event)->reason());
        return QObject::eventFilter(watched, event);
    }

private:
    const QPointer<QWidget> m_field;
};

FocusRelay *relayOf(const QWidget *container)
{
    return static_cast<FocusRelay *>(
        container->findChild<QObject *>("focusRelay"_L1, Qt::FindDirectChildrenOnly));
}

} // namespace

void passFocus(QWidget *container, QWidget *field)
{
    delete relayOf(container);
    new FocusRelay(container, field);
}

QWidget *focusField(const QWidget *container)
{
    const FocusRelay *relay = relayOf(container);
    return relay ? relay->field() : nullptr;
}

void tabBehind(QWidget *before, QWidget *widget)
{
    while (!(before->focusPolicy() & Qt::TabFocus)) // which setTabOrder() would not take
        before = before->previousInFocusChain();    // the widget itself at the latest
    QWidget::setTabOrder(before, widget);
}

} // namespace yardmaster
