#pragma once

#include <QHash>
#include <QString>

#include <functional>

#include <tl/expected.hpp>

class QObject;

namespace yardmaster {

/// Where passwords are kept between runs, by profile id. GUI thread; nothing here blocks. An answer
/// comes later, from the event loop, and not at all once `context` is gone.
class SecretStore
{
public:
    /// The password, empty if none is kept; or one sentence why the store cannot say.
    using Found = tl::expected<QString, QString>;
    using Done = tl::expected<void, QString>;

    SecretStore() = default;
    virtual ~SecretStore() = default;
    Q_DISABLE_COPY_MOVE(SecretStore)

    virtual void read(const QString &id, QObject *context, std::function<void(Found)> answer) = 0;
    virtual void write(const QString &id, const QString &secret, QObject *context,
                       std::function<void(Done)> answer)
        = 0;
    virtual void remove(const QString &id, QObject *context, std::function<void(Done)> answer) = 0;
};

/// Forgets everything when the program ends: for tests, and where there is no keychain.
class MemorySecrets final : public SecretStore
{
public:
    void read(const QString &id, QObject *context, std::function<void(Found)> answer) override;
    void write(const QString &id, const QString &secret, QObject *context,
               std::function<void(Done)> answer) override;
    void remove(const QString &id, QObject *context, std::function<void(Done)> answer) override;

    /// From now on every call fails with this sentence; empty: works again.
    void setProblem(const QString &sentence) { m_problem = sentence; }
    [[nodiscard]] const QHash<QString, QString> &secrets() const { return m_secrets; }

private:
    [[nodiscard]] Done outcome() const;

    QHash<QString, QString> m_secrets;
    QString m_problem;
};

} // namespace yardmaster
