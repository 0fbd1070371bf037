#pragma once

#include <QCoreApplication>

namespace yardmaster {

/// Translates the texts of several files of this folder in one context.
struct FilterText
{
    Q_DECLARE_TR_FUNCTIONS(Filter)
};

} // namespace yardmaster
