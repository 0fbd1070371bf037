#pragma once

#include "worker/tasks/hostedtask.h"
#include "worker/tasks/sparehost.h"

#include <QStringList>

#include <stop_token>

namespace yardmaster {

/// Which files a task host can load.
struct HostCheck
{
    struct Unusable
    {
        HostedFiles::File file;
        QString reason;  ///< what comes after "is not served: ", or all of `problem`
        QString problem; ///< the sentence about it among `problems`
    };

    std::vector<HostedFiles::File> usable;
    QStringList problems; ///< one sentence for each of the others, or one for all
    std::vector<Unusable> unusable;
    std::unique_ptr<SpareHost> spare; ///< that has loaded `usable`, and no other file; or null
};

/// Has a host load the files. Blocks until all are loaded; a file that takes longer
/// than `patience`, or ends the process, is a problem, and the others are tried again. Where a
/// signal ended it, the same files are first tried once more. Where a file takes too long, several
/// processes at once look for others that do.
/// @param stop  the result is not wanted any more.
/// @param kept  how long the spare one waits.
[[nodiscard]] HostCheck checkHosted(const HostProgram &program, const QString &folder,
                                    std::vector<HostedFiles::File> files,
                                    std::chrono::milliseconds patience = std::chrono::seconds(30),
                                    const std::stop_token &stop = {},
                                    std::chrono::milliseconds kept = std::chrono::minutes(1));

} // namespace yardmaster
