#pragma once

#include "tests/support/patience.h"
#include "ui/kit/theme.h"

#include <QCoreApplication>
#include <QDir>
#include <QPixmap>
#include <QWidget>

namespace yardmaster::test {

/// The child of this name, or the only one of its type, which must exist.
template <typename Widget> Widget *child(const QWidget &parent, const char *name = nullptr)
{
    auto *found = parent.findChild<Widget *>(QString::fromLatin1(name));
    if (!found)
        qFatal("no %s", name ? name : Widget::staticMetaObject.className());
    return found;
}

/// Paints the widget in light and dark; with YARDMASTER_SCREENSHOTS=<folder> the pictures are kept
/// there as <name>-light.png and <name>-dark.png, for people to judge.
/// @returns whether it could be painted, and saved where that was asked for.
[[nodiscard]] inline bool takePictures(Theme *theme, QWidget *widget, const QString &name)
{
    const QString folder = qEnvironmentVariable("YARDMASTER_SCREENSHOTS");
    bool isDone = true;
    for (const bool dark : {false, true}) {
        theme->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
        QCoreApplication::processEvents();
        const QPixmap picture = widget->grab();
        isDone = isDone && !picture.isNull();
        if (!folder.isEmpty() && QDir().mkpath(folder))
            isDone = picture.save(QStringLiteral("%1/%2-%3.png")
                                      .arg(folder, name,
                                           dark ? QStringLiteral("dark") : QStringLiteral("light")))
                && isDone;
    }
    theme->setChoice(Theme::Choice::Light);
    return isDone;
}

} // namespace yardmaster::test
