#include "ui/kit/theme.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/invisiblemark.h"
#include "ui/kit/readablepalette.h"
#include "ui/kit/tooltips.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QHash>
#include <QStyleHints>

#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct Tones
{
    QRgb window, base, alternate, button;
    QRgb text, muted, disabled, hairline;
    QRgb accent, onAccent;
};

constexpr Tones kLight{0xfff6f7f9, 0xffffffff, 0xfff9fafb, 0xffffffff, 0xff1b2430,
                       0xff5a6675, 0xff98a2ae, 0xffdde2e8, 0xff2457c5, 0xffffffff};
constexpr Tones kDark{0xff171b21, 0xff1d222a, 0xff20262f, 0xff262d37, 0xffe6eaf0,
                      0xff9aa6b5, 0xff5f6b7a, 0xff333b47, 0xff7fa8ff, 0xff10151c};

QPalette paletteOf(const Tones &tones)
{
    QPalette palette;
    palette.setColor(QPalette::Window, tones.window);
    palette.setColor(QPalette::Base, tones.base);
    palette.setColor(QPalette::AlternateBase, tones.alternate);
    palette.setColor(QPalette::Button, tones.button);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(role, tones.text);
        palette.setColor(QPalette::Disabled, role, tones.disabled);
    }
    palette.setColor(QPalette::PlaceholderText, tones.muted);
    for (const auto role : {QPalette::Mid, QPalette::Midlight, QPalette::Dark, QPalette::Light})
        palette.setColor(role, tones.hairline);
    palette.setColor(QPalette::Shadow, QRgb(0xff000000));
    palette.setColor(QPalette::Highlight, tones.accent);
    palette.setColor(QPalette::HighlightedText, tones.onAccent);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, tones.hairline);
    palette.setColor(QPalette::Link, tones.accent);
    palette.setColor(QPalette::LinkVisited, tones.accent);
    palette.setColor(QPalette::ToolTipBase, tones.base);
    palette.setColor(QPalette::ToolTipText, tones.text);
    return palette;
}

double luminance(const QColor &color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

/// What colours depend on, asked for several times for each painted cell. GUI thread.
struct Ground
{
    qint64 palette = -1; ///< its cache key
    bool isDark = false;
    bool isHighContrast = false;
};

const Ground &groundOf(const QPalette &palette)
{
    static Ground last;
    if (last.palette == palette.cacheKey())
        return last;
    const auto of = [&palette](QPalette::ColorRole role) {
        return luminance(palette.color(QPalette::Active, role));
    };
    const double window = of(QPalette::Window);
    const double text = of(QPalette::WindowText);
    const double contrast = (std::max(window, text) + 0.05) / (std::min(window, text) + 0.05);
    last = {palette.cacheKey(), of(QPalette::Base) < of(QPalette::Text),
            contrast > 20.5}; // 21 is white on black; ordinary themes stay below 19
    return last;
}

/// What the desktop would give us, had we no palette of our own.
QPalette systemPalette()
{
    QApplication::setPalette(QPalette());
    return QApplication::palette();
}

bool systemIsDark(const QPalette &system)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const auto scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark;
#endif
    return isDark(system);
}

Theme *theTheme = nullptr; // GUI thread

} // namespace

Theme::Theme(QObject *parent)
    : QObject(parent)
{
    theTheme = this;
    QApplication::setStyle(new FlatStyle); // the application owns it
    apply();
    qApp->installEventFilter(this);
    new PlainToolTips(this);
    new InvisibleMarks(this);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, &Theme::apply);
#endif
}

Theme::~Theme()
{
    theTheme = nullptr;
}

Theme *Theme::instance()
{
    return theTheme;
}

void Theme::setChoice(Choice choice)
{
    m_choice = choice;
    apply();
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    // Sent to every window; queued, because Qt is still handing out the new system palette.
    if (event->type() == QEvent::ThemeChange && !m_isApplying)
        QMetaObject::invokeMethod(this, &Theme::apply, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void Theme::apply()
{
    m_isApplying = true;
    const QPalette system = systemPalette();
    if (m_choice != Choice::System)
        QApplication::setPalette(m_choice == Choice::Dark ? darkPalette() : lightPalette());
    else if (isHighContrast(system))
        QApplication::setPalette(withReadablePlaceholders(system));
    else
        QApplication::setPalette(systemIsDark(system) ? darkPalette() : lightPalette());
    m_isApplying = false;
}

QPalette lightPalette()
{
    return paletteOf(kLight);
}

QPalette darkPalette()
{
    return paletteOf(kDark);
}

bool isDark(const QPalette &palette)
{
    return groundOf(palette).isDark;
}

bool isHighContrast(const QPalette &palette)
{
    return groundOf(palette).isHighContrast;
}

QColor stateColor(JobState state, const QPalette &palette)
{
    if (isHighContrast(palette))
        return palette.color(QPalette::Text);
    const auto pick = [dark = isDark(palette)](QRgb light, QRgb darkOne) {
        return QColor(dark ? darkOne : light);
    };
    switch (state) {
    case JobState::Ready:
        return pick(0xff1d5fbf, 0xff7fb0ff);
    case JobState::Scheduled:
        return pick(0xff5a6675, 0xffa3afbd);
    case JobState::Running:
        return pick(0xff0b7a5c, 0xff4cc9a0);
    case JobState::Retrying:
        return pick(0xff946200, 0xffe0b04a);
    case JobState::FailedForGood:
        return pick(0xffb3261e, 0xffff8a80);
    case JobState::Stuck:
        return pick(0xff7b2fa6, 0xffd29bf2);
    case JobState::Blocked:
        return pick(0xff8a4b12, 0xffe2a36b);
    case JobState::Forbidden:
        return pick(0xff4b5563, 0xffb7c0cb);
    case JobState::Completed:
        return mutedColor(palette); // what went well is the quiet background of the rest
    }
    Q_UNREACHABLE();
}

QColor mutedColor(const QPalette &palette)
{
    return isHighContrast(palette) ? palette.color(QPalette::Text)
                                   : palette.color(QPalette::PlaceholderText);
}

QColor hairlineColor(const QPalette &palette)
{
    return palette.color(isHighContrast(palette) ? QPalette::Text : QPalette::Mid);
}

QColor environmentColor(Environment environment)
{
    switch (environment) {
    case Environment::Production:
        return QRgb(0xffb3261e);
    case Environment::Staging:
        return QRgb(0xff946200);
    case Environment::Development:
        return QRgb(0xff0b7a5c);
    case Environment::Sandbox:
        return QRgb(0xff4b5563);
    case Environment::Unknown:
        return QRgb(0xff1f2937);
    }
    Q_UNREACHABLE();
}

QFont tabularFont(const QFont &base)
{
    static QHash<QFont, QFont> known; // asked for every painted cell; GUI thread only
    if (const auto found = known.constFind(base); found != known.cend())
        return *found;

    QFont font = base;
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature("tnum", 1);
#endif
    const QFontMetricsF metrics(font);
    const double zero = metrics.horizontalAdvance(u'0');
    for (const QChar digit : u"123456789"_s) {
        if (!qFuzzyCompare(metrics.horizontalAdvance(digit), zero)) {
            font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
            font.setPointSizeF(base.pointSizeF());
            font.setWeight(base.weight());
            break;
        }
    }
    known.insert(base, font);
    return font;
}

} // namespace yardmaster
