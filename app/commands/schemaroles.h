#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// SQL that makes the roles of a queue and grants them what they need.
struct RoleNames
{
    QString viewer;
    QString producer;
    QString operatorRole;
    QString worker;
    QString history;
};
[[nodiscard]] QByteArray rolesSql(const QString &schema, const RoleNames &names);

[[nodiscard]] ShellCommand schemaRolesCommand();

} // namespace yardmaster
