#pragma once

#include <yardmaster/jobspec.h>

#include <QJsonDocument>
#include <QJsonObject>

#include <concepts>
#include <vector>

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

/// One for each, all with the same options, so without a key.
template <TypedJob T>
[[nodiscard]] std::vector<JobSpec> jobSpecs(const std::vector<T> &jobs, const JobSpec &options = {})
{
    std::vector<JobSpec> specs;
    specs.reserve(jobs.size());
    for (const T &job : jobs)
        specs.push_back(jobSpec(job, options));
    return specs;
}

} // namespace yardmaster
