#include "app/commands/jobspecline.h"

#include "app/optiontable.h"
#include "models/query/typedtime.h"
#include "models/values/jsontree.h"

#include <QDateTime>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Reads the members of one object.
class SpecReader
{
public:
    explicit SpecReader(const JsonTree &tree)
        : m_tree(tree)
    { }

    QStringList problems;
    JobSpec spec;

    void read(JsonTree::Node node)
    {
        const QString name = m_tree.name(node);
        if (m_seen.contains(name)) {
            problems << u"%1 occurs twice"_s.arg(name);
            return;
        }
        m_seen << name;
        if (m_tree.kind(node) == JsonKind::Null && name != "payload"_L1)
            return;
        if (name == "payload"_L1)
            spec.payload = m_tree.raw(node).toByteArray();
        else if (name == "task_identifier"_L1)
            spec.identifier = text(node).value_or(QString());
        else if (name == "queue_name"_L1)
            spec.queueName = text(node);
        else if (name == "key"_L1)
            spec.jobKey = text(node);
        else if (name == "run_at"_L1)
            readRunAt(node);
        else if (name == "job_key_mode"_L1)
            readMode(node);
        else if (name == "max_attempts"_L1)
            spec.maxAttempts = number(node);
        else if (name == "priority"_L1)
            spec.priority = number(node);
        else if (name == "flags"_L1)
            readFlags(node);
        else
            complainOfKey(name);
    }

private:
    void complainOfKey(const QString &name)
    {
        static const QStringList known{u"task_identifier"_s, u"payload"_s,      u"queue_name"_s,
                                       u"run_at"_s,          u"max_attempts"_s, u"key"_s,
                                       u"job_key_mode"_s,    u"priority"_s,     u"flags"_s};
        const QString nearest = nearestOf(known, name);
        problems << (nearest.isEmpty()
                         ? u"there is no '%1'; use %2"_s.arg(name, known.join(", "_L1))
                         : u"there is no '%1'; did you mean %2?"_s.arg(name, nearest));
    }

    std::optional<QString> text(JsonTree::Node node)
    {
        if (m_tree.kind(node) == JsonKind::String)
            return m_tree.plain(node);
        problems << u"%1 must be a string"_s.arg(m_tree.name(node));
        return std::nullopt;
    }

    std::optional<int> number(JsonTree::Node node)
    {
        bool isNumber = false;
        const int number = m_tree.plain(node).toInt(&isNumber);
        if (isNumber && m_tree.kind(node) == JsonKind::Number)
            return number;
        problems << u"%1 must be a whole number"_s.arg(m_tree.name(node));
        return std::nullopt;
    }

    void readRunAt(JsonTree::Node node)
    {
        const auto given = text(node);
        if (!given)
            return;
        spec.runAt = runAtFrom(*given);
        if (!spec.runAt)
            problems << u"run_at must be a time such as 2026-11-20T14:00:00Z, not '%1'"_s.arg(
                *given);
    }

    void readMode(JsonTree::Node node)
    {
        const auto given = text(node);
        if (!given)
            return;
        if (const auto mode = parseJobKeyMode(*given))
            spec.jobKeyMode = *mode;
        else
            problems << mode.error().message;
    }

    void readFlags(JsonTree::Node node)
    {
        bool isList = m_tree.kind(node) == JsonKind::Array;
        for (int row = 0; isList && row < m_tree.childCount(node); ++row) {
            const JsonTree::Node flag = m_tree.child(node, row);
            isList = m_tree.kind(flag) == JsonKind::String;
            spec.flags << m_tree.plain(flag);
        }
        if (!isList)
            problems << u"flags must be an array of strings"_s;
    }

    const JsonTree &m_tree;
    QStringList m_seen;
};

} // namespace

std::optional<Timestamp> runAtFrom(const QString &text)
{
    return parseTypedTime(text, timestamp(QDateTime::currentDateTimeUtc()), QTimeZone::utc());
}

tl::expected<JobSpec, QString> jobSpecFromLine(const QByteArray &line)
{
    const auto tree = JsonTree::parse(line);
    if (!tree)
        return tl::make_unexpected(tree.error());
    const JsonTree::Node root = tree->root();
    if (tree->kind(root) != JsonKind::Object)
        return tl::make_unexpected(u"it must be an object"_s);
    SpecReader reader(*tree);
    for (int row = 0; row < tree->childCount(root); ++row)
        reader.read(tree->child(root, row));
    if (reader.problems.isEmpty() && reader.spec.identifier.isEmpty())
        reader.problems << u"task_identifier is missing"_s;
    if (const auto fine = reader.spec.validate(); reader.problems.isEmpty() && !fine)
        reader.problems << fine.error().message;
    if (!reader.problems.isEmpty())
        return tl::make_unexpected(reader.problems.join(u'\n'));
    return std::move(reader.spec);
}

} // namespace yardmaster
