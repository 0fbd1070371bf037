#include "models/connecting/secretstore.h"

#include <QMetaObject>
#include <QObject>

namespace yardmaster {

namespace {

template <typename Value>
void answerLater(QObject *context, std::function<void(Value)> answer, Value value)
{
    QMetaObject::invokeMethod(
        context, [answer = std::move(answer), value = std::move(value)] { answer(value); },
        Qt::QueuedConnection); // as a keychain does: never from within the call
}

} // namespace

SecretStore::Done MemorySecrets::outcome() const
{
    return m_problem.isEmpty() ? Done() : tl::make_unexpected(m_problem);
}

void MemorySecrets::read(const QString &id, QObject *context, std::function<void(Found)> answer)
{
    Found found = m_secrets.value(id);
    if (!m_problem.isEmpty())
        found = tl::make_unexpected(m_problem);
    answerLater<Found>(context, std::move(answer), found);
}

void MemorySecrets::write(const QString &id, const QString &secret, QObject *context,
                          std::function<void(Done)> answer)
{
    if (m_problem.isEmpty())
        m_secrets.insert(id, secret);
    answerLater<Done>(context, std::move(answer), outcome());
}

void MemorySecrets::remove(const QString &id, QObject *context, std::function<void(Done)> answer)
{
    if (m_problem.isEmpty())
        m_secrets.remove(id);
    answerLater<Done>(context, std::move(answer), outcome());
}

} // namespace yardmaster
