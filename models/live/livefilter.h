#pragma once

#include "models/live/liveline.h"
#include "models/query/filtertokenizer.h"

#include <tl/expected.hpp>

#include <bitset>
#include <functional>
#include <memory>

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

    /// Takes a few milliseconds at most: a match that needs more steps is given up, and the line
    /// does not match.
    [[nodiscard]] bool matches(const LiveLine &line) const;
    /// Whether it matches patterns, so that many lines may take long.
    [[nodiscard]] bool takesTime() const { return m_takesTime; }
    /// Lines whose match was given up, of this filter and its copies.
    [[nodiscard]] qint64 undecided() const { return *m_undecided; }

    /// For the tooltip of whoever types one.
    [[nodiscard]] static QString help();

private:
    using Term = std::function<bool(const LiveLine &)>;

    Groups m_groups;
    QList<Term> m_terms;
    bool m_takesTime = false;
    std::shared_ptr<qint64> m_undecided = std::make_shared<qint64>(0);
};

} // namespace yardmaster
