#pragma once

#include <yardmaster/dberror.h>

namespace yardmaster {

/// What a refused login has to do with passwords.
enum class PasswordNeed {
    None,    ///< nothing: another password would not help
    Missing, ///< the server wants one, and there was none
    Wrong,   ///< it refused the one it got
};

/// Of an error from connecting; by libpq's and the server's words, as it has no SQLSTATE. Pure.
[[nodiscard]] PasswordNeed passwordNeedOf(const DbError &error);

} // namespace yardmaster
