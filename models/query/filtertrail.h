#pragma once

#include <QStringList>

#include <optional>

namespace yardmaster {

/// The filters that were in force one after the other, to go back and forth among as in a browser.
/// Begins with the empty one. A value.
class FilterTrail final
{
public:
    static constexpr int kLongest = 200;

    enum class Visit {
        Passing,    ///< by a pause in typing: the next one of a pause takes its place
        Deliberate, ///< it stays
    };
    /// What came behind the one in force is forgotten. The same again is no step.
    void visit(const QString &filter, Visit visit);
    /// The one in force stays. @returns whether it was passing until now.
    bool settle();

    [[nodiscard]] bool hasBefore() const { return m_at > 0; }
    [[nodiscard]] bool hasAfter() const { return m_at + 1 < m_filters.size(); }
    /// Steps back or forth. nullopt: there is none, nothing changes.
    [[nodiscard]] std::optional<QString> move(int steps);

private:
    QStringList m_filters{QString()};
    qsizetype m_at = 0; // the one in force
    bool m_isPassing = false;
};

} // namespace yardmaster
