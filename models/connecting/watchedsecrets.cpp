#include "models/connecting/watchedsecrets.h"

#include <QPointer>

namespace yardmaster {

WatchedSecrets::WatchedSecrets(SecretStore *store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{ }

void WatchedSecrets::read(const QString &id, QObject *context, std::function<void(Found)> answer)
{
    m_store->read(id, context, std::move(answer));
}

void WatchedSecrets::write(const QString &id, const QString &secret, QObject *context,
                           std::function<void(Done)> answer)
{
    m_store->write(
        id, secret, this,
        [this, id, context = QPointer(context), answer = std::move(answer)](const Done &done) {
            if (context)
                answer(done);
            if (!done)
                Q_EMIT writeRefused(id, done.error());
        });
}

void WatchedSecrets::remove(const QString &id, QObject *context, std::function<void(Done)> answer)
{
    m_store->remove(id, context, std::move(answer));
}

} // namespace yardmaster
