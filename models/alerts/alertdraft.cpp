#include "models/alerts/alertdraft.h"

#include "models/alerts/alertwords.h"
#include "worker/time/duration.h"

#include <cmath>

namespace yardmaster {

AlertDraft draftOf(const AlertRule &rule)
{
    return {rule, thresholdText(rule), typedDuration(rule.hold)};
}

tl::expected<AlertRule, QList<AlertProblem>> ruleOf(const AlertDraft &draft)
{
    AlertRule rule = draft.rule;
    // What cannot be read is a value out of range, which has a sentence of its own.
    rule.threshold = parseThreshold(rule.kind, draft.threshold).value_or(std::nan(""));
    if (unitOf(rule.kind) == AlertUnit::None)
        rule.threshold = 0;
    rule.hold = parseSpan(draft.hold).value_or(std::chrono::seconds(-1));
    const QList<AlertProblem> problems = problemsOf(rule);
    if (!problems.isEmpty())
        return tl::make_unexpected(problems);
    return rule;
}

} // namespace yardmaster
