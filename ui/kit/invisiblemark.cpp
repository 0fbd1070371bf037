#include "ui/kit/invisiblemark.h"

#include "models/values/showntext.h"
#include "worker/json/visibletext.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QLineEdit>
#include <QStyle>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kMark = "invisibleMark"_L1;
constexpr auto kWatched = "watchedForInvisible";

} // namespace

InvisibleMarks::InvisibleMarks(QObject *parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool InvisibleMarks::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Polish || !watched->isWidgetType())
        return false;
    auto *edit = qobject_cast<QLineEdit *>(watched);
    if (!edit || edit->echoMode() != QLineEdit::Normal || edit->property(kWatched).toBool())
        return false;
    edit->setProperty(kWatched, true);
    connect(edit, &QLineEdit::textChanged, this, [edit] { mark(edit); });
    mark(edit);
    return false;
}

void InvisibleMarks::mark(QLineEdit *edit)
{
    const QString text = edit->text();
    const QString visible = visibleLine(text);
    auto *action = edit->findChild<QAction *>(kMark, Qt::FindDirectChildrenOnly);
    if (visible == text) {
        if (action) {
            edit->setAccessibleDescription(action->data().toString());
            delete action;
        }
        return;
    }
    if (!action) {
        action = edit->addAction(edit->style()->standardIcon(QStyle::SP_MessageBoxWarning),
                                 QLineEdit::TrailingPosition);
        action->setParent(edit);
        action->setObjectName(kMark);
        action->setData(edit->accessibleDescription());
    }
    const QString sentence = tr("This text has invisible characters: %1").arg(shownText(visible));
    action->setToolTip(sentence);
    edit->setAccessibleDescription(sentence);
}

} // namespace yardmaster
