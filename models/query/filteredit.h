#pragma once

#include "models/query/filter.h"

#include <optional>

namespace yardmaster {

/// A cell of the list as a filter says it, e.g. FilterKey::Task, "send_email"; an empty text is a
/// job without. nullopt for what cannot be asked for (there is no equal moment).
[[nodiscard]] std::optional<FilterTerm> termForValue(FilterKey key, const QString &text);
[[nodiscard]] FilterTerm termForPayload(const QStringList &path, const QString &text);
/// "payload.user.id": a place in the payload as a filter names it.
[[nodiscard]] QString payloadPathText(const QStringList &path);

/// `text` as a part of a PostgreSQL pattern that finds exactly it.
[[nodiscard]] QString escapedPattern(const QString &text);

/// The filter that also asks for `term`: it takes the place of what was asked about the same thing,
/// because a job has one task, one state… Terms that exclude stay, unless they exclude this.
[[nodiscard]] Filter filterWith(Filter filter, const FilterTerm &term);

/// The filter that also leaves out what `term` asks for.
[[nodiscard]] Filter filterWithout(Filter filter, const FilterTerm &term);

} // namespace yardmaster
