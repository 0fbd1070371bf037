#include "models/operations/operationrunner.h"

#include "models/operations/batchdoubt.h"
#include "models/operations/frozenscope.h"
#include "models/operations/operation.h"
#include "models/query/operationtext.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>
#include <future>
#include <limits>
#include <tuple>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostContentions = 20;
constexpr qint64 kTellInterval = 100; // ms
constexpr std::chrono::milliseconds kFirstDelay{200};
constexpr std::chrono::milliseconds kLongestDelay{10000};
constexpr std::chrono::milliseconds kFirstLockDelay{10};
constexpr std::chrono::milliseconds kLongestLockDelay{200};

/// The values or the state of single jobs are at fault, not the whole operation.
bool isAboutJobs(DbError::Kind kind)
{
    return kind == DbError::Kind::UniqueViolation || kind == DbError::Kind::ConstraintViolation
        || kind == DbError::Kind::InvalidInput || kind == DbError::Kind::Statement
        || kind == DbError::Kind::Contention;
}

tl::unexpected<DbError> otherServer()
{
    return fail(
        DbError::Kind::InvalidInput,
        OperationText::tr("the operation was done on another server, or in another database "
                          "or schema"));
}

tl::unexpected<DbError> uncertainServer()
{
    return fail(
        DbError::Kind::InvalidInput,
        OperationText::tr("this server may be a copy of the one where the operation was done, "
                          "or a standby that was promoted since"));
}

} // namespace

OperationRunner::OperationRunner(ConnectionSettings settings, QString folder,
                                 OperationControl *control, Tell tell,
                                 std::chrono::milliseconds patience)
    : m_settings(std::move(settings))
    , m_folder(std::move(folder))
    , m_control(control)
    , m_tell(std::move(tell))
    , m_log(m_folder)
    , m_mostPatience(patience)
    , m_patience(patience)
{ }

OperationRunner::~OperationRunner() = default;

OperationOutcome OperationRunner::begin(const OperationSpec &spec)
{
    m_record.spec = spec;
    const auto prepared = [&]() -> Result<void> {
        if (auto fine = spec.validate(); !fine)
            return fine;
        if (auto opened = open(); !opened)
            return opened;
        if (spec.server && *spec.server != m_origin.server)
            return fail(DbError::Kind::InvalidInput,
                        OperationText::tr("this is not the server where the jobs were counted"));
        m_confirmed = spec.server;
        m_record.origin = m_origin;
        if (auto frozen = freeze(); !frozen)
            return frozen;
        if (auto fine = prepare(); !fine)
            return fine;
        const Timestamp now = timestamp(QDateTime::currentDateTimeUtc());
        auto journal = OperationJournal::create(m_folder, m_record.spec, m_record.origin, now);
        if (!journal)
            return tl::make_unexpected(journal.error());
        m_journal = *std::move(journal);
        return {};
    }();
    if (!prepared)
        ScopeList::remove(m_folder, spec.id); // without a journal nobody goes on with it
    return prepared ? run() : ended(tl::make_unexpected(prepared.error()));
}

OperationOutcome OperationRunner::goOn(const QUuid &operation,
                                       const std::optional<ServerIdentity> &confirmed)
{
    const QString path = OperationJournal::pathIn(m_folder, operation);
    const auto prepared = [&]() -> Result<void> {
        auto journal = OperationJournal::reopen(path);
        if (!journal)
            return tl::make_unexpected(journal.error());
        m_journal = *std::move(journal);
        auto record = OperationJournal::read(path);
        if (!record)
            return tl::make_unexpected(record.error());
        m_record = *std::move(record);
        if (m_record.state != OperationState::Unfinished) {
            m_journal.reset(); // nothing is written into it any more
            return fail(DbError::Kind::InvalidInput, OperationText::tr("the operation is over"));
        }
        if (m_record.isDamaged && !m_control->isCancelled())
            return fail(DbError::Kind::InvalidInput,
                        OperationText::tr("the journal %1 is damaged; cancel the operation and "
                                          "begin it again")
                            .arg(path));
        if (auto opened = open(); !opened)
            return opened;
        m_confirmed = confirmed;
        const Sameness sameness = compare(m_record.origin.server, m_origin.server);
        m_isServerUncertain = sameness != Sameness::Same;
        if (m_control->isCancelled()) { // nothing will be sent, whatever server this is
            if (sameness == Sameness::Other && m_record.doubtful)
                return otherServer(); // which cannot tell what became of it
            (void)prepare();
            return settleDoubt();
        }
        if (auto same = recognise(m_record); !same)
            return same;
        m_confirmed = m_origin.server; // what an undo takes back was asked about before it began
        if (sameness != Sameness::Same) {
            if (auto moved = m_journal->moveTo(m_origin.server); !moved)
                return moved;
        }
        if (auto fine = prepare(); !fine)
            return fine;
        return settleDoubt();
    }();
    return prepared ? run() : ended(tl::make_unexpected(prepared.error()));
}

