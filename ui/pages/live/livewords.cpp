#include "ui/pages/live/livewords.h"

#include "models/live/noticelistenerthread.h"
#include "models/localworker/localworker.h"
#include "models/values/connectiontext.h"
#include "models/values/format.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/workerwords.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct LiveWordsText
{
    Q_DECLARE_TR_FUNCTIONS(LiveWords)
};

} // namespace

QString liveWorkerWords(const LocalWorker &worker)
{
    return worker.tasks().isEmpty() ? LiveWordsText::tr("Worker without tasks")
                                    : workerStateWord(worker.state());
}

QString listeningWords(const NoticeListenerThread &notices)
{
    switch (notices.state()) {
    case ListenState::Off:
    case ListenState::Connecting:
        return LiveWordsText::tr("Connecting to listen…");
    case ListenState::Trying:
        return LiveWordsText::tr("Listening; checking whether announcements arrive");
    case ListenState::Undelivered:
        return LiveWordsText::tr("Announcements do not arrive, possibly because of a connection "
                                 "pooler. Connect directly to the server to see them");
    case ListenState::Failed:
        return LiveWordsText::tr("Not listening, retrying soon. %1")
            .arg(errorSentence(notices.error()));
    case ListenState::Listening:
        break;
    }
    const QStringList &others = notices.others();
    return others.isEmpty() ? LiveWordsText::tr("Listening to the database")
                            : LiveWordsText::tr("Listening to the database; announcements name no "
                                                "schema, so those of %1 are shown too")
                                  .arg(others.join(", "_L1));
}

LiveEmptyWords liveEmptyWords(const LocalWorker &worker, const QString &schema, qint64 lines,
                              bool isPaused)
{
    if (lines > 0)
        return {LiveWordsText::tr("No line matches the filter"),
                LiveWordsText::tr("Hidden lines: %1. Clear the filter, or show more kinds.")
                    .arg(formatNumber(lines)),
                {}};
    if (isPaused)
        return {
            LiveWordsText::tr("Paused"), LiveWordsText::tr("New lines wait until you resume."), {}};
    const QStringList tasks = worker.tasks();
    if (tasks.isEmpty())
        return {LiveWordsText::tr("Nothing has happened yet"),
                LiveWordsText::tr("The worker of this window has no tasks, so it runs no jobs. "
                                  "Announcements in the database appear here."),
                {}};
    const QString task = tasks.contains("hello"_L1) ? u"hello"_s : tasks.first();
    const bool isStopped = worker.state() == LocalWorker::State::Stopped;
    return {LiveWordsText::tr("Nothing has happened yet"),
            isStopped
                ? LiveWordsText::tr(
                    "Each job the worker runs appears here. Start the worker, and add a job "
                    "in psql:")
                : LiveWordsText::tr("Each job the worker runs appears here. Add one in psql:"),
            exampleJobSql(schema, task)};
}

} // namespace yardmaster
