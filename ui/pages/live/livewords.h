#pragma once

#include <QString>

namespace yardmaster {

class LocalWorker;
class NoticeListenerThread;

/// What the worker of the window is doing, in a few words.
[[nodiscard]] QString liveWorkerWords(const LocalWorker &worker);
/// How it stands with what a database announces; what to try if it does not arrive.
[[nodiscard]] QString listeningWords(const NoticeListenerThread &notices);

struct LiveEmptyWords
{
    QString title;
    QString sentence;
    QString command; ///< may be empty
};

/// Why there is nothing to see.
/// @param lines  that there are, but are not shown.
[[nodiscard]] LiveEmptyWords liveEmptyWords(const LocalWorker &worker, const QString &schema,
                                            qint64 lines, bool isPaused);

} // namespace yardmaster
