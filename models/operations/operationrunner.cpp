#include "models/operations/operationrunner.h"

#include "models/operations/changesource.h"
#include "models/operations/scopelist.h"
#include "models/operations/scopesnapshot.h"
#include "models/operations/transactionoutcome.h"
#include "models/operations/undosource.h"
#include "models/query/operationtext.h"
#include "models/values/format.h"

#include <QDateTime>
#include <QScopeGuard>

#include <algorithm>
#include <future>

namespace yardmaster {

namespace {

constexpr int kMostRetries = 20;
constexpr std::chrono::milliseconds kFirstDelay{200};
constexpr std::chrono::milliseconds kLongestDelay{10000};

/// The values or the state of single jobs are at fault, not the whole operation.
bool isAboutJobs(DbError::Kind kind)
{
    return kind == DbError::Kind::UniqueViolation || kind == DbError::Kind::ConstraintViolation
        || kind == DbError::Kind::InvalidInput || kind == DbError::Kind::Statement
        || kind == DbError::Kind::Contention;
}

} // namespace

OperationRunner::OperationRunner(ConnectionSettings settings, QString folder,
                                 OperationControl *control, ProgressReporter::Callback onProgress,
                                 std::chrono::milliseconds lockWait)
    : m_folder(std::move(folder))
    , m_control(control)
    , m_connection(std::move(settings))
    , m_log(m_folder)
    , m_progress(std::move(onProgress))
    , m_lockWait(lockWait)
    , m_pace(OperationOptions())
{ }

OperationRunner::~OperationRunner() = default;

OperationOutcome OperationRunner::begin(const OperationSpec &spec)
{
    const auto prepared = prepareNew(spec);
    if (!prepared) {
        ScopeList::remove(m_folder, spec.id); // without a journal it can never be resumed
        if (!m_journal && m_control->isCancelled())
            return finish(OperationState::Cancelled); // nothing was changed
    }
    return run(prepared);
}

OperationOutcome OperationRunner::resume(const QUuid &operation,
                                         const std::optional<ServerIdentity> &confirmed)
{
    return run(prepareResumed(operation, confirmed));
}

Result<void> OperationRunner::prepareNew(const OperationSpec &spec)
{
    m_record.spec = spec;
    if (auto fine = spec.validate(); !fine)
        return fine;
    if (auto opened = connect(); !opened)
        return opened;
    m_record.origin = m_connection.origin();
    if (spec.server && *spec.server != m_record.origin.server)
        return fail(DbError::Kind::InvalidInput,
                    OperationText::tr("this is not the server where the jobs were counted"));
    m_connection.confirm(spec.server);
    if (auto counted = countJobs(); !counted)
        return counted;
    if (auto opened = openSource(); !opened)
        return opened;
    m_record.begunAt = timestamp(QDateTime::currentDateTimeUtc());
    auto journal
        = OperationJournal::create(m_folder, m_record.spec, m_record.origin, m_record.begunAt);
    if (!journal)
        return tl::make_unexpected(journal.error());
    m_journal = *std::move(journal);
    return {};
}

Result<void> OperationRunner::prepareResumed(const QUuid &operation,
                                             const std::optional<ServerIdentity> &confirmed)
{
    const QString path = OperationJournal::pathIn(m_folder, operation);
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
        return fail(DbError::Kind::InvalidInput, OperationText::tr("the operation has ended"));
    }
    if (m_record.isDamaged && !m_control->isCancelled())
        return fail(
            DbError::Kind::InvalidInput,
            OperationText::tr("the journal %1 is damaged; cancel the operation and start it again")
                .arg(path));
    if (auto opened = m_connection.open(m_record.spec.schema); !opened)
        return opened;
    const ServerIdentity &server = m_connection.origin().server;
    const ServerMatch match = compare(m_record.origin.server, server);
    m_isSameServer = match == ServerMatch::Same;
    m_connection.confirm(confirmed);
    if (m_control->isCancelled()) { // nothing will be sent, whatever server this is
        if (match == ServerMatch::Other && m_record.inDoubt)
            return otherServerError(); // which does not know the outcome
        (void)openSource();
        return resolveDoubt();
    }
    if (auto same = m_connection.checkServerOf(m_record); !same)
        return same;
    m_connection.confirm(server); // what an undo takes back was asked about before it began
    if (!m_isSameServer) {
        if (auto moved = m_journal->moveTo(server); !moved)
            return moved;
    }
    if (auto opened = openSource(); !opened)
        return opened;
    return resolveDoubt();
}

/// Unless a preview has.
Result<void> OperationRunner::countJobs()
{
    OperationSpec &spec = m_record.spec;
    if (spec.change.kind == OperationKind::Undo || spec.scope.expected >= 0)
        return {};
    const CancellableStatement cancellable(m_control, m_connection.session());
    return snapshotScope(m_connection.session(), &spec, m_folder,
                         [this](qint64) { return !m_control->isStopping(); })
        .map([](const ScopeCount &) {});
}

