#pragma once

#include "models/values/jobstate.h"

#include <QList>
#include <QString>

#include <optional>

namespace yardmaster {

/// A view that is always there.
struct BuiltInView
{
    QString name;
    QString filter;
    QString meaning;               ///< one sentence
    std::optional<JobState> state; ///< whose glyph stands for it
};

/// In the order to show them, the ones that want attention first.
[[nodiscard]] QList<BuiltInView> builtInViews();

} // namespace yardmaster