Result<OperationRunner::Connection> OperationRunner::connect() const
{
    auto session = Session::open(m_settings, u"operation"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    return originOf(**session, m_settings.describe(), m_record.spec.schema)
        .map([&](OperationOrigin origin) {
            return Connection{*std::move(session), std::move(origin)};
        });
}

Result<void> OperationRunner::open()
{
    return connect().map([this](Connection connection) {
        m_session = std::move(connection.session);
        m_origin = std::move(connection.origin);
    });
}

/// Until it works, it is asked to stop, or nobody is let in any more.
Result<void> OperationRunner::reopen()
{
    m_ahead.reset();
    m_session.reset();
    for (auto delay = kFirstDelay; !m_control->isStopping();
         delay = std::min(delay * 2, kLongestDelay)) {
        (void)m_control->waitWhilePaused();
        const ServerIdentity before = m_origin.server;
        auto back = open();
        if (back && m_origin.server != before)
            return uncertainServer();
        if (back)
            back = settleDoubt();
        if (back)
            return back;
        const DbError::Kind kind = back.error().kind;
        const bool isAway = kind == DbError::Kind::ConnectionLost
            || kind == DbError::Kind::CannotConnect || (m_session && m_session->isLost());
        if (!isAway)
            return back;
        report(true, back.error().message);
        m_control->waitFor(delay);
    }
    return fail(DbError::Kind::ConnectionLost,
                OperationText::tr("stopped while the database was away"));
}

/// Whether this is the server where the operation of the record was done, or was confirmed to be.
Result<void> OperationRunner::recognise(const OperationRecord &record) const
{
    const Sameness sameness = compare(record.origin.server, m_origin.server);
    if (sameness == Sameness::Other || record.spec.schema != m_record.spec.schema)
        return otherServer();
    // Jobs that it does not show would be taken for gone.
    if (record.origin.dbUser != m_origin.dbUser) {
        const auto hides = m_session->query(
            "select row_security_active($1::text::regclass)",
            {param(QString::fromUtf8(quotedIdentifier(record.spec.schema)) + u"._private_jobs"_s)});
        if (!hides)
            return tl::make_unexpected(hides.error());
        if (hides->boolean(0, 0))
            return fail(DbError::Kind::PermissionDenied,
                        OperationText::tr("row security may hide jobs from %1; do it as %2, who "
                                          "began it")
                            .arg(m_origin.dbUser, record.origin.dbUser));
    }
    return sameness == Sameness::Same || m_confirmed == m_origin.server ? Result<void>()
                                                                        : uncertainServer();
}

Result<void> OperationRunner::freeze()
{
    OperationSpec &spec = m_record.spec;
    if (spec.change.kind == OperationKind::Undo || spec.scope.expected >= 0)
        return {};
    m_control->enter(*m_session);
    auto counted = freezeScope(*m_session, &spec, m_folder,
                               [this](qint64) { return !m_control->isStopping(); });
    m_control->exit();
    return counted.map([](const ScopeCount &) {});
}

Result<void> OperationRunner::prepare()
{
    const OperationSpec &spec = m_record.spec;
    m_batches.emplace(spec);
    m_change.emplace(spec);
    if (spec.change.kind != OperationKind::Undo) {
        auto list = ScopeList::open(m_folder, spec.id, spec.scope.expected);
        if (!list)
            return tl::make_unexpected(list.error());
        m_list = *std::move(list);
        return {};
    }
    return prepareUndo();
}

Result<void> OperationRunner::prepareUndo()
{
    const OperationSpec &spec = m_record.spec;
    const QString path = OperationJournal::pathIn(m_folder, spec.change.undone);
    auto claim = OperationJournal::reopen(path);
    if (!claim)
        return tl::make_unexpected(claim.error());
    auto source = sourceOf(m_folder, spec);
    if (!source)
        return tl::make_unexpected(source.error());
    const auto &undone = source->undone;
    const bool isOwn = undone && undone->operation == spec.id;
    if (isOwn)
        source->undone->state = OperationState::Cancelled; // this is where it goes on
    if (auto can = undoOf(*source); !can)
        return tl::make_unexpected(can.error());
    if (source->doubtful)
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("end or cancel the operation before you undo it"));
    if (auto same = recognise(*source); !same)
        return same;
    if (undone) {
        std::tie(m_record.position, m_record.within)
            = std::max(std::pair(m_record.position, m_record.within),
                       std::pair(undone->position, undone->within));
        m_undoneBefore = undone->jobs;
    }
    m_claim = *std::move(claim);
    m_undo.emplace(spec, *std::move(source));
    return m_claim->claim(
        {spec.id, OperationState::Unfinished, m_record.position, m_record.within, m_undoneBefore});
}