Result<void> OperationRunner::openSource()
{
    const OperationSpec &spec = m_record.spec;
    if (spec.change.kind == OperationKind::Undo)
        m_source = std::make_unique<UndoSource>(m_folder, spec, m_control);
    else
        m_source = std::make_unique<ChangeSource>(m_folder, spec, m_control);
    return m_source->open(m_connection, m_record.position).map([this](BatchPosition position) {
        m_record.position = position;
    });
}

OperationOutcome OperationRunner::run(const Result<void> &prepared)
{
    if (!prepared)
        return finish(tl::make_unexpected(prepared.error()));
    m_progress.begin(m_record);
    m_pace = BatchPace(m_record.spec.options);
    m_pace.restart(m_record.totals.seen());
    return finish(loop());
}

OperationOutcome OperationRunner::finish(const Result<OperationState> &state)
{
    if (m_source)
        m_source->dropReadAhead();
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
        if (written && m_source && outcome.state != OperationState::Unfinished)
            m_source->onOver(outcome.state, m_record);
    }
    m_progress.reportNow(m_record, outcome.error ? outcome.error->message : QString());
    return outcome;
}

Result<OperationState> OperationRunner::loop()
{
    const int mostErrors = m_record.spec.options.stopAfterErrors;
    const qint64 errorsBefore = m_record.totals.errors;
    for (;;) {
        if (m_control->isPaused())
            waitWhilePaused();
        if (m_control->isCancelled() && m_record.inDoubt)
            return fail(
                DbError::Kind::ConnectionLost,
                OperationText::tr("whether its last batch was committed is not known while the "
                                  "database is unavailable; cancel it again when it is back"));
        if (m_control->isCancelled())
            return OperationState::Cancelled;
        if (m_control->isStopping())
            return OperationState::Unfinished;
        const auto done = step();
        if (!done
            && (!m_connection.isOpen() || done.error().kind == DbError::Kind::ConnectionLost)) {
            m_progress.reportNow(m_record, done.error().message);
            if (auto again = reconnect(); !again && !m_control->isStopping())
                return tl::make_unexpected(again.error());
            continue;
        }
        if (!done && done.error().kind == DbError::Kind::Cancelled && m_control->isStopping())
            continue;
        if (!done)
            return tl::make_unexpected(done.error());
        if (*done == Step::Done)
            return OperationState::Finished;
        const qint64 errors = m_record.totals.errors - errorsBefore;
        if (mostErrors > 0 && errors >= mostErrors)
            return fail(DbError::Kind::Statement,
                        OperationText::tr("stopped after %1 errors", nullptr, pluralOf(errors))
                            .arg(formatNumber(errors)));
        m_progress.report(m_record);
        if (const auto delay = m_pace.delay(m_record.totals.seen()); delay > delay.zero())
            m_control->waitFor(delay);
    }
}

void OperationRunner::waitWhilePaused()
{
    m_source->dropReadAhead(); // nothing stays locked
    m_progress.reportNow(m_record);
    m_control->waitWhilePaused();
    m_pace.restart(m_record.totals.seen());
}

/// For the first time: what was agreed to is not lost because the server is away just then.
Result<void> OperationRunner::connect()
{
    return untilThere([this] { return m_connection.open(m_record.spec.schema); });
}

Result<void> OperationRunner::reconnect()
{
    m_source->dropReadAhead();
    m_connection.close();
    m_control->waitWhilePaused();
    if (m_control->isStopping())
        return fail(DbError::Kind::ConnectionLost,
                    OperationText::tr("stopped while the database was unavailable"));
    return untilThere([this] {
        auto back = m_connection.reopen();
        if (!back)
            return back;
        back = resolveDoubt();
        if (!back && !m_connection.isOpen())
            back = fail(DbError::Kind::ConnectionLost, back.error().message);
        return back;
    });
}

/// Tries until it succeeds, is asked to stop, or is refused.
Result<void> OperationRunner::untilThere(const std::function<Result<void>()> &attempt)
{
    for (auto delay = kFirstDelay;; delay = std::min(delay * 2, kLongestDelay)) {
        auto there = attempt();
        using Kind = DbError::Kind;
        if (there
            || (there.error().kind != Kind::ConnectionLost
                && there.error().kind != Kind::CannotConnect))
            return there;
        m_progress.reportNow(m_record, there.error().message);
        m_control->waitFor(delay);
        m_control->waitWhilePaused();
        if (m_control->isStopping())
            return there;
    }
}

