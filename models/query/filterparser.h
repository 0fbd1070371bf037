#pragma once

#include "models/query/filter.h"
#include "models/query/filtertokenizer.h"

namespace yardmaster {

/// A text understood, as far as it could be.
struct ParsedFilter
{
    Filter filter;             ///< the terms without fault
    QList<FilterError> errors; ///< all of them, in the order of the text

    [[nodiscard]] bool isValid() const { return errors.isEmpty(); }
};

/// Reads a filter: terms separated by white space, all of which must hold.
///
///     filter  = { term }
///     term    = [ "-" ] key operator value { "," value }
///     key     = name | "payload" { "." ( name | quoted ) }
///     operator = ":" "=" "!=" "<" "<=" ">" ">=" "~" "!~"
///     value   = text with "*" | quoted | from ".." to
///
/// Never fails, never asks the server; a pattern (`~`) is checked by the server when it is used,
/// see checkPatterns(). Any thread.
[[nodiscard]] ParsedFilter parseFilter(QStringView text,
                                       FilterLanguage language = FilterLanguage::Jobs);

} // namespace yardmaster
