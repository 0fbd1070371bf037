#include "models/maintenance/chore.h"

namespace yardmaster {

Chore::Chore(ConnectionSettings connection, QString purpose, QObject *parent)
    : QObject(parent)
    , m_session(std::move(connection), std::move(purpose))
{ }

Chore::~Chore()
{
    cancel();
}

void Chore::cancel()
{
    if (m_control)
        m_control->cancel();
}

Result<void> Chore::begin(Session &session, ReadControl &control)
{
    if (auto set = session.script("set statement_timeout = 0; set lock_timeout = 0"); !set)
        return set;
    control.enter(session);
    if (control.isCancelled())
        return fail(DbError::Kind::Cancelled, QStringLiteral("cancelled"));
    return {};
}

void Chore::end(ReadControl &control)
{
    control.leave();
}

} // namespace yardmaster
