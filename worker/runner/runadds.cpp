#include "worker/runner/runadds.h"

#include <QLoggingCategory>

#include <future>
#include <memory>

Q_LOGGING_CATEGORY(lcRunAdds, "yardmaster.worker.add", QtInfoMsg)

namespace yardmaster {

void RunAdds::begin(quint64 run)
{
    if (run == 0) {
        ++m_late;
        return;
    }
    const std::scoped_lock lock(m_mutex);
    ++m_runs[run].count;
    m_count = int(m_runs.size());
}

void RunAdds::end(quint64 run, const DbError *error)
{
    const bool isTrouble = error && error->kind != DbError::Kind::InvalidInput;
    if (run == 0) {
        --m_late;
        if (isTrouble) {
            qCWarning(lcRunAdds, "a job that a task added after it had ended is lost: %s",
                      qUtf8Printable(error->message));
        }
        return;
    }
    Adds ended;
    {
        const std::scoped_lock lock(m_mutex);
        const auto adds = m_runs.find(run);
        if (adds->then && isTrouble && !adds->trouble)
            adds->trouble = *error;
        if (--adds->count > 0)
            return;
        ended = std::move(*adds);
        m_runs.erase(adds);
        m_count = int(m_runs.size());
    }
    if (ended.then)
        ended.then(ended.trouble);
}

bool RunAdds::has(quint64 run) const
{
    if (m_count == 0)
        return false;
    const std::scoped_lock lock(m_mutex);
    return m_runs.contains(run);
}

void RunAdds::whenWritten(quint64 run, Written then)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto adds = m_runs.find(run); adds != m_runs.end()) {
            adds->then = std::move(then);
            return;
        }
    }
    then({});
}

std::optional<DbError> RunAdds::waitUntilWritten(quint64 run)
{
    if (!has(run))
        return {};
    const auto written = std::make_shared<std::promise<std::optional<DbError>>>();
    whenWritten(run, [written](const auto &trouble) { written->set_value(trouble); });
    return written->get_future().get();
}

} // namespace yardmaster