OperationOutcome OperationRunner::run()
{
    m_running.start();
    m_paced.start();
    m_seenAtStart = m_seenAtPause = m_record.totals.seen();
    m_errorsAtStart = m_record.totals.errors;
    return ended(loop());
}

OperationOutcome OperationRunner::ended(Result<OperationState> state)
{
    m_ahead.reset();
    OperationOutcome outcome;
    outcome.totals = m_record.totals;
    if (state)
        outcome.state = *state;
    else
        outcome.error = state.error();
    if (m_journal) {
        const QString message = outcome.error ? outcome.error->message : QString();
        const auto written = m_journal->finish(outcome.state, message);
        if (!written && !outcome.error)
            outcome.error = written.error();
        if (written && outcome.state != OperationState::Unfinished) {
            ScopeList::remove(m_folder, m_record.spec.id);
            if (m_claim) // if this cannot be written, the undo's own journal says it
                (void)m_claim->claim({m_record.spec.id, outcome.state, m_record.position,
                                      m_record.within, m_undoneBefore + outcome.totals.changed});
        }
    }
    report(true, outcome.error ? outcome.error->message : QString());
    return outcome;
}

Result<OperationState> OperationRunner::loop()
{
    const int mostErrors = m_record.spec.options.stopAfterErrors;
    for (;;) {
        if (m_control->isPaused()) {
            m_ahead.reset(); // nothing stays locked
            report(true);
            (void)m_control->waitWhilePaused();
            m_paced.restart();
            m_seenAtPause = m_record.totals.seen();
        }
        if (m_control->isCancelled() && m_record.doubtful)
            return fail(DbError::Kind::ConnectionLost,
                        OperationText::tr("whether its last batch was done is not known while the "
                                          "database is away; cancel it again when it is back"));
        if (m_control->isCancelled())
            return OperationState::Cancelled;
        if (m_control->isStopping())
            return OperationState::Unfinished;
        auto done = step();
        if (!done && (m_session->isLost() || done.error().kind == DbError::Kind::ConnectionLost)) {
            report(true, done.error().message);
            if (auto again = reopen(); !again && !m_control->isStopping())
                return tl::make_unexpected(again.error());
            continue;
        }
        if (!done && done.error().kind == DbError::Kind::Cancelled && m_control->isStopping())
            continue;
        if (!done)
            return tl::make_unexpected(done.error());
        if (*done == Step::Done)
            return OperationState::Finished;
        if (mostErrors > 0 && m_record.totals.errors - m_errorsAtStart >= mostErrors)
            return fail(DbError::Kind::Statement,
                        OperationText::tr("stopped after %1 errors")
                            .arg(m_record.totals.errors - m_errorsAtStart));
        report(false);
        keepPace();
    }
}

Result<void> OperationRunner::settleDoubt()
{
    if (!m_record.doubtful)
        return {};
    const OperationBatch batch = *m_record.doubtful;
    const auto fate = fateOf(*m_session, m_record.spec, batch, !m_isServerUncertain);
    if (!fate)
        return tl::make_unexpected(fate.error());
    return end(batch, *fate);
}

Result<void> OperationRunner::end(const OperationBatch &batch, BatchFate fate, const QString &error)
{
    if (auto written = m_journal->end(batch.number, fate, error); !written)
        return written;
    m_record.doubtful.reset();
    m_record.settle(batch, fate);
    return batch.jobs.empty() ? Result<void>()
                              : m_log.conclude(m_record.spec, batch.number, fate, error);
}

