#include "models/connecting/passwordneed.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

PasswordNeed passwordNeedOf(const DbError &error)
{
    if (error.kind != DbError::Kind::Authentication)
        return PasswordNeed::None;
    if (error.message.contains("no password supplied"_L1))
        return PasswordNeed::Missing;
    if (error.sqlState == "28P01"_L1 || error.message.contains("password authentication failed"_L1))
        return PasswordNeed::Wrong;
    return PasswordNeed::None;
}

} // namespace yardmaster
