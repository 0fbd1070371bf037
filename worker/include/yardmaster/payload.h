#pragma once

#include <yardmaster/json.h>

#include <QJsonObject>

#include <concepts>

namespace yardmaster {

namespace detail {

template <typename T>
concept FromJsonObject = requires(const QJsonObject &object)
{
    {
        T::fromJson(object)
        } -> std::convertible_to<tl::expected<T, QString>>;
};
template <typename T>
concept FromJsonValue = requires(const QJsonValue &value)
{
    {
        T::fromJson(value)
        } -> std::convertible_to<tl::expected<T, QString>>;
};

} // namespace detail

/// A type that payloads can be read into: it has
///     static tl::expected<T, QString> fromJson(const QJsonObject &);   // or const QJsonValue &
/// which returns the value, or one sentence about the error.
template <typename T>
concept Payload = detail::FromJsonObject<T> || detail::FromJsonValue<T>;

/// @returns the value, or one sentence that says why `json` is no T. Numbers pass through QJson:
/// whole ones beyond 64 bits lose digits; TaskContext::job has the text itself.
template <Payload T> [[nodiscard]] tl::expected<T, QString> readPayload(QByteArrayView json)
{
    const tl::expected<QJsonValue, QString> value = parseJson(json);
    if (!value)
        return tl::make_unexpected(value.error());
    if constexpr (detail::FromJsonValue<T>) {
        return T::fromJson(*value);
    } else {
        if (!value->isObject())
            return tl::make_unexpected(
                QStringLiteral("it is %1, not an object").arg(jsonKind(*value)));
        return T::fromJson(value->toObject());
    }
}

} // namespace yardmaster
