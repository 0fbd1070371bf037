#include "models/holds/holdtracker.h"

#include "models/console/consolecontext.h"
#include "models/session/delivery.h"

#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QStringList *listOf(HeldNames *names, HoldKind kind)
{
    return kind == HoldKind::Queue ? &names->queues : &names->tasks;
}

bool areSame(const QList<RecordedHold> &left, const QList<RecordedHold> &right)
{
    return std::ranges::equal(left, right, [](const RecordedHold &a, const RecordedHold &b) {
        return a.record.spec.id == b.record.spec.id && a.record.state == b.record.state
            && a.record.totals == b.record.totals;
    });
}

} // namespace

HoldTracker::HoldTracker(ConsoleContext *context, LocalWorker *worker, QObject *parent)
    : QObject(parent)
    , m_schema(context->target().schema)
    , m_connection(context->target().connection.describe())
    , m_worker(worker)
    , m_search(std::make_shared<HoldSearch>(context->operationsFolder()))
{
    if (worker)
        connect(worker, &LocalWorker::heldNamesChanged, this, &HoldTracker::changed);
    connect(context, &ConsoleContext::jobsChanged, this, &HoldTracker::refresh);
}

HoldTracker::~HoldTracker() = default;

void HoldTracker::refresh()
{
    if (m_isReading) {
        m_isWantedAgain = true;
        return;
    }
    m_isReading = true;
    m_isWantedAgain = false;
    deliver(QtConcurrent::run([search = m_search, schema = m_schema, connection = m_connection] {
                return search->find(schema, connection);
            }),
            this, [this](const QList<RecordedHold> &found) {
                m_isReading = false;
                const bool isOther = !areSame(found, m_holds);
                m_holds = found;
                if (isOther)
                    Q_EMIT changed();
                if (m_isWantedAgain)
                    refresh();
            });
}

bool HoldTracker::isHeldHere(const HoldSubject &subject) const
{
    if (!m_worker)
        return false;
    HeldNames names = m_worker->heldNames();
    return listOf(&names, subject.kind)->contains(subject.name);
}

void HoldTracker::setHeldHere(const HoldSubject &subject, bool isHeld)
{
    if (!m_worker || isHeldHere(subject) == isHeld)
        return;
    HeldNames names = m_worker->heldNames();
    QStringList *list = listOf(&names, subject.kind);
    if (isHeld)
        list->append(subject.name);
    else
        list->removeAll(subject.name);
    m_worker->setHeldNames(std::move(names));
}

QList<RecordedHold> HoldTracker::holdsOf(const HoldSubject &subject) const
{
    QList<RecordedHold> found;
    for (const RecordedHold &hold : m_holds) {
        if (hold.subject == subject)
            found << hold;
    }
    return found;
}

QString HoldTracker::word(const HoldSubject &subject) const
{
    QStringList words;
    if (isHeldHere(subject))
        words << tr("here");
    if (!holdsOf(subject).isEmpty())
        words << tr("everywhere");
    return words.join(u", "_s);
}

} // namespace yardmaster
