#include "ui/pages/live/livewords.h"

#include "models/live/notifywatch.h"
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

QString listeningWords(const NotifyWatch &notices)
{
    switch (notices.state()) {
    case ListenState::Off:
    case ListenState::Connecting:
        return LiveWordsText::tr("Connecting to listen…");
    case ListenState::Trying:
        return LiveWordsText::tr("Listening; whether announcements arrive is being tried");
    case ListenState::Undelivered:
        return LiveWordsText::tr(
            "Announcements do not arrive: a pooler stands between, perhaps. Connect to the "
            "server itself to see them");
    case ListenState::Failed:
        return LiveWordsText::tr("Not listening, tried again soon. %1")
            .arg(errorSentence(notices.error()));
    case ListenState::Listening:
        break;
    }
    const QStringList &others = notices.others();
    return others.isEmpty() ? LiveWordsText::tr("Listening to the database")
                            : LiveWordsText::tr("Listening to the database; announcements name no "
                                                "schema, so those of %1 are here too")
                                  .arg(others.join(", "_L1));
}

LiveEmptyWords liveEmptyWords(const LocalWorker &worker, const QString &schema, qint64 lines,
                              bool isPaused)
{
    if (lines > 0)
        return {LiveWordsText::tr("No line passes the filter"),
                LiveWordsText::tr("Lines that do not: %1. Clear the filter, or show more kinds.")
                    .arg(formatNumber(lines)),
                {}};
    if (isPaused)
        return {LiveWordsText::tr("Paused"), LiveWordsText::tr("Lines wait until it goes on."), {}};
    const QStringList tasks = worker.tasks();
    if (tasks.isEmpty())
        return {LiveWordsText::tr("Nothing has happened yet"),
                LiveWordsText::tr(
                    "The worker of this window has no tasks, so it runs no jobs. What anybody "
                    "announces in the database appears here."),
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
