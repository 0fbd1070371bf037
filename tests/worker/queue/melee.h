#pragma once

#include "tests/support/testdatabase.h"

#include <QMutex>
#include <QSet>
#include <QStringList>

#include <array>
#include <atomic>

namespace yardmaster::test {

/// Threads that add, replace and remove jobs of the same few keys, while others fetch them and
/// complete, fail or return them, or abandon them and are swept. Every job's payload is [key, n], n
/// counting the adds of its key.
class Melee final
{
public:
    Melee(const TestDatabase &database, const QString &schema);

    /// Jobs completed at least, unless that takes a minute.
    static constexpr int kEnough = 25;

    /// Runs it until every queue is empty. @returns the violations, as sentences.
    [[nodiscard]] QStringList run();
    [[nodiscard]] int completed() const { return m_completed; }
    [[nodiscard]] int recovered() const { return m_recovered; }

private:
    static constexpr int kOwnKeys = 4; ///< one adder each, so that the latest add is known
    static constexpr int kSharedKeys = 2;
    static constexpr int kKeys = kOwnKeys + kSharedKeys;
    static constexpr int kSharers = 3;
    static constexpr int kAdds = 120;

    struct Key
    {
        std::atomic<int> adds = 0;
        /// The least n that a later fetch may return. Written by adders after the answer.
        std::atomic<int> oldest = 0;
        std::atomic<qint64> oldestId = 0;
    };

    void add(Session &session, int key, int maxAttempts);
    void addAndRemove(int key);
    void share(unsigned seed);
    void work(int number);
    void die(Session &session, const QString &workerId);
    void complain(const QString &sentence);
    [[nodiscard]] bool isDrained(Session &session) const;

    const TestDatabase &m_database;
    const QString m_schema;
    std::array<Key, kKeys> m_keys;
    std::atomic<bool> m_isCalm = false; ///< workers only complete from here on
    std::atomic<int> m_completed = 0;
    std::atomic<int> m_recovered = 0;

    QMutex m_mutex; ///< of what follows
    QStringList m_complaints;
    std::array<QSet<int>, kKeys> m_completions;
};

} // namespace yardmaster::test
