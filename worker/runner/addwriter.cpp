#include "worker/runner/addwriter.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// So many sessions in a row may lose their prepared statements, or turn out to be read-only, as
/// behind a pooler or after a failover, before it is called an error.
constexpr int kUnfitSessions = 5;

} // namespace

Result<void> AddWriter::connect()
{
    if (m_session && m_session->isAlive())
        return {};
    m_session.reset();
    auto opened = Session::open(*m_settings, u"add"_s);
    if (!opened)
        return tl::make_unexpected(opened.error());
    m_session = *std::move(opened);
    return {};
}

/// When one is refused, those before it are known to be fine: they are written without it. It is
/// tried again as the first, and refused then if it was its own fault.
AddBatch AddWriter::write(AddBatch batch)
{
    size_t count = batch.size(); // of them at once
    while (!batch.empty()) {
        if (m_owner.isGivenUp())
            return batch;
        Attempt tried = attempt({batch.data(), count});
        const bool isLost = !tried.jobs && m_session->isLost();
        if (!tried.jobs && !(isLost && tried.mayBeThere)) {
            if (isLost)
                return afterLoss(std::move(batch), tried.jobs.error());
            if (count > 1) {
                if (tried.fine == 0 && tried.jobs.error().sqlState == "55P03"_L1)
                    m_owner.takeOthers(&batch);
                count = std::min(batch.size(),
                                 tried.fine < count ? std::max<size_t>(tried.fine, 1) : count / 2);
                continue;
            }
            if (m_owner.isGivenUp()) // it was cancelled
                return batch;
            if (!m_mayWait && tried.jobs.error().kind == DbError::Kind::Contention) {
                m_owner.hold(&batch);
                return batch;
            }
        }
        for (size_t i = 0; i < count; ++i) {
            if (tried.jobs && count > 1)
                m_owner.answer(batch[i], std::vector<JobRecord>{std::move((*tried.jobs)[i])});
            else
                m_owner.answer(batch[i], tried.jobs);
        }
        batch.erase(batch.begin(), batch.begin() + qsizetype(count));
        count = batch.size();
        if (isLost)
            return batch;
    }
    m_unfitSessions = 0;
    return {};
}

AddBatch AddWriter::afterLoss(AddBatch batch, const DbError &error)
{
    if (error.kind == DbError::Kind::ConnectionLost)
        m_unfitSessions = 0;
    else if (++m_unfitSessions > kUnfitSessions) {
        for (const AddRequest &request : std::exchange(batch, {}))
            m_owner.answer(request, tl::make_unexpected(error));
    }
    return batch;
}

/// The error of a statement that commits. A server process that is terminated (57P01) sends that
/// error instead of an answer; it would have answered a commit that was carried out.
AddWriter::Attempt AddWriter::uncertain(DbError error)
{
    const bool mayBeThere
        = error.kind == DbError::Kind::ConnectionLost && error.sqlState != "57P01"_L1;
    return {tl::make_unexpected(std::move(error)), 0, mayBeThere};
}

AddWriter::Attempt AddWriter::attempt(std::span<const AddRequest> requests) const
{
    const AddRequest &first = requests.front();
    if (requests.size() > 1)
        return addTogether(requests);
    if (!m_mayWait)
        return addBriefly(first);
    return first.isSingle ? add(first.specs.front()) : addAll(first.specs);
}

AddWriter::Attempt AddWriter::add(const JobSpec &spec) const
{
    auto job = m_adder->add(*m_session, spec);
    if (!job)
        return uncertain(std::move(job).error());
    std::vector<JobRecord> jobs;
    jobs.push_back(*std::move(job));
    return {std::move(jobs), 1};
}

AddWriter::Attempt AddWriter::addAll(const std::vector<JobSpec> &specs) const
{
    auto jobs = m_adder->addAll(*m_session, specs);
    if (!jobs)
        return uncertain(std::move(jobs).error());
    return {*std::move(jobs), specs.size()};
}

AddWriter::Attempt AddWriter::addTogether(std::span<const AddRequest> requests) const
{
    std::vector<JobSpec> specs;
    specs.reserve(requests.size());
    for (const AddRequest &request : requests)
        specs.push_back(request.specs.front());
    auto plain = m_adder->addPlain(*m_session, specs);
    if (plain && *plain)
        return {**std::move(plain), specs.size()};
    if (!plain && m_session->isLost())
        return uncertain(std::move(plain).error());

    auto transaction = beginLimited(m_lockPatience);
    if (!transaction)
        return {tl::make_unexpected(std::move(transaction).error())};
    std::vector<JobRecord> jobs;
    for (const JobSpec &spec : specs) {
        auto added = m_adder->add(*m_session, spec);
        if (!added)
            return {tl::make_unexpected(std::move(added).error()), jobs.size()};
        jobs.push_back(*std::move(added));
    }
    if (auto committed = transaction->commit(); !committed)
        return uncertain(std::move(committed).error());
    return {std::move(jobs), specs.size()};
}

AddWriter::Attempt AddWriter::addBriefly(const AddRequest &request) const
{
    auto transaction = beginLimited(m_lockPatience / 4); // others may have none but this one
    if (!transaction)
        return {tl::make_unexpected(std::move(transaction).error())};
    Attempt added = request.isSingle ? add(request.specs.front()) : addAll(request.specs);
    if (!added.jobs) {
        added.mayBeThere = false; // not without a commit
        return added;
    }
    if (auto committed = transaction->commit(); !committed)
        return uncertain(std::move(committed).error());
    return added;
}

Result<Transaction> AddWriter::beginLimited(std::chrono::milliseconds limit) const
{
    auto transaction = Transaction::begin(*m_session);
    if (!transaction)
        return transaction;
    const qint64 most = std::max<qint64>(1, limit.count()); // 0: none
    if (auto isSet = m_session->query("set local lock_timeout = " + QByteArray::number(most));
        !isSet)
        return tl::make_unexpected(std::move(isSet).error());
    return transaction;
}

} // namespace yardmaster
