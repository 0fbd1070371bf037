#pragma once

#include <yardmaster/dberror.h>

#include <QString>

namespace yardmaster {

/// A failure to read the queue, for people: what happened and what to try, one or two sentences.
[[nodiscard]] QString errorSentence(const DbError &error);

/// What kind of failure it is, in a few words: "Connection lost".
[[nodiscard]] QString errorTitle(const DbError &error);

} // namespace yardmaster
