#pragma once

#include "models/query/filtersql.h"

namespace yardmaster {

/// A statement that returns the ids of the jobs of `filter`, newest first, as it can be pasted into
/// psql: every parameter is written out as a quoted literal. For reading; the console itself binds.
[[nodiscard]] QString filterStatement(const Filter &filter, const FilterContext &context);

/// `sql` with its `$n` replaced by quoted literals; what stands in quotes stays as it is.
[[nodiscard]] QByteArray withLiterals(const QByteArray &sql, const Params &params);

} // namespace yardmaster
