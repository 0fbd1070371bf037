#include <yardmaster/json.h>

#include "worker/json/jsonscanner.h"
#include "worker/json/jsonstring.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace yardmaster {

using namespace Qt::StringLiterals;

QByteArray compactJson(QByteArrayView json)
{
    QByteArray compact;
    compact.reserve(json.size());
    for (qsizetype at = 0; at < json.size();) {
        const qsizetype end = json[at] == '"' ? jsonStringEnd(json, at) : at + 1;
        if (!JsonScanner::isSpace(json[at]))
            compact += json.sliced(at, end - at);
        at = end;
    }
    return compact;
}

bool isJson(QByteArrayView text)
{
    JsonScanner scanner(text);
    return scanner.value() && scanner.isAtEnd() && text.isValidUtf8();
}

std::optional<std::vector<QByteArrayView>> splitJsonArray(QByteArrayView json)
{
    JsonScanner scanner(json);
    if (!scanner.take('['))
        return std::nullopt;
    std::vector<QByteArrayView> elements;
    if (scanner.take(']'))
        return elements;
    do {
        const auto element = scanner.value();
        if (!element)
            return std::nullopt;
        elements.push_back(*element);
    } while (scanner.take(','));
    return elements;
}

QByteArray joinJsonArray(const std::vector<QByteArrayView> &elements)
{
    QByteArray array("[");
    for (const QByteArrayView element : elements) {
        if (array.size() > 1)
            array += ',';
        array += element;
    }
    return array + ']';
}

tl::expected<QJsonValue, QString> parseJson(QByteArrayView json)
{
    // A document is an object or an array; an array can hold any value.
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson('[' + json.toByteArray() + ']', &error);
    if (error.error != QJsonParseError::NoError)
        return tl::make_unexpected(u"it is not valid JSON: %1"_s.arg(error.errorString()));
    const QJsonArray values = document.array();
    if (values.size() != 1)
        return tl::make_unexpected(u"it is not a single JSON value"_s);
    return values.first();
}

QString jsonKind(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Object:
        return u"an object"_s;
    case QJsonValue::Array:
        return u"an array"_s;
    case QJsonValue::String:
        return u"a string"_s;
    case QJsonValue::Double:
        return u"a number"_s;
    case QJsonValue::Bool:
        return value.toBool() ? u"true"_s : u"false"_s;
    default:
        return u"null"_s;
    }
}

} // namespace yardmaster
