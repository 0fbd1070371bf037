#pragma once

#include <QString>
#include <QVariant>

#include <functional>

namespace yardmaster {

/// What tables ask a model for, besides Qt's roles; far from those that small lists make up.
enum TableRole {
    RawValueRole = Qt::UserRole + 1000, ///< for sorting and export
    StateRole, ///< what the cell's colour and shape stand for: a JobState, or a type of the page's
    ShapeRole, ///< bool, of headers too: cells begin with the shape of their state, or its room
    QuietRole, ///< bool: of less weight
    LinkRole,  ///< bool: a click on the cell leads somewhere
    ElideRole, ///< Qt::TextElideMode, of headers too: where a text that is too long is cut
    BarRole,   ///< double, 0..1: the length of the cell's bar; negative or none: it has no bar
    BarKindRole, ///< int(BarKind)
    TrendRole,   ///< Trend: the curves of the cell; invalid: it has none
    HiddenRole,  ///< bool, of headers: the table does not show the column
    SpareRole,   ///< bool, of headers: the table does without the column where it is too narrow
    FigureRole,  ///< bool: digits of one width
    FieldRole,   ///< QString, of headers: names the column for programs
    WidestRole,  ///< QString, of headers: as long as cells usually get; empty: all that is left
};

enum class BarKind {
    Share,          ///< below the text, as long as its part of the largest
    Progress,       ///< below the text, on a track, until it is complete
    ProgressBefore, ///< before the text, on a track
};

/// For TableColumn::isQuiet.
inline constexpr auto kAlways = [](const auto &) { return true; };
/// For TableColumn::toolTip.
inline constexpr auto kNoText = [](const auto &) { return QString(); };

/// A column of a table: all that is known of it, in one entry of a list. What is left out has the
/// default that is written beside it. (GCC 12 crashes where a default is written as `= {}`.)
template <typename Row> struct TableColumn
{
    template <typename T> using Of = std::function<T(const Row &)>;

    QLatin1StringView id; ///< names it in code and in settings
    QString title;        ///< of its header
    Of<QString> text;
    bool isFigure = false;   ///< right-aligned, digits of one width
    bool hasFigures = false; ///< digits of one width, among words
    QString widest{};        ///< sets its width; empty: it gets what the others leave
    Of<QVariant> raw{};      ///< for sorting and export; else the text
    Of<QString> toolTip{};   ///< else the text, and of figures none
    Of<QString> spoken{};    ///< by screen readers; else see ColumnsModel::setColumns()
    Of<QVariant> state{};    ///< see StateRole; else none
    bool hasShape = false;   ///< see ShapeRole
    Of<bool> isQuiet{};      ///< else figures whose raw value is 0
    Of<bool> isLink{};       ///< else never
    Qt::TextElideMode elide = Qt::ElideRight;
    Of<double> bar{}; ///< see BarRole; else none
    BarKind barKind = BarKind::Share;
    Of<QVariant> trend{}; ///< see TrendRole; else none
    /// Cells change without their row: with the clock, or with a setting.
    bool isVolatile = false;
    std::function<bool()> isHidden{}; ///< else never; see ColumnsModel::tellHidden()
    bool isSpare = false; ///< not shown where the table is too narrow: the details say it, too
};

} // namespace yardmaster
