#pragma once

#include <QJsonObject>
#include <QStringList>

namespace yardmaster::test {

/// Validates JSON against a schema, as far as ours need it: $ref within the schema, type, const,
/// enum, properties, required, additionalProperties (false), items, minItems, minLength, minimum,
/// pattern, oneOf, anyOf. Any other validating keyword aborts the program.
class JsonSchema final
{
public:
    /// @param path  of a file or resource; must be a JSON object.
    explicit JsonSchema(const QString &path);

    /// @returns the errors of `value`, each with its path; empty if it is valid.
    [[nodiscard]] QStringList problems(const QJsonValue &value) const;
    [[nodiscard]] const QJsonObject &root() const { return m_root; }

private:
    void check(const QJsonObject &schema, const QJsonValue &value, const QString &at,
               QStringList *problems) const;
    void checkMembers(const QJsonObject &schema, const QJsonObject &object, const QString &at,
                      QStringList *problems) const;
    void checkChoice(const QJsonArray &choices, bool exactlyOne, const QJsonValue &value,
                     const QString &at, QStringList *problems) const;
    /// A quick check: an alternative for another event.
    [[nodiscard]] bool isOther(QJsonObject choice, const QJsonValue &value) const;
    [[nodiscard]] QJsonObject resolved(const QString &reference) const;

    QJsonObject m_root;
};

} // namespace yardmaster::test
