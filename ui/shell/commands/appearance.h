#pragma once

#include <QList>
#include <QString>

class QAction;
class QSettings;
class QWidget;

namespace yardmaster {

/// How the program looks, for all its windows: theme, size of text, height of rows, clock,
/// language. Each choice is kept and takes effect at once, the language at the next start. GUI
/// thread.
namespace appearance {

/// Takes up what was chosen before. Once per window is fine.
void restore(const QSettings &settings);

/// The language that was chosen, "de"; empty: the system's.
[[nodiscard]] QString language(const QSettings &settings);

/// The actions to choose with, as children of `owner`: groups "view.theme-…", "view.rows-…",
/// "view.time-…", "view.motion-…", "view.language-…", each exclusive. They show what is chosen when
/// checkCurrent() is called. And "view.zoom-…", in steps.
struct Actions
{
    QList<QAction *> theme;
    QList<QAction *> rows;
    QList<QAction *> clock;
    QList<QAction *> motion;
    QList<QAction *> language;
    QList<QAction *> zoom;
};
[[nodiscard]] Actions makeActions(QSettings *settings, QWidget *owner);
/// Another window may have chosen something else.
void checkCurrent(const Actions &actions, const QSettings &settings);

} // namespace appearance

} // namespace yardmaster
