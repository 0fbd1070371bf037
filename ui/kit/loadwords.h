#pragma once

#include <QString>

namespace yardmaster {

struct JobLoad;

/// "402+ ready, 12+ blocked": the states that have jobs, as far as is known.
[[nodiscard]] QString loadWords(const JobLoad &load);

} // namespace yardmaster
