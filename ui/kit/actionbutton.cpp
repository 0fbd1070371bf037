#include "ui/kit/actionbutton.h"

#include <QAction>
#include <QPushButton>

namespace yardmaster {

QPushButton *makeActionButton(QAction *action, QWidget *parent)
{
    auto *button = new QPushButton(parent);
    button->setObjectName(action->objectName());
    const auto follow = [action, button] {
        button->setText(action->text());
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
        button->setVisible(action->isVisible());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

} // namespace yardmaster
