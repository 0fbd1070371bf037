#pragma once

#include "models/connecting/secretstore.h"

namespace yardmaster {

/// The keychain of the system: Secret Service or KWallet, Keychain, Credential Store. Never falls
/// back to a plain file.
class KeychainSecrets final : public SecretStore
{
public:
    void read(const QString &id, QObject *context, std::function<void(Found)> answer) override;
    void write(const QString &id, const QString &secret, QObject *context,
               std::function<void(Done)> answer) override;
    void remove(const QString &id, QObject *context, std::function<void(Done)> answer) override;
};

} // namespace yardmaster
