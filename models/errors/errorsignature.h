#pragma once

#include "models/values/errorline.h"

namespace yardmaster {

/// What the errors of one kind have in common: the line that says what went wrong, see
/// tellingLine(), with everything folded that changes from job to job: "connect ETIMEDOUT
/// <ip>:<n>". A value.
struct ErrorSignature
{
    QString text;       ///< for people, and to compare; empty: there is no error text
    QString pattern;    ///< a regular expression of PostgreSQL's that finds every such error
    bool isCut = false; ///< the line was too long: only its beginning counts

    [[nodiscard]] bool operator==(const ErrorSignature &other) const
    {
        return text == other.text && pattern == other.pattern && isCut == other.isCut;
    }
};

/// Folds numbers, times, UUIDs, e-mail and IP addresses, quoted texts, ids that mix letters and
/// digits, and names of temporary files. Codes such as E404 stay: they are what the error is about.
/// Any thread.
[[nodiscard]] ErrorSignature signatureOf(const ErrorText &error);

/// Characters of the line that are looked at.
inline constexpr int kSignatureLength = 200;

} // namespace yardmaster
