#pragma once

#include <QString>

namespace yardmaster {

/// What the errors of one kind have in common: their first line, with everything folded that
/// changes from job to job: "connect ETIMEDOUT <ip>:<n>". A value.
struct ErrorSignature
{
    QString text;       ///< for people, and to compare; empty: there is no error text
    QString pattern;    ///< a regular expression of PostgreSQL's that finds every such error
    bool isCut = false; ///< the first line was too long: only its beginning counts

    [[nodiscard]] bool operator==(const ErrorSignature &other) const
    {
        return text == other.text && isCut == other.isCut;
    }
};

/// Folds numbers, times, UUIDs, e-mail and IP addresses, quoted texts, hexadecimal ids and names of
/// temporary files. Codes such as E404 stay: they are what the error is about. Any thread.
/// @param error  as the job has it, or its beginning.   @param isCut  only its beginning is known.
[[nodiscard]] ErrorSignature signatureOf(const QString &error, bool isCut = false);

/// `text` as a part of a PostgreSQL pattern that finds exactly it.
[[nodiscard]] QString escapedPattern(const QString &text);

/// Characters of a first line that are looked at.
inline constexpr int kSignatureLength = 200;

} // namespace yardmaster
