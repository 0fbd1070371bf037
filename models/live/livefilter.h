#pragma once

#include "models/live/liveline.h"
#include "models/query/filtertokenizer.h"

#include <tl/expected.hpp>

#include <bitset>
#include <functional>

namespace yardmaster {

/// Which lines of the live view are shown. Terms in the syntax of the jobs filter, all of which a
/// line must meet: a word (found anywhere in task, queue or message, in any case), `task:`,
/// `queue:`, `kind:`, `event:`, `source:`, `text:` (several values with commas, * stands for
/// anything, `text~` takes a regular expression), `job:`, `attempt` and `duration` with : < <= >
/// >=, and a leading - for what must not be. A value; matching is for any one thread.
class LiveFilter final
{
public:
    using Groups = std::bitset<kLiveGroups>;

    /// Everything.
    LiveFilter() { m_groups.set(); }
    /// Errors: what is wrong with `text`, all of it.
    [[nodiscard]] static tl::expected<LiveFilter, QList<FilterError>> parse(const QString &text);

    void setGroups(Groups groups) { m_groups = groups; }
    [[nodiscard]] Groups groups() const { return m_groups; }
    [[nodiscard]] bool isEverything() const { return m_terms.isEmpty() && m_groups.all(); }

    [[nodiscard]] bool matches(const LiveLine &line) const;

    /// For the tooltip of whoever types one.
    [[nodiscard]] static QString help();

private:
    using Term = std::function<bool(const LiveLine &)>;

    Groups m_groups;
    QList<Term> m_terms;
};

} // namespace yardmaster