Result<std::optional<OperationUndo::Step>> OperationRunner::readBatch()
{
    if (m_undo)
        return m_undo->next(*m_session, m_record.position, m_record.within,
                            m_single > 0 ? 1 : std::numeric_limits<qint64>::max());
    const int size = batchSize();
    return m_batches->next(*m_session, &*m_list, m_record.position, size)
        .map([&](std::optional<OperationBatch> batch) {
            return batch ? std::optional(planned(*std::move(batch), size)) : std::nullopt;
        });
}

OperationUndo::Step OperationRunner::planned(OperationBatch batch, int size)
{
    // The server looks at all it is asked for, however few of them fit.
    const auto taken = int(batch.until - m_record.position);
    if (taken < size || m_large < size * 2)
        m_large = std::max(1, taken * 2);
    m_change->plan(&batch, m_record.totals.seen());
    return {std::move(batch), {}};
}

Result<OperationRunner::Reading> OperationRunner::nextBatch()
{
    if (m_ahead) {
        m_control->enter(m_ahead->session());
        auto ready = m_ahead->take(m_record.position, &m_session);
        m_control->exit();
        if (ready)
            return Reading{std::move(ready->transaction),
                           planned(std::move(ready->batch), ready->size)};
        if (m_control->isStopping())
            return fail(DbError::Kind::Cancelled, {});
    }
    auto transaction = Transaction::begin(*m_session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    m_control->enter(*m_session);
    auto next = readBatch();
    m_control->exit();
    return next.map([&](std::optional<OperationUndo::Step> step) {
        return Reading{*std::move(transaction), std::move(step)};
    });
}

/// Opens the second session, where one is worth it. No transaction may be open: connecting may take
/// longer than the server lets one idle.
void OperationRunner::openAhead()
{
    if (m_ahead && m_ahead->isLost())
        m_ahead.reset();
    const qint64 left = m_record.spec.scope.expected - m_record.position;
    if (m_ahead || !m_readsAhead || m_undo || m_record.spec.options.jobsPerSecond > 0
        || left <= 2 * batchSize())
        return;
    auto second = connect();
    m_readsAhead = second && second->origin.server == m_origin.server;
    if (m_readsAhead)
        m_ahead = std::make_unique<BatchAhead>(std::move(second->session), &*m_batches, &*m_list);
}

Result<OperationRunner::Step> OperationRunner::step()
{
    if (m_session->isLost())
        return fail(DbError::Kind::ConnectionLost,
                    OperationText::tr("the connection to the server is lost"));
    openAhead();
    auto next = nextBatch();
    if (!next && next.error().kind == DbError::Kind::Contention
        && ++m_contentions < kMostContentions)
        return Step::More;
    if (!next)
        return tl::make_unexpected(next.error());
    if (!next->step)
        return Step::Done;
    OperationBatch &batch = next->step->batch;
    if (shouldWaitFor(batch)) {
        {
            const Transaction rolledBack = std::move(next->transaction); // before anything waits
        }
        waitForOthers();
        return Step::More;
    }
    batch.number = ++m_record.lastNumber;
    if (m_ahead && m_single == 0 && batch.until < m_record.spec.scope.expected)
        m_ahead->begin(batch.until, batchSize());
    // On disk before the commit; the server works meanwhile.
    auto journaled = std::async([&] { return m_journal->begin(batch); });
    const auto announced = announce(batch);
    auto done = announced ? change(*next->step) : announced;
    if (auto written = journaled.get(); !written)
        return tl::make_unexpected(written.error());
    m_record.doubtful = batch;
    if (!announced) {
        (void)m_journal->end(batch.number, BatchFate::Undone, announced.error().message);
        m_record.doubtful.reset();
        const bool isAgain = announced.error().kind == DbError::Kind::Contention
            && ++m_contentions < kMostContentions;
        return isAgain ? Result<Step>(Step::More) : tl::make_unexpected(announced.error());
    }
    if (done && !batch.jobs.empty())
        done = next->transaction.commit();
    if (!done) {
        {
            const Transaction rolledBack = std::move(next->transaction); // before anything waits
        }
        if (auto failed = afterFailure(batch, done.error()); !failed)
            return tl::make_unexpected(failed.error());
        return Step::More;
    }
    m_contentions = 0;
    m_single = std::max<qint64>(0, m_single - batch.seen());
    if (auto ended = end(batch, BatchFate::Committed); !ended)
        return tl::make_unexpected(ended.error());
    return Step::More;
}

/// Other transactions mostly end within milliseconds. Skipping their jobs at once would let an
/// operation that meets another one at every batch, because both keep the same pace, skip all of
/// its jobs.
bool OperationRunner::shouldWaitFor(const OperationBatch &batch)
{
    if (batch.contended > 0 && m_waited < m_patience)
        return true;
    if (m_waited > m_waited.zero())
        m_patience = batch.contended > 0
            ? std::max(m_patience / 2, std::min(m_mostPatience, kFirstLockDelay))
            : m_mostPatience;
    m_waited = m_waited.zero();
    return false;
}

void OperationRunner::waitForOthers()
{
    const int longest = int(std::min(kFirstLockDelay + m_waited, kLongestLockDelay).count());
    // At random, so that two operations that took half a batch each do not meet again.
    const std::chrono::milliseconds delay(
        QRandomGenerator::global()->bounded(longest / 2, longest + 1));
    m_waited += delay;
    m_control->waitFor(delay);
}

Result<void> OperationRunner::announce(const OperationBatch &batch)
{
    if (batch.jobs.empty())
        return {};
    return m_log.announce(*m_session, m_record.spec, m_origin, batch, m_change->statement());
}

Result<void> OperationRunner::change(const OperationUndo::Step &step)
{
    if (step.batch.jobs.empty())
        return {};
    return m_undo ? m_undo->apply(*m_session, step) : m_change->apply(*m_session, step.batch);
}

/// @returns an error if the operation cannot go on.
Result<void> OperationRunner::afterFailure(const OperationBatch &batch, const DbError &error)
{
    if (m_session->isLost() || error.kind == DbError::Kind::ConnectionLost)
        return tl::make_unexpected(error); // whether it was committed will be asked later
    // A key that was free when the batch was made ready, and is not any more.
    const bool isTaken = m_undo && error.kind == DbError::Kind::UniqueViolation;
    const bool isContention = (error.kind == DbError::Kind::Contention || isTaken)
        && ++m_contentions < kMostContentions;
    if (isContention) {
        if (auto ended = end(batch, BatchFate::Undone, error.message); !ended)
            return ended;
        m_control->waitFor(std::chrono::milliseconds(10 * m_contentions));
        return {};
    }
    if (!isAboutJobs(error.kind)) {
        if (auto ended = end(batch, BatchFate::Undone, error.message); !ended)
            return ended;
        return tl::make_unexpected(error);
    }
    m_contentions = 0;
    if (batch.jobs.size() > 1) {
        m_single = batch.seen(); // which of them it is, one by one
        return end(batch, BatchFate::Undone, error.message);
    }
    m_single = std::max<qint64>(0, m_single - batch.seen());
    return end(batch, BatchFate::Failed, error.message);
}

int OperationRunner::batchSize() const
{
    const OperationOptions &options = m_record.spec.options;
    if (m_single > 0)
        return 1;
    const int most = std::min(options.batchSize, m_large);
    if (options.jobsPerSecond <= 0)
        return most;
    // A slow pace is kept in small steps.
    return std::clamp(int(std::min(options.jobsPerSecond, 1e6)), 1, most);
}

void OperationRunner::keepPace()
{
    const double pace = m_record.spec.options.jobsPerSecond;
    if (pace <= 0)
        return;
    const double due = double(m_record.totals.seen() - m_seenAtPause) / pace;
    const double ahead = due - double(m_paced.elapsed()) / 1000;
    if (ahead > 0)
        m_control->waitFor(std::chrono::microseconds(qint64(ahead * 1e6)));
}

void OperationRunner::report(bool isForced, const QString &trouble)
{
    if (!m_tell || (!isForced && m_told.isValid() && m_told.elapsed() < kTellInterval))
        return;
    m_told.start();
    OperationProgress progress;
    progress.totals = m_record.totals;
    progress.expected = m_record.spec.scope.expected;
    const double seconds = m_running.isValid() ? double(m_running.nsecsElapsed()) / 1e9 : 0;
    if (seconds > 0)
        progress.perSecond = double(m_record.totals.seen() - m_seenAtStart) / seconds;
    progress.trouble = trouble;
    m_tell(progress);
}

} // namespace yardmaster
