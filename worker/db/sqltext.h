#pragma once

#include <QByteArray>
#include <QString>

namespace yardmaster {

/// `name` as an SQL identifier, always quoted: my "schema" → "my ""schema""".
[[nodiscard]] QByteArray quotedIdentifier(QStringView name);

/// `text` as an SQL string literal.
[[nodiscard]] QByteArray quotedLiteral(QStringView text);

/// A compiled-in `.sql` file, or the program of a task host, unchanged, e.g.
/// "migrations/graphile/000001.sql". Any thread.
[[nodiscard]] QByteArray sqlSource(const char *file);

/// A statement from a compiled-in `.sql` file, e.g. `sqlText("worker/queue/fetch_jobs.sql",
/// schema)`. The files use psql's own spellings, :"schema" for the quoted identifier and :'schema'
/// for the literal, so `psql -v schema=graphile_worker -f FILE` runs them as they are. Comment
/// lines are dropped. A missing file is a programmer error. Any thread; cache the result on hot
/// paths.
[[nodiscard]] QByteArray sqlText(const char *file, QStringView schema);

} // namespace yardmaster
