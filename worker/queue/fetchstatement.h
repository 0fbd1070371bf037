#pragma once

#include <yardmaster/params.h>

#include <QByteArray>

namespace yardmaster {

struct FetchRequest;

/// The fetch of one shape of request, made for a plan the server can keep: rules that are not asked
/// for and the limit are constants of its text, so that a plan for any parameters is as good as one
/// for these. Planning the general text each time took 0.6 ms, twice as long as running it.
struct FetchStatement
{
    QByteArray name; ///< of the prepared statement; says the shape
    Params params;
    bool hasColumns = false; ///< FetchRequest::readsColumns

    /// The replacements of $1, $2… of the general text: a constant, or empty for the next
    /// parameter.
    std::vector<QByteArray> constants;

    [[nodiscard]] static FetchStatement of(const FetchRequest &request, const QString &workerId);
    /// @param general  fetch_jobs.sql, or fetch_single_jobs.sql for FetchKind::Single.
    [[nodiscard]] QByteArray text(const QByteArray &general) const;
};

/// The highest limit up to `limit`, 1.., that is a shape of its own: there are few, because the
/// server keeps a plan for each.
[[nodiscard]] int shapedLimit(int limit);

} // namespace yardmaster
