#pragma once

#include "models/query/filter.h"
#include "models/values/redaction.h"

#include <QVariant>

#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

/// What a list shows of one place in a job's payload. A value.
struct PayloadCell
{
    enum class Kind {
        Unread, ///< not read yet
        Missing,
        Null,
        Object,
        Array,
        String,
        Number,
        Boolean,
        TooLong,    ///< the payload is, to look into thousands of its kind
        Unreadable, ///< to PostgreSQL: \u0000, or half a character
    };

    Kind kind = Kind::Unread;
    QString text;          ///< the beginning of what #>> gives, at most kPayloadPreview characters
    bool isCut = false;    ///< there is more
    bool isHidden = false; ///< some of it is not to be seen
    QString shown;         ///< what may be seen, see dressPayloadCell()

    [[nodiscard]] bool operator==(const PayloadCell &) const = default;
};

/// Characters.
inline constexpr int kPayloadPreview = 200;
/// Columns of a list; each costs the server a look into every payload that is listed.
inline constexpr int kMostPayloadColumns = 8;

/// Reads `user.id` or `payload.user.id`, with quotes round names as in filters:
/// `payload."first name".0`. Errors: one sentence. Any thread.
[[nodiscard]] tl::expected<QStringList, QString> parsePayloadPath(const QString &text);

/// As FilterSql::payloadCell() gives it; null: nothing is there.
[[nodiscard]] PayloadCell payloadCellFrom(const std::optional<QString> &answer);
/// Sets what may be seen of it.
void dressPayloadCell(PayloadCell *cell, const QStringList &path, const RedactionRules &rules);

/// One line.
[[nodiscard]] QString payloadCellText(const PayloadCell &cell);
/// What the text does not say; may be empty.
[[nodiscard]] QString payloadCellToolTip(const PayloadCell &cell);
/// For copying: numbers that a double holds and truth values as such, null for nothing.
[[nodiscard]] QVariant payloadCellValue(const PayloadCell &cell);
/// The cell as a filter asks for it; nullopt if it cannot, or would tell what is hidden.
[[nodiscard]] std::optional<FilterTerm> payloadCellTerm(const PayloadCell &cell,
                                                        const QStringList &path);

} // namespace yardmaster
