#include "ui/shell/commands/appearance.h"

#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/density.h"
#include "ui/kit/motion.h"
#include "ui/kit/theme.h"
#include "ui/kit/zoom.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QSettings>
#include <QWidget>

namespace yardmaster::appearance {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kThemeKey = "appearance/theme"_L1;
constexpr auto kRowsKey = "appearance/rows"_L1;
constexpr auto kClockKey = "appearance/clock"_L1;
constexpr auto kMotionKey = "appearance/motion"_L1;
constexpr auto kLanguageKey = "appearance/language"_L1;
constexpr auto kZoomKey = "appearance/zoom"_L1; // percent

struct Choice
{
    QLatin1StringView value;
    const char *text;
    const char *sentence;
    const char *synonyms;
};

constexpr Choice kThemes[]{
    {QLatin1StringView("system"), QT_TRANSLATE_NOOP("Appearance", "System theme"),
     QT_TRANSLATE_NOOP("Appearance", "Light or dark, following the desktop."),
     QT_TRANSLATE_NOOP("Appearance", "colours, appearance")},
    {QLatin1StringView("light"), QT_TRANSLATE_NOOP("Appearance", "Light theme"),
     QT_TRANSLATE_NOOP("Appearance", "Dark text on light, regardless of the desktop."),
     QT_TRANSLATE_NOOP("Appearance", "colours, appearance, light mode, bright")},
    {QLatin1StringView("dark"), QT_TRANSLATE_NOOP("Appearance", "Dark theme"),
     QT_TRANSLATE_NOOP("Appearance", "Light text on dark, regardless of the desktop."),
     QT_TRANSLATE_NOOP("Appearance", "colours, appearance, dark mode, night")},
};
constexpr Choice kRows[]{
    {QLatin1StringView("compact"), QT_TRANSLATE_NOOP("Appearance", "Compact rows"),
     QT_TRANSLATE_NOOP("Appearance", "More jobs on the screen."),
     QT_TRANSLATE_NOOP("Appearance", "density, smaller")},
    {QLatin1StringView("normal"), QT_TRANSLATE_NOOP("Appearance", "Normal rows"),
     QT_TRANSLATE_NOOP("Appearance", "Rows of the default height."),
     QT_TRANSLATE_NOOP("Appearance", "density")},
    {QLatin1StringView("roomy"), QT_TRANSLATE_NOOP("Appearance", "Roomy rows"),
     QT_TRANSLATE_NOOP("Appearance", "Easier to read and to click."),
     QT_TRANSLATE_NOOP("Appearance", "density, larger, comfortable")},
};
constexpr Choice kClocks[]{
    {QLatin1StringView("utc"), QT_TRANSLATE_NOOP("Appearance", "Times in UTC"),
     QT_TRANSLATE_NOOP("Appearance", "As in crontabs and on most servers."),
     QT_TRANSLATE_NOOP("Appearance", "clock, time zone")},
    {QLatin1StringView("local"), QT_TRANSLATE_NOOP("Appearance", "Local times"),
     QT_TRANSLATE_NOOP("Appearance", "In the time zone of this computer."),
     QT_TRANSLATE_NOOP("Appearance", "clock, time zone, local time")},
};
constexpr Choice kMotions[]{
    {QLatin1StringView("system"), QT_TRANSLATE_NOOP("Appearance", "Highlight changed cells"),
     QT_TRANSLATE_NOOP("Appearance",
                       "Cells changed by a refresh are highlighted for a second, unless the "
                       "desktop asks for reduced motion."),
     QT_TRANSLATE_NOOP("Appearance", "animation, flash")},
    {QLatin1StringView("off"), QT_TRANSLATE_NOOP("Appearance", "No motion"),
     QT_TRANSLATE_NOOP("Appearance", "Nothing moves or fades, regardless of the desktop."),
     QT_TRANSLATE_NOOP("Appearance", "animation, flash")},
};
constexpr Choice kLanguages[]{
    {QLatin1StringView("system"), QT_TRANSLATE_NOOP("Appearance", "System language"),
     QT_TRANSLATE_NOOP("Appearance", "Takes effect at the next start."),
     QT_TRANSLATE_NOOP("Appearance", "translation")},
    {QLatin1StringView("en"), "English",
     QT_TRANSLATE_NOOP("Appearance", "Takes effect at the next start."),
     QT_TRANSLATE_NOOP("Appearance", "language, translation")},
    {QLatin1StringView("de"), "Deutsch",
     QT_TRANSLATE_NOOP("Appearance", "Takes effect at the next start."),
     QT_TRANSLATE_NOOP("Appearance", "language, translation, German")},
};

QString valueOf(const QSettings &settings, QLatin1StringView key, QLatin1StringView otherwise)
{
    return settings.value(key, QString(otherwise)).toString();
}

Theme::Choice themeOf(const QString &value)
{
    return value == "light"_L1 ? Theme::Choice::Light
        : value == "dark"_L1   ? Theme::Choice::Dark
                               : Theme::Choice::System;
}

Density::Choice rowsOf(const QString &value)
{
    return value == "compact"_L1 ? Density::Choice::Compact
        : value == "roomy"_L1    ? Density::Choice::Roomy
                                 : Density::Choice::Normal;
}

template <size_t N>
QList<QAction *> makeGroup(QSettings *settings, QWidget *owner, QLatin1StringView key,
                           QLatin1StringView prefix, const Choice (&choices)[N])
{
    auto *group = new QActionGroup(owner);
    QList<QAction *> actions;
    for (const Choice &choice : choices) {
        const auto text
            = [](const char *source) { return QCoreApplication::translate("Appearance", source); };
        QAction *action = addCommand(owner, "view."_L1 + prefix + u'-' + choice.value,
                                     text(choice.text), text(choice.sentence),
                                     [settings, key, value = QString(choice.value)] {
                                         settings->setValue(key, value);
                                         restore(*settings);
                                     })
                              ->asSwitch()
                              ->alsoCalled(text(choice.synonyms));
        action->setData(QString(choice.value));
        action->setActionGroup(group);
        actions << action;
    }
    return actions;
}

QList<QAction *> makeZoom(QSettings *settings, QWidget *owner)
{
    const auto text
        = [](const char *source) { return QCoreApplication::translate("Appearance", source); };
    const auto set = [settings](int percent) {
        settings->setValue(kZoomKey, percent);
        Zoom::instance()->setPercent(percent);
    };
    const QString synonyms
        = text(QT_TRANSLATE_NOOP("Appearance", "zoom, font size, magnify, scale, text size"));
    return {
        addCommand(owner, u"view.zoom-in"_s, text(QT_TRANSLATE_NOOP("Appearance", "Larger text")),
                   text(QT_TRANSLATE_NOOP("Appearance", "Makes all text larger.")),
                   [set] { set(Zoom::instance()->next(true)); })
            ->withKeys({Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal})
            ->alsoCalled(synonyms),
        addCommand(owner, u"view.zoom-out"_s, text(QT_TRANSLATE_NOOP("Appearance", "Smaller text")),
                   text(QT_TRANSLATE_NOOP("Appearance", "Makes all text smaller.")),
                   [set] { set(Zoom::instance()->next(false)); })
            ->withKeys({Qt::CTRL | Qt::Key_Minus})
            ->alsoCalled(synonyms),
        addCommand(
            owner, u"view.zoom-reset"_s, text(QT_TRANSLATE_NOOP("Appearance", "Default text size")),
            text(QT_TRANSLATE_NOOP("Appearance", "Text of the same size as on the desktop.")),
            [set] { set(100); })
            ->withKeys({Qt::CTRL | Qt::Key_0})
            ->alsoCalled(synonyms)};
}

void check(const QList<QAction *> &actions, const QString &value)
{
    for (QAction *action : actions)
        action->setChecked(action->data().toString() == value);
}

} // namespace

