#pragma once

#include <QString>

#include <random>

namespace yardmaster::test {

/// The seed of a generator: YARDMASTER_CRON_SEED, a number or "random"; else always the same, so
/// that tests are reproducible.
[[nodiscard]] quint32 seedOfRun();

/// Generates valid and invalid crontabs with all features of the format. The same seed gives the
/// same ones everywhere.
class CrontabGenerator final
{
public:
    explicit CrontabGenerator(quint32 seed)
        : m_random(seed)
    { }

    [[nodiscard]] QString crontab();
    [[nodiscard]] QString payload(); ///< a JSON5 object
    /// Five fields. @param isExtended  with names and steps of ranges.
    [[nodiscard]] QString schedule(bool isRight, bool isExtended = false);
    [[nodiscard]] QString mutated(QString text, int changes);

    [[nodiscard]] int number(int below) { return int(m_random() % quint32(below)); }
    [[nodiscard]] bool oneIn(int n) { return number(n) == 0; }

private:
    [[nodiscard]] QString oneOf(const QStringList &choices);
    [[nodiscard]] QString space();
    [[nodiscard]] QString line();
    [[nodiscard]] QString field(int kind, bool isRight, bool isExtended);
    [[nodiscard]] QString task(bool isRight);
    [[nodiscard]] QString options(bool isRight);
    [[nodiscard]] QString option(bool isRight);
    [[nodiscard]] QString encoded(const QString &text);
    [[nodiscard]] QString value(int depth);
    [[nodiscard]] QString members(int depth);
    [[nodiscard]] QString text();
    [[nodiscard]] QString numeral();
    [[nodiscard]] QString gap();

    std::mt19937 m_random;
};

} // namespace yardmaster::test
