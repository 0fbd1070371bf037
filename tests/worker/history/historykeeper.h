#pragma once

#include "tests/worker/queue/queuefixture.h"
#include "worker/history/history.h"

#include <memory>

namespace yardmaster::test {

/// A database whose history is recorded, and a session that keeps it.
struct HistoryKeeper
{
    explicit HistoryKeeper(const HistoryOptions &options = {})
    {
        if (const auto installed = installHistory(*session, kSchema, options); !installed)
            qFatal("%s", qUtf8Printable(installed.error().message));
    }
    [[nodiscard]] HistoryKept keep(HistoryWork work = HistoryWork::Both) const
    {
        const auto kept = keepHistory(*session, kSchema, work, true);
        if (!kept)
            qFatal("%s", qUtf8Printable(kept.error().message));
        return *kept;
    }

    TestDatabase database = TestDatabase::createMigrated();
    std::unique_ptr<Session> session = database.session();
};

} // namespace yardmaster::test
