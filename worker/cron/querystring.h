#pragma once

#include <QList>
#include <QString>

namespace yardmaster {

/// One `key=value` of a query string, decoded.
struct QueryPair
{
    QString key;
    QString value;
    qsizetype offset = 0; ///< where the pair begins
    qsizetype length = 0;
};

/// Splits as Node's querystring.parse() does: plus signs are spaces, wrong percent signs are left,
/// empty pairs and all after the 1000th are ignored.
[[nodiscard]] QList<QueryPair> parseQueryString(QStringView text);

} // namespace yardmaster
