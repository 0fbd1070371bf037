#pragma once

#include "models/connecting/connectiontest.h"

#include <atomic>
#include <functional>

namespace yardmaster {

using ReportStep = std::function<void(const TestStep &)>;

/// Takes the steps of a ConnectionTest one after the other until one fails, reporting each when it
/// begins and when it has ended. Blocks, for tens of seconds at worst; a thread without event loop.
void runConnectionSteps(const ConnectionSettings &settings, const QString &schema,
                        const std::atomic<bool> &isCancelled, const ReportStep &report);

} // namespace yardmaster
