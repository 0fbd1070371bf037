#include "worker/runner/addwriter.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The error of a statement that commits. A server process that is terminated (57P01) sends that
/// error instead of an answer; it would have answered a commit that was carried out.
AddWriter::Attempt uncertain(DbError error)
{
    const bool mayBeThere
        = error.kind == DbError::Kind::ConnectionLost && error.sqlState != "57P01"_L1;
    return {tl::make_unexpected(std::move(error)), 0, mayBeThere};
}

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

AddWriter::Attempt AddWriter::addTogether(const std::vector<JobSpec> &specs,
                                          std::chrono::milliseconds lockPatience) const
{
    auto plain = m_adder->addPlain(*m_session, specs);
    if (plain && *plain)
        return {**std::move(plain), specs.size()};
    if (!plain && m_session->isLost())
        return uncertain(std::move(plain).error());

    auto transaction = Transaction::begin(*m_session);
    if (!transaction)
        return {tl::make_unexpected(std::move(transaction).error())};
    const QByteArray limit
        = "set local lock_timeout = " + QByteArray::number(qint64(lockPatience.count()));
    if (auto isSet = m_session->query(limit); !isSet)
        return {tl::make_unexpected(std::move(isSet).error())};
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

} // namespace yardmaster