/// Asks for the outcome of the batch in doubt, if there is one.
Result<void> OperationRunner::resolveDoubt()
{
    if (!m_record.inDoubt)
        return {};
    const OperationBatch batch = *m_record.inDoubt;
    const auto tell = [this](const QString &trouble) { m_progress.reportNow(m_record, trouble); };
    const auto outcome = findOutcome(m_connection.session(), m_record, m_isSameServer, tell);
    return outcome ? endBatch(batch, *outcome) : tl::make_unexpected(outcome.error());
}

Result<OperationRunner::Step> OperationRunner::step()
{
    if (!m_connection.isOpen())
        return fail(DbError::Kind::ConnectionLost,
                    OperationText::tr("the connection to the server is lost"));
    const auto rolledBack = qScopeGuard([this] { m_connection.rollBack(); });
    auto next = m_source->next(m_connection, m_record.position, m_pace);
    if (!next)
        return mayRetry(next.error()) ? Result<Step>(Step::More)
                                      : tl::make_unexpected(next.error());
    if (!*next)
        return Step::Done;
    if (const auto delay = m_lockWait.delay((*next)->contended)) {
        m_connection.rollBack(); // nothing stays locked while it waits
        m_control->waitFor(*delay);
        return Step::More;
    }
    return carryOut(**std::move(next)).map([] { return Step::More; });
}

/// @returns an error if the operation cannot continue.
Result<void> OperationRunner::carryOut(LockedBatch locked)
{
    OperationBatch &batch = locked.batch;
    batch.number = ++m_record.lastNumber;
    m_source->readAhead(batch.until, m_pace);
    // The journal is on disk before the commit; the server works meanwhile.
    auto journaled = std::async([&] { return m_journal->begin(batch); });
    const bool isEmpty = batch.jobs.empty(); // then nothing is sent
    Result<void> logged;
    if (!isEmpty)
        logged = m_log.logBatch(m_connection.session(), m_record, m_connection.origin(), batch,
                                m_source->statement());
    Result<void> done = logged;
    if (done && !isEmpty)
        done = m_source->apply(m_connection.session(), locked);
    if (auto written = journaled.get(); !written)
        return written;
    m_record.inDoubt = batch;
    if (!logged)
        return onNotLogged(batch, logged.error());
    if (done && !isEmpty)
        done = m_connection.commit();
    m_connection.rollBack(); // if it is still open: before anything waits
    if (!done)
        return onRefused(batch, done.error());
    m_retries = 0;
    m_pace.onBatchDone(batch.seen());
    return endBatch(batch, TransactionOutcome::Committed);
}

/// Without the entry in the operator log nothing was sent.
Result<void> OperationRunner::onNotLogged(const OperationBatch &batch, const DbError &error)
{
    (void)m_journal->end(batch.number, TransactionOutcome::RolledBack, error.message);
    m_record.inDoubt.reset();
    return mayRetry(error) ? Result<void>() : tl::make_unexpected(error);
}

/// The server has not committed the batch, or it is not known whether it has.
Result<void> OperationRunner::onRefused(const OperationBatch &batch, const DbError &error)
{
    if (!m_connection.isOpen() || error.kind == DbError::Kind::ConnectionLost)
        return tl::make_unexpected(error); // its outcome is asked for later
    // A key that was free when the batch was made ready, and is no longer.
    const bool isKeyTaken = error.kind == DbError::Kind::UniqueViolation
        && m_record.spec.change.kind == OperationKind::Undo;
    const bool mayPass = error.kind == DbError::Kind::Contention || isKeyTaken;
    if (mayPass && ++m_retries < kMostRetries) {
        if (auto ended = endBatch(batch, TransactionOutcome::RolledBack, error.message); !ended)
            return ended;
        m_control->waitFor(std::chrono::milliseconds(10 * m_retries));
        return {};
    }
    if (!isAboutJobs(error.kind)) {
        if (auto ended = endBatch(batch, TransactionOutcome::RolledBack, error.message); !ended)
            return ended;
        return tl::make_unexpected(error);
    }
    m_retries = 0;
    if (batch.jobs.size() > 1) {
        m_pace.tryOneByOne(batch.seen());
        return endBatch(batch, TransactionOutcome::RolledBack, error.message);
    }
    m_pace.onBatchDone(batch.seen());
    return endBatch(batch, TransactionOutcome::Failed, error.message);
}

Result<void> OperationRunner::endBatch(const OperationBatch &batch, TransactionOutcome outcome,
                                       const QString &error)
{
    if (auto written = m_journal->end(batch.number, outcome, error); !written)
        return written;
    m_record.inDoubt.reset();
    m_record.add(batch, outcome);
    return batch.jobs.empty()
        ? Result<void>()
        : m_log.logOutcome(m_record, m_connection.origin(), batch.number, outcome, error);
}

bool OperationRunner::mayRetry(const DbError &error)
{
    return error.kind == DbError::Kind::Contention && ++m_retries < kMostRetries;
}

} // namespace yardmaster
