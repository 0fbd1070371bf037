#pragma once

#include <QCoreApplication>

namespace yardmaster {

/// Translates the texts of several files of this folder in one context.
struct MaintenanceText
{
    Q_DECLARE_TR_FUNCTIONS(Maintenance)
};

} // namespace yardmaster
