#pragma once

#include "models/history/pasthourreading.h"
#include "models/session/poller.h"

#include <functional>

namespace yardmaster {

/// Keeps what a list shows of the past hour fresh while the list is looked at, see Poller. GUI
/// thread; never blocks.
class PastHourPoller final
{
public:
    /// @param show  gets what was read; unset: nothing is known. While the server cannot be reached
    /// what was shown last stays, as the rest of the list does.
    PastHourPoller(const SessionPool &sessions, const QString &schema, RunSubject subject,
                   std::function<void(std::optional<PastHours>)> show);

    /// Begins paused.
    void setPaused(bool isPaused) { m_poller.setPaused(isPaused); }
    /// A person asks.
    void refresh() { m_poller.refresh(); }

private:
    Poller<PastHourReading> m_poller;
};

} // namespace yardmaster
