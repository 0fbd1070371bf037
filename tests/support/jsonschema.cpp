#include "tests/support/jsonschema.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

namespace {

bool isOfType(const QJsonValue &value, const QString &type)
{
    if (type == "integer"_L1)
        return value.isDouble() && double(value.toInteger()) == value.toDouble();
    static const QHash<QString, QJsonValue::Type> types{
        {u"null"_s, QJsonValue::Null},     {u"boolean"_s, QJsonValue::Bool},
        {u"number"_s, QJsonValue::Double}, {u"string"_s, QJsonValue::String},
        {u"array"_s, QJsonValue::Array},   {u"object"_s, QJsonValue::Object}};
    return types.value(type, QJsonValue::Undefined) == value.type();
}

QJsonArray asList(const QJsonValue &value)
{
    return value.isArray() ? value.toArray() : QJsonArray{value};
}

bool matches(const QString &pattern, const QString &text)
{
    static QHash<QString, QRegularExpression> compiled; // test thread
    auto known = compiled.constFind(pattern);
    if (known == compiled.constEnd())
        known = compiled.insert(pattern, QRegularExpression(pattern));
    return known->match(text).hasMatch();
}

QString textOf(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

} // namespace

JsonSchema::JsonSchema(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s: %s", qUtf8Printable(path), qUtf8Printable(file.errorString()));
    QJsonParseError error;
    m_root = QJsonDocument::fromJson(file.readAll(), &error).object();
    if (m_root.isEmpty())
        qFatal("%s: %s", qUtf8Printable(path), qUtf8Printable(error.errorString()));
}

QStringList JsonSchema::problems(const QJsonValue &value) const
{
    QStringList problems;
    check(m_root, value, u"$"_s, &problems);
    return problems;
}

QJsonObject JsonSchema::resolved(const QString &reference) const
{
    QJsonValue at = m_root;
    for (const QString &step : reference.mid(2).split(u'/'))
        at = at.toObject().value(step);
    if (!reference.startsWith("#/"_L1) || !at.isObject())
        qFatal("the schema has no %s", qUtf8Printable(reference));
    return at.toObject();
}

void JsonSchema::check(const QJsonObject &schema, const QJsonValue &value, const QString &at,
                       QStringList *problems) const
{
    // The message only where it is needed: most alternatives of a choice do not match.
    const auto require = [&](bool isFine, const char *what, const QJsonValue &rule) {
        if (!isFine)
            *problems << u"%1: must %2 %3, not %4"_s.arg(at, QLatin1StringView(what), textOf(rule),
                                                         textOf(value));
    };
    for (auto it = schema.begin(); it != schema.end(); ++it) {
        const QString &keyword = it.key();
        const QJsonValue rule = it.value();
        if (keyword == "$ref"_L1) {
            check(resolved(rule.toString()), value, at, problems);
        } else if (keyword == "type"_L1) {
            const QJsonArray types = asList(rule);
            require(std::any_of(
                        types.begin(), types.end(),
                        [&](const QJsonValue &type) { return isOfType(value, type.toString()); }),
                    "be", rule);
        } else if (keyword == "const"_L1) {
            require(value == rule, "be", rule);
        } else if (keyword == "enum"_L1) {
            require(rule.toArray().contains(value), "be one of", rule);
        } else if (keyword == "minimum"_L1) {
            require(!value.isDouble() || value.toDouble() >= rule.toDouble(), "be at least", rule);
        } else if (keyword == "maximum"_L1) {
            require(!value.isDouble() || value.toDouble() <= rule.toDouble(), "be at most", rule);
        } else if (keyword == "minLength"_L1) {
            require(!value.isString() || value.toString().size() >= rule.toInt(),
                    "have a length of at least", rule);
        } else if (keyword == "pattern"_L1) {
            require(!value.isString() || matches(rule.toString(), value.toString()), "match", rule);
        } else if (keyword == "minItems"_L1) {
            require(!value.isArray() || value.toArray().size() >= rule.toInt(),
                    "have so many elements:", rule);
        } else if (keyword == "items"_L1) {
            const QJsonArray elements = value.toArray();
            for (qsizetype i = 0; i < elements.size(); ++i)
                check(rule.toObject(), elements.at(i), u"%1[%2]"_s.arg(at).arg(i), problems);
        } else if (keyword == "oneOf"_L1 || keyword == "anyOf"_L1) {
            checkChoice(rule.toArray(), keyword == "oneOf"_L1, value, at, problems);
        } else {
            static const QSet<QString> known{u"$schema"_s,
                                             u"title"_s,
                                             u"$defs"_s,
                                             u"description"_s,
                                             u"required"_s,
                                             u"properties"_s,
                                             u"additionalProperties"_s};
            if (!known.contains(keyword))
                qFatal("the schema's keyword %s is not understood", qUtf8Printable(keyword));
        }
    }
    if (value.isObject())
        checkMembers(schema, value.toObject(), at, problems);
}

void JsonSchema::checkMembers(const QJsonObject &schema, const QJsonObject &object,
                              const QString &at, QStringList *problems) const
{
    const QJsonArray required = schema["required"_L1].toArray();
    for (const QJsonValue &name : required) {
        if (!object.contains(name.toString()))
            *problems << u"%1 has no %2"_s.arg(at, name.toString());
    }
    const QJsonObject properties = schema["properties"_L1].toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (const auto rule = properties.constFind(it.key()); rule != properties.constEnd())
            check(rule->toObject(), it.value(), at + u'.' + it.key(), problems);
        else if (schema["additionalProperties"_L1] == false)
            *problems << u"%1 must not have %2"_s.arg(at, it.key());
    }
}

bool JsonSchema::isOther(QJsonObject choice, const QJsonValue &value) const
{
    if (choice.contains("$ref"_L1))
        choice = resolved(choice["$ref"_L1].toString());
    const QJsonValue name = choice["properties"_L1]["event"_L1]["const"_L1];
    return name.isString() && name != value["event"_L1];
}

void JsonSchema::checkChoice(const QJsonArray &choices, bool exactlyOne, const QJsonValue &value,
                             const QString &at, QStringList *problems) const
{
    int matches = 0;
    std::optional<QStringList> nearest;
    for (const QJsonValue &choice : choices) {
        if (nearest && isOther(choice.toObject(), value))
            continue;
        QStringList found;
        check(choice.toObject(), value, at, &found);
        matches += found.isEmpty() ? 1 : 0;
        if (!nearest || found.size() < nearest->size())
            nearest = found;
    }
    if (matches == 0)
        *problems << nearest.value_or(QStringList{at + u" has no choice"_s});
    else if (matches > 1 && exactlyOne)
        *problems << u"%1 matches %2 alternatives"_s.arg(at).arg(matches);
}

} // namespace yardmaster::test
