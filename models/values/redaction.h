#pragma once

#include "models/values/jsontree.h"

#include <QRegularExpression>

class QSettings;

namespace yardmaster {

/// Which values of a payload are not to be seen by somebody who looks over the shoulder. A rule is
///
///     user.password      this place; * stands for any name or part of one: users.*.card_*
///     *.token            at any depth, the top too
///     /pass(word|wd)/    every key in which the regular expression finds something
///
/// Upper and lower case do not matter. What a rule hits is hidden with all that is in it. A value.
class RedactionRules final
{
public:
    /// Keys that sound like passwords, secrets, tokens, keys to an interface and cookies.
    [[nodiscard]] static RedactionRules defaults();
    /// Rules that cannot be understood are left out, see problem().
    [[nodiscard]] static RedactionRules fromTexts(const QStringList &texts);
    /// The defaults if nothing was ever kept.
    [[nodiscard]] static RedactionRules load(const QSettings &settings);
    void save(QSettings *settings) const;

    /// What is wrong with a rule, one sentence; empty if nothing.
    [[nodiscard]] static QString problem(const QString &text);

    [[nodiscard]] const QStringList &texts() const { return m_texts; }
    [[nodiscard]] bool hides(const QStringList &path) const;
    /// The outermost nodes to hide, in ascending order. Some ms for a megabyte.
    [[nodiscard]] std::vector<JsonTree::Node> hiddenNodes(const JsonTree &tree) const;

private:
    struct PathRule
    {
        bool isAnywhere = false;
        QList<QRegularExpression> names;
    };
    class Walk;

    QStringList m_texts;
    QList<QRegularExpression> m_keys;
    QList<PathRule> m_paths;
};

} // namespace yardmaster
