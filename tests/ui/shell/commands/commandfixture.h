#pragma once

#include <QAction>
#include <QKeySequence>
#include <QWidget>

namespace yardmaster::test {

/// A command as panels bring them along.
inline QAction *addCommand(QWidget *place, const QString &id, const QString &text,
                           const QKeySequence &keys = {})
{
    auto *action = new QAction(text, place);
    action->setObjectName(id);
    action->setWhatsThis(QStringLiteral("Does %1.").arg(id));
    action->setStatusTip(action->whatsThis());
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    place->addAction(action);
    return action;
}

} // namespace yardmaster::test
