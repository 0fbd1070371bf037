#pragma once

#include "models/connecting/secretstore.h"

#include <QObject>

namespace yardmaster {

/// A store of which somebody hears what it does not take, also when whoever asked it is gone by the
/// time of the answer: a dialog closes, and the window it opened has to tell. GUI thread.
class WatchedSecrets final
    : public QObject
    , public SecretStore
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WatchedSecrets)

public:
    /// `store` is borrowed.
    explicit WatchedSecrets(SecretStore *store, QObject *parent = nullptr);

    void read(const QString &id, QObject *context, std::function<void(Found)> answer) override;
    void write(const QString &id, const QString &secret, QObject *context,
               std::function<void(Done)> answer) override;
    void remove(const QString &id, QObject *context, std::function<void(Done)> answer) override;

Q_SIGNALS:
    /// The secret of `id` is not kept; `sentence` says why.
    void writeRefused(const QString &id, const QString &sentence);

private:
    SecretStore *const m_store;
};

} // namespace yardmaster
