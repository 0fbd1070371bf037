#include "app/keychainsecrets.h"

#include <QCoreApplication>
#include <QPointer>

#include <qt6keychain/keychain.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kService = "Yardmaster"_L1;

QString sentence(const QKeychain::Job &job)
{
    return QCoreApplication::translate("KeychainSecrets", "The system keychain does not answer: %1")
        .arg(job.errorString());
}

/// For reading and removing: where there is no keychain at all, no entry exists.
bool isThereNothing(const QKeychain::Job &job)
{
    return job.error() == QKeychain::EntryNotFound || job.error() == QKeychain::NoBackendAvailable;
}

SecretStore::Done outcomeOf(const QKeychain::Job &job)
{
    if (job.error() == QKeychain::NoError)
        return {};
    return tl::make_unexpected(sentence(job));
}

/// Starts `job`, which deletes itself. `handle` is called once, unless `context` is gone by then.
void run(QKeychain::Job *job, const QString &id, QObject *context, std::function<void()> handle)
{
    job->setAutoDelete(true);
    job->setInsecureFallback(false);
    job->setKey(id);
    QObject::connect(job, &QKeychain::Job::finished, context, std::move(handle));
    job->start();
}

} // namespace

void KeychainSecrets::read(const QString &id, QObject *context, std::function<void(Found)> answer)
{
    auto *job = new QKeychain::ReadPasswordJob(kService);
    run(job, id, context, [job, answer = std::move(answer)] {
        const Done outcome = isThereNothing(*job) ? Done() : outcomeOf(*job);
        answer(outcome ? Found(job->textData()) : tl::make_unexpected(outcome.error()));
    });
}

void KeychainSecrets::write(const QString &id, const QString &secret, QObject *context,
                            std::function<void(Done)> answer)
{
    auto *job = new QKeychain::WritePasswordJob(kService);
    job->setTextData(secret);
    run(job, id, context, [job, answer = std::move(answer)] { answer(outcomeOf(*job)); });
}

void KeychainSecrets::remove(const QString &id, QObject *context, std::function<void(Done)> answer)
{
    auto *job = new QKeychain::DeletePasswordJob(kService);
    run(job, id, context, [job, answer = std::move(answer)] {
        answer(isThereNothing(*job) ? Done() : outcomeOf(*job));
    });
}

} // namespace yardmaster
