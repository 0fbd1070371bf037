#pragma once

#include "models/query/exportformat.h"
#include "models/values/redaction.h"

#include <QTimeZone>

class QIODevice;

namespace yardmaster {

class Rows;

/// How an export is written. A value.
struct ExportStyle
{
    ExportFormat format = ExportFormat::Csv;
    QList<ExportColumn> columns = allExportColumns(); ///< in this order
    /// A text of a CSV file that a spreadsheet would take for a formula gets an apostrophe in
    /// front.
    bool guardsFormulas = true;
    QTimeZone zone = QTimeZone::utc(); ///< of times, which always name their offset
    RedactionRules hiding; ///< values of payloads that become "[hidden]"; of none: all stay
};

/// Writes jobs to a device as rows of export_page.sql come. Payloads and flags go into JSON as the
/// bytes the database holds, but for what is hidden (in NDJSON with line breaks between tokens as
/// spaces, since a line is an object). Any one thread.
class ExportWriter final
{
public:
    /// `device` is borrowed and open for writing.
    ExportWriter(ExportStyle style, QIODevice *device);
    Q_DISABLE_COPY_MOVE(ExportWriter)

    void begin();
    /// Columns of export_page.sql in order.
    void add(const Rows &rows, int row);
    void end();

    [[nodiscard]] qint64 written() const { return m_written; } ///< jobs
    [[nodiscard]] qint64 hidden() const { return m_hidden; }   ///< values of payloads
    /// The device took less than it was given: the disk is full, say.
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }
    /// Hands the device's own buffer on. @returns whether all of it was taken.
    [[nodiscard]] bool flush();

private:
    [[nodiscard]] QByteArray csvField(const Rows &rows, int row, ExportColumn column);
    [[nodiscard]] QByteArray jsonValue(const Rows &rows, int row, ExportColumn column);
    [[nodiscard]] QByteArray plainText(const Rows &rows, int row, ExportColumn column);
    void write(const QByteArray &bytes);

    const ExportStyle m_style;
    QIODevice *const m_device;
    qint64 m_written = 0;
    qint64 m_hidden = 0;
    bool m_hasFailed = false;
};

/// `text` as a field of RFC 4180, UTF-8.
[[nodiscard]] QByteArray csvText(QByteArray text, bool guardsFormulas);
/// "2026-11-20T15:03:07.123456+01:00" of microseconds since 1970; "infinity" and "-infinity".
[[nodiscard]] QByteArray exportTime(qint64 micros, const QTimeZone &zone);

} // namespace yardmaster
