#pragma once

#include "models/values/environment.h"
#include "models/values/jobstate.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

namespace yardmaster {

/// Gives the application its look, the same on every desktop, in light or dark as the system is
/// now. A high-contrast system palette is left as it is. One per application, made before any
/// widget.
class Theme final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Theme)

public:
    enum class Choice { System, Light, Dark };

    explicit Theme(QObject *parent = nullptr);
    ~Theme() override;

    /// Null where there is none, as in tests that do not look at colours.
    [[nodiscard]] static Theme *instance();

    [[nodiscard]] Choice choice() const { return m_choice; }
    void setChoice(Choice choice);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void apply();

    Choice m_choice = Choice::System;
    bool m_isApplying = false;
};

[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

// Colours follow from the palette a widget is painted with, so that they need no global state and
// are right for a widget shown in another palette.

[[nodiscard]] bool isDark(const QPalette &palette);
/// Pure black and white: the user asked for contrast, so colours give way to the text colour.
[[nodiscard]] bool isHighContrast(const QPalette &palette);

[[nodiscard]] QColor stateColor(JobState state, const QPalette &palette);
[[nodiscard]] QColor mutedColor(const QPalette &palette);
[[nodiscard]] QColor hairlineColor(const QPalette &palette);
/// Background of the environment's strip; white is readable on it.
[[nodiscard]] QColor environmentColor(Environment environment);

/// `base` with figures of one width: `base` itself if it has them, else the fixed-width system
/// font.
[[nodiscard]] QFont tabularFont(const QFont &base);

} // namespace yardmaster
