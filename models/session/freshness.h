#pragma once

#include <yardmaster/dberror.h>

#include <QDateTime>

#include <optional>

namespace yardmaster {

/// How fresh what a page shows is. A value.
struct Freshness
{
    QDateTime readAt;             ///< when the server answered; invalid: it never has
    std::optional<DbError> error; ///< why it cannot be read at the moment
    bool isOverdue = false;       ///< it is being read again, for longer than it should take
};

} // namespace yardmaster