void restore(const QSettings &settings)
{
    if (Theme *theme = Theme::instance(); theme && settings.contains(kThemeKey)) {
        const auto choice = themeOf(valueOf(settings, kThemeKey, "system"_L1));
        if (choice != theme->choice())
            theme->setChoice(choice);
    }
    Density::instance()->setChoice(rowsOf(valueOf(settings, kRowsKey, "normal"_L1)));
    TimeDisplay::instance().setZone(valueOf(settings, kClockKey, "utc"_L1) == "local"_L1
                                        ? TimeDisplay::Zone::Local
                                        : TimeDisplay::Zone::Utc);
    Zoom::instance()->setPercent(settings.value(kZoomKey, 100).toInt());
    motion::setOff(valueOf(settings, kMotionKey, "system"_L1) == "off"_L1);
}

QString language(const QSettings &settings)
{
    const QString value = valueOf(settings, kLanguageKey, "system"_L1);
    return value == "system"_L1 ? QString() : value;
}

Actions makeActions(QSettings *settings, QWidget *owner)
{
    Actions actions{makeGroup(settings, owner, kThemeKey, "theme"_L1, kThemes),
                    makeGroup(settings, owner, kRowsKey, "rows"_L1, kRows),
                    makeGroup(settings, owner, kClockKey, "time"_L1, kClocks),
                    makeGroup(settings, owner, kMotionKey, "motion"_L1, kMotions),
                    makeGroup(settings, owner, kLanguageKey, "language"_L1, kLanguages),
                    makeZoom(settings, owner)};
    checkCurrent(actions, *settings);
    return actions;
}

void checkCurrent(const Actions &actions, const QSettings &settings)
{
    check(actions.theme, valueOf(settings, kThemeKey, "system"_L1));
    check(actions.rows, valueOf(settings, kRowsKey, "normal"_L1));
    check(actions.clock, valueOf(settings, kClockKey, "utc"_L1));
    check(actions.motion, valueOf(settings, kMotionKey, "system"_L1));
    check(actions.language, valueOf(settings, kLanguageKey, "system"_L1));
}

} // namespace yardmaster::appearance
