#pragma once

#include "models/views/savedview.h"

namespace yardmaster {

/// The view a command line asks for by `--filter TEXT`.
/// @returns one sentence that quotes the wrong part if the filter is not understood.
[[nodiscard]] tl::expected<SavedView, QString> viewForFilter(const QString &text);

/// By `--view`: a file of views, of which the first is meant, or a link.
/// @returns one sentence if there is none in it, or its filter is not understood.
[[nodiscard]] tl::expected<SavedView, QString> viewForArgument(const QString &fileOrLink);

} // namespace yardmaster
