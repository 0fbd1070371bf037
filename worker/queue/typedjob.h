#pragma once

#include "worker/queue/jobspec.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <concepts>

namespace yardmaster {

/// A payload that knows its task:
///
///     struct SendEmail
///     {
///         static constexpr QLatin1StringView identifier{"send_email"};
///         QString to;
///         [[nodiscard]] QJsonObject toJson() const { return {{u"to"_s, to}}; }
///     };
template <typename T>
concept TypedJob = requires(const T &job)
{
    QString(T::identifier);
    {
        job.toJson()
        } -> std::same_as<QJsonObject>;
};

/// `options` with the identifier and payload of `job`.
template <TypedJob T> [[nodiscard]] JobSpec jobSpec(const T &job, JobSpec options = {})
{
    options.identifier = QString(T::identifier);
    options.payload = QJsonDocument(job.toJson()).toJson(QJsonDocument::Compact);
    return options;
}

} // namespace yardmaster
