#pragma once

#include "models/values/payloaddocument.h"

namespace yardmaster {

/// One place where two payloads differ.
struct PayloadChange
{
    enum class Kind { Added, Removed, Changed };

    Kind kind = Kind::Changed;
    QStringList path;      ///< in the payload that has it; in the first one if both do
    QByteArray before;     ///< JSON text; empty if Added
    QByteArray after;      ///< empty if Removed
    bool isHidden = false; ///< the values are, or contain, what is not to be seen; both are dots

    [[nodiscard]] bool operator==(const PayloadChange &) const = default;
};

struct PayloadDiff
{
    QList<PayloadChange> changes; ///< in the order of the first payload, what was added last
    bool isCut = false;           ///< there are more than kMostChanges
};
inline constexpr int kMostChanges = 500; // a list of more would take long to fill

/// How `after` differs from `before`. Members are matched by key (a key written twice: in order),
/// items of a list by position, after what is the same at its beginning and end. White space and
/// the order of keys make no difference; numbers differ as they are written (1.0 is not 1.00). Both
/// must have trees. Some 100 ms for megabytes; any thread.
[[nodiscard]] PayloadDiff diffPayloads(const PayloadDocument &before, const PayloadDocument &after,
                                       bool isRevealed);

} // namespace yardmaster
