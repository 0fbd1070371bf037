#pragma once

#include <QCoreApplication>

namespace yardmaster {

/// Translates the texts of several files of this folder in one context.
struct OperationText
{
    Q_DECLARE_TR_FUNCTIONS(Operation)
};

} // namespace yardmaster
