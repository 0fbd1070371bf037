#pragma once

#include <yardmaster/timestamp.h>

#include <QStringView>
#include <QTimeZone>

#include <optional>

namespace yardmaster {

/// A moment as a person types it: `now`, `in 10 min`, `+1h30m`, `14:30` (the next time it is that
/// late), `tomorrow`, `tomorrow 9:00`, `2026-11-20 14:00`, with seconds, `Z` or an offset, `never`
/// (Timestamp::max()). nullopt: none of these.
/// @param zone  what is written without an offset means.
[[nodiscard]] std::optional<Timestamp> parseTypedTime(QStringView text, Timestamp now,
                                                      const QTimeZone &zone);

/// "2026-11-20 14:03:07 UTC (15:03:07 CET here)": by the clock that is shown and, if that is not
/// the local one, by that.
[[nodiscard]] QString describeMoment(Timestamp time);

} // namespace yardmaster
