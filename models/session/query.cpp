#include "models/session/query.h"

#include <utility>

namespace yardmaster {

Query::Query(SessionPool sessions, SessionPool::Use use, QObject *parent)
    : QObject(parent)
    , m_queue(std::move(sessions), use)
{ }

Query::~Query()
{
    cancel();
}

ReadControlPtr Query::begin()
{
    m_control = std::make_shared<ReadControl>();
    connect(m_control.get(), &ReadControl::progressed, this,
            [this, control = m_control.get()](qint64 looked, qint64 total, int found) {
                if (control == m_control.get())
                    Q_EMIT progressed(looked, total, found);
            });
    return m_control;
}

void Query::cancel()
{
    if (m_control)
        m_control->cancel();
}

void Query::drop()
{
    cancel();
    if (std::exchange(m_control, nullptr))
        Q_EMIT changed();
}

} // namespace yardmaster
