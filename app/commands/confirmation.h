#pragma once

#include "models/connecting/profile.h"
#include "models/operations/operationpreview.h"

namespace yardmaster {

class CommandCall;
struct Option;

/// Whether a person, or --yes, has agreed to a change. Where a saved profile of the window says
/// that the database is production, --yes is not enough without --production, and a person types
/// the number of jobs.
class Confirmation final
{
public:
    /// Without --yes it needs a terminal, and a dry run needs neither: appends what is missing to
    /// `problems`.
    Confirmation(const CommandCall &call, const ConnectionSettings &connection,
                 QStringList *problems);

    /// The profile forbids changes: one sentence; else empty.
    [[nodiscard]] QString prohibition() const;
    /// Shows `preview` and asks, unless --yes has answered. Blocks.
    [[nodiscard]] bool isGiven(const OperationPreview &preview) const;
    /// @param what  is about to happen.   @param jobs  how many it may change.
    [[nodiscard]] bool isGiven(const QString &what, qint64 jobs) const;

    /// --dry-run, --yes, --production.
    [[nodiscard]] static std::vector<Option> options();

private:
    const CommandCall &m_call;
    std::optional<Profile> m_profile;
    bool m_isProduction = false;
};

/// The profiles of the window.
[[nodiscard]] QList<Profile> savedProfiles();

} // namespace yardmaster
