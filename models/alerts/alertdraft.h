#pragma once

#include "models/alerts/alertrule.h"

#include <tl/expected.hpp>

namespace yardmaster {

/// A rule while it is edited: what is typed may not be one yet. A value.
struct AlertDraft
{
    AlertRule rule; ///< its threshold and hold are those of the texts, if these can be read
    QString threshold;
    QString hold;
};

[[nodiscard]] AlertDraft draftOf(const AlertRule &rule);
/// The rule as typed, or what is wrong with it.
[[nodiscard]] tl::expected<AlertRule, QList<AlertProblem>> ruleOf(const AlertDraft &draft);

} // namespace yardmaster
