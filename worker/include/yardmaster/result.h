#pragma once

#include <yardmaster/dberror.h>

#include <tl/expected.hpp>

namespace yardmaster {

/// A value or the reason there is none. `<expected>` is empty in GCC 12's C++20 mode; tl::expected
/// has the same spelling, so the later swap is this one line.
template <typename T> using Result = tl::expected<T, DbError>;

/// Shorthand for `return fail(kind, "sentence")`.
[[nodiscard]] inline tl::unexpected<DbError> fail(DbError::Kind kind, QString message)
{
    return tl::make_unexpected(DbError{kind, {}, std::move(message)});
}

} // namespace yardmaster
