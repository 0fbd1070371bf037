#pragma once

#include <QString>

namespace yardmaster {

struct JobCounts;
struct JobLoad;

/// "402+ ready, 12+ blocked": the states that have jobs, as far as is known.
[[nodiscard]] QString loadWords(const JobLoad &load);

/// "jobs counted 36 s ago", "jobs estimated from a sample 2 min ago".
[[nodiscard]] QString countsWords(const JobCounts &counts);

} // namespace yardmaster
