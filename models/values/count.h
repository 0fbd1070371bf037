#pragma once

#include <QtGlobal>

#include <optional>

namespace yardmaster {

/// How many there are, as far as it is known. A value.
struct Count
{
    enum class Precision {
        Exact,
        Estimate, ///< from a sample: about `value`
        AtLeast,  ///< counting stopped early: `value` or more
    };
    using enum Precision;

    std::optional<qint64> value; ///< unset: not counted yet
    Precision precision = Exact;

    [[nodiscard]] bool isExact() const { return value && precision == Exact; }
    /// False for "not counted", and for "at least none", which says nothing.
    [[nodiscard]] bool isKnown() const { return value && (precision != AtLeast || *value > 0); }
    /// @param isCut  counting stopped there.
    [[nodiscard]] static Count counted(qint64 number, bool isCut)
    {
        return {number, isCut ? AtLeast : Exact};
    }

    /// Counted to the end, or estimated: what may be calculated with.
    [[nodiscard]] bool isWhole() const { return value && precision != AtLeast; }

    [[nodiscard]] bool operator==(const Count &) const = default;
};

/// Unknown if one of them is. An estimate is no part of a lower bound.
[[nodiscard]] Count operator+(const Count &left, const Count &right);

/// What is known of a number that was counted twice: `fresh` if it is exact, else what says more.
/// `counted` may be older; it does not lower what `fresh` proves.
[[nodiscard]] Count better(const Count &fresh, const Count &counted);

} // namespace yardmaster
