#pragma once

#include <yardmaster/jobspec.h>

#include <tl/expected.hpp>

namespace yardmaster {

/// A line of NDJSON as a job to be added: an object with task_identifier and, as wanted, payload,
/// queue_name, run_at, max_attempts, key, job_key_mode, priority and flags. Null means unset. The
/// payload is kept to the letter.
/// @returns one sentence per mistake, joined by newlines, if there is any.
[[nodiscard]] tl::expected<JobSpec, QString> jobSpecFromLine(const QByteArray &line);

/// A time as a person types it, or PostgreSQL writes it; UTC unless it names an offset.
[[nodiscard]] std::optional<Timestamp> runAtFrom(const QString &text);

} // namespace yardmaster
