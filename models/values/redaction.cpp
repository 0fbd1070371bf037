#include "models/values/redaction.h"

#include "models/values/wildcard.h"
#include "worker/json/jsonstring.h"

#include <QCoreApplication>
#include <QHash>
#include <QSettings>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView kReplacedJson = "\"[redacted]\"";
constexpr QLatin1StringView kSettingsKey{"payload/hidden"};

struct RedactionRulesText
{
    Q_DECLARE_TR_FUNCTIONS(RedactionRules)
};

bool isKeyRule(const QString &text)
{
    return text.size() > 1 && text.startsWith(u'/') && text.endsWith(u'/');
}

QRegularExpression keyPattern(const QString &text)
{
    return QRegularExpression(text.sliced(1, text.size() - 2),
                              QRegularExpression::CaseInsensitiveOption);
}

QRegularExpression namePattern(const QString &name)
{
    return wildcardPattern(name, QRegularExpression::CaseInsensitiveOption);
}

} // namespace

RedactionRules RedactionRules::defaults()
{
    return fromTexts(
        {u"/passw|pwd|secret|token|authorization|credential|api[_-]?key|private[_-]?key|cookie|"
         "bearer/"_s});
}

RedactionRules RedactionRules::fromTexts(const QStringList &texts)
{
    RedactionRules rules;
    for (const QString &line : texts) {
        const QString text = line.trimmed();
        if (text.isEmpty() || !problem(text).isEmpty())
            continue;
        rules.m_texts << text;
        if (isKeyRule(text)) {
            rules.m_keys << keyPattern(text);
            continue;
        }
        PathRule rule;
        QStringList names = text.split(u'.');
        if (names.size() > 1 && names.first() == u"*"_s) {
            rule.isAnywhere = true;
            names.removeFirst();
        }
        for (const QString &name : std::as_const(names))
            rule.names << namePattern(name);
        rules.m_paths << rule;
    }
    return rules;
}

RedactionRules RedactionRules::load(const QSettings &settings)
{
    return settings.contains(kSettingsKey) ? fromTexts(settings.value(kSettingsKey).toStringList())
                                           : defaults();
}

void RedactionRules::save(QSettings *settings) const
{
    settings->setValue(kSettingsKey, m_texts);
}

QString RedactionRules::problem(const QString &text)
{
    const QString rule = text.trimmed();
    if (rule.startsWith(u'/')) {
        if (!isKeyRule(rule) || rule.size() == 2)
            return RedactionRulesText::tr(
                       "“%1” needs a regular expression between two slashes, like /token/.")
                .arg(rule);
        const QRegularExpression pattern = keyPattern(rule);
        return pattern.isValid() ? QString()
                                 : RedactionRulesText::tr("“%1” is not a regular expression: %2.")
                                       .arg(rule, pattern.errorString());
    }
    if (rule.split(u'.').contains(QString()))
        return RedactionRulesText::tr("“%1” has an empty name between its dots.").arg(rule);
    return {};
}

bool RedactionRules::hides(const QStringList &path) const
{
    for (qsizetype length = 1; length <= path.size(); ++length) {
        const QString &name = path.at(length - 1);
        if (std::ranges::any_of(
                m_keys, [&name](const auto &pattern) { return pattern.match(name).hasMatch(); }))
            return true;
        for (const PathRule &rule : m_paths) {
            const qsizetype skipped = length - rule.names.size();
            if (skipped < 0 || (skipped > 0 && !rule.isAnywhere))
                continue;
            bool isHit = true;
            for (qsizetype i = 0; isHit && i < rule.names.size(); ++i)
                isHit = rule.names.at(i).match(path.at(skipped + i)).hasMatch();
            if (isHit)
                return true;
        }
    }
    return false;
}

/// Keys repeat, so what the rules say to each spelling is asked once.
class RedactionRules::Walk final
{
public:
    Walk(const RedactionRules &rules, const JsonTree &tree)
        : m_rules(rules)
        , m_tree(tree)
    {
        m_mayEndAtIndex = std::ranges::any_of(rules.m_paths, [](const PathRule &rule) {
            return rule.names.last().match(u"0"_s).hasMatch()
                || rule.names.last().pattern().contains(QRegularExpression(u"[0-9]"_s));
        });
    }

    [[nodiscard]] std::vector<JsonTree::Node> run() const
    {
        std::vector<JsonTree::Node> hidden;
        std::vector<JsonTree::Node> open{m_tree.root()};
        while (!open.empty()) {
            const JsonTree::Node node = open.back();
            open.pop_back();
            if (isHit(node)) {
                hidden.push_back(node);
                continue;
            }
            for (int row = 0; row < m_tree.childCount(node); ++row)
                open.push_back(m_tree.child(node, row));
        }
        std::ranges::sort(hidden);
        return hidden;
    }

private:
    struct Verdict
    {
        bool isKeyHit = false;
        bool mayEndPath = false; ///< a path rule's last name fits
    };

    [[nodiscard]] bool isHit(JsonTree::Node node) const
    {
        if (m_tree.raw(node) == kReplacedJson)
            return false; // the history has replaced what was to be hidden
        const QByteArrayView raw = m_tree.rawKey(node);
        if (raw.isEmpty())
            return m_mayEndAtIndex && m_tree.parent(node) != JsonTree::kNone
                && isPathHit(m_tree.path(node));
        const Verdict verdict = judge(raw);
        return verdict.isKeyHit || (verdict.mayEndPath && isPathHit(m_tree.path(node)));
    }

    [[nodiscard]] Verdict judge(QByteArrayView raw) const
    {
        if (const auto known = m_known.constFind(raw); known != m_known.cend())
            return *known;
        const QString name = plainJsonString(raw);
        const auto finds
            = [&name](const QRegularExpression &pattern) { return pattern.match(name).hasMatch(); };
        Verdict verdict;
        verdict.isKeyHit = std::ranges::any_of(m_rules.m_keys, finds);
        verdict.mayEndPath = std::ranges::any_of(
            m_rules.m_paths, [&](const PathRule &rule) { return finds(rule.names.last()); });
        m_known.insert(raw, verdict);
        return verdict;
    }

    [[nodiscard]] bool isPathHit(const QStringList &path) const { return m_rules.hides(path); }

    const RedactionRules &m_rules;
    const JsonTree &m_tree;
    bool m_mayEndAtIndex = false;
    mutable QHash<QByteArrayView, Verdict> m_known;
};

std::vector<JsonTree::Node> RedactionRules::hiddenNodes(const JsonTree &tree) const
{
    return m_texts.isEmpty() ? std::vector<JsonTree::Node>() : Walk(*this, tree).run();
}

} // namespace yardmaster
