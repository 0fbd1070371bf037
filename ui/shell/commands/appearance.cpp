#include "ui/shell/commands/appearance.h"

#include "models/values/timedisplay.h"
#include "ui/kit/density.h"
#include "ui/kit/motion.h"
#include "ui/kit/theme.h"

#include <QAction>
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

struct Choice
{
    QLatin1StringView value;
    const char *text;
    const char *sentence;
};

constexpr Choice kThemes[]{
    {QLatin1StringView("system"), QT_TRANSLATE_NOOP("Appearance", "Theme of the system"),
     QT_TRANSLATE_NOOP("Appearance", "Light or dark, as the desktop is.")},
    {QLatin1StringView("light"), QT_TRANSLATE_NOOP("Appearance", "Light theme"),
     QT_TRANSLATE_NOOP("Appearance", "Dark text on light, whatever the desktop is.")},
    {QLatin1StringView("dark"), QT_TRANSLATE_NOOP("Appearance", "Dark theme"),
     QT_TRANSLATE_NOOP("Appearance", "Light text on dark, whatever the desktop is.")},
};
constexpr Choice kRows[]{
    {QLatin1StringView("compact"), QT_TRANSLATE_NOOP("Appearance", "Compact rows"),
     QT_TRANSLATE_NOOP("Appearance", "More jobs on the screen.")},
    {QLatin1StringView("normal"), QT_TRANSLATE_NOOP("Appearance", "Normal rows"),
     QT_TRANSLATE_NOOP("Appearance", "Rows of the usual height.")},
    {QLatin1StringView("roomy"), QT_TRANSLATE_NOOP("Appearance", "Roomy rows"),
     QT_TRANSLATE_NOOP("Appearance", "Easier to read and to hit.")},
};
constexpr Choice kClocks[]{
    {QLatin1StringView("utc"), QT_TRANSLATE_NOOP("Appearance", "Times in UTC"),
     QT_TRANSLATE_NOOP("Appearance", "As crontabs and most servers count.")},
    {QLatin1StringView("local"), QT_TRANSLATE_NOOP("Appearance", "Times of this computer"),
     QT_TRANSLATE_NOOP("Appearance", "By the time zone of this computer.")},
};
constexpr Choice kMotions[]{
    {QLatin1StringView("system"), QT_TRANSLATE_NOOP("Appearance", "Changed cells fade"),
     QT_TRANSLATE_NOOP("Appearance",
                       "What a refresh changed is marked for a second, unless the desktop wants no "
                       "motion.")},
    {QLatin1StringView("off"), QT_TRANSLATE_NOOP("Appearance", "No motion"),
     QT_TRANSLATE_NOOP("Appearance", "Nothing moves or fades, whatever the desktop wants.")},
};
constexpr Choice kLanguages[]{
    {QLatin1StringView("system"), QT_TRANSLATE_NOOP("Appearance", "Language of the system"),
     QT_TRANSLATE_NOOP("Appearance", "From the next start on.")},
    {QLatin1StringView("en"), "English",
     QT_TRANSLATE_NOOP("Appearance", "From the next start on.")},
    {QLatin1StringView("de"), "Deutsch",
     QT_TRANSLATE_NOOP("Appearance", "From the next start on.")},
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
        auto *action = new QAction(QCoreApplication::translate("Appearance", choice.text), owner);
        action->setObjectName("view."_L1 + prefix + u'-' + choice.value);
        action->setWhatsThis(QCoreApplication::translate("Appearance", choice.sentence));
        action->setStatusTip(action->whatsThis());
        action->setData(QString(choice.value));
        action->setCheckable(true);
        action->setActionGroup(group);
        QObject::connect(action, &QAction::triggered, owner, [settings, key, action] {
            settings->setValue(key, action->data());
            restore(*settings);
        });
        actions << action;
    }
    return actions;
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
                    makeGroup(settings, owner, kLanguageKey, "language"_L1, kLanguages)};
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
