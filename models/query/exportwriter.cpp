#include "models/query/exportwriter.h"

#include "models/query/filterkeys.h"
#include "models/values/jobstate.h"
#include "models/values/payloaddocument.h"
#include "worker/json/jsonstring.h"
#include <yardmaster/rows.h>
#include <yardmaster/timestamp.h>

#include <QDateTime>
#include <QFileDevice>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isNumber(ExportColumn column)
{
    switch (column) {
    case ExportColumn::Id:
    case ExportColumn::Priority:
    case ExportColumn::Attempts:
    case ExportColumn::MaxAttempts:
    case ExportColumn::Revision:
        return true;
    default:
        return false;
    }
}

bool isTime(ExportColumn column)
{
    switch (column) {
    case ExportColumn::RunAt:
    case ExportColumn::CreatedAt:
    case ExportColumn::UpdatedAt:
    case ExportColumn::LockedAt:
        return true;
    default:
        return false;
    }
}

bool isJson(ExportColumn column)
{
    return column == ExportColumn::Payload || column == ExportColumn::Flags;
}

} // namespace

QByteArray csvText(QByteArray text, bool guardsFormulas)
{
    if (guardsFormulas && !text.isEmpty() && QByteArrayView("=+-@\t\r").contains(text.front()))
        text.prepend('\'');
    const bool needsQuotes
        = std::ranges::any_of(text,
                              [](char c) { return c == '"' || c == ',' || c == '\n' || c == '\r'; })
        || text.startsWith(' ') || text.endsWith(' ');
    if (!needsQuotes)
        return text;
    text.replace('"', "\"\"");
    return '"' + text + '"';
}

QByteArray exportTime(qint64 micros, const QTimeZone &zone)
{
    if (micros == std::numeric_limits<qint64>::max())
        return "infinity";
    if (micros == std::numeric_limits<qint64>::min())
        return "-infinity";
    qint64 seconds = micros / 1000000;
    qint64 rest = micros % 1000000;
    if (rest < 0) {
        rest += 1000000;
        --seconds;
    }
    // By hand: an export writes millions of them, and QDateTime takes ten times as long.
    const bool isUtc = zone == QTimeZone::utc();
    const int offset = isUtc ? 0 : zone.offsetFromUtc(QDateTime::fromSecsSinceEpoch(seconds, kUtc));
    const std::chrono::sys_seconds local{std::chrono::seconds(seconds + offset)};
    const auto day = std::chrono::floor<std::chrono::days>(local);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(local - day);
    std::array<char, 48> text{};
    const int length = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%06d",
                                     int(date.year()), unsigned(date.month()), unsigned(date.day()),
                                     int(clock.hours().count()), int(clock.minutes().count()),
                                     int(clock.seconds().count()), int(rest));
    QByteArray result(text.data(), length);
    if (offset == 0)
        return result + 'Z';
    std::snprintf(text.data(), text.size(), "%c%02d:%02d", offset < 0 ? '-' : '+',
                  std::abs(offset) / 3600, std::abs(offset) / 60 % 60);
    return result + text.data();
}

ExportWriter::ExportWriter(ExportStyle style, QIODevice *device)
    : m_style(std::move(style))
    , m_device(device)
{ }

void ExportWriter::begin()
{
    if (m_style.format == ExportFormat::Json) {
        write("[");
    } else if (m_style.format == ExportFormat::Csv) {
        QByteArrayList names;
        for (const ExportColumn column : m_style.columns)
            names << exportColumnName(column);
        write(names.join(',') + "\r\n");
    }
}

void ExportWriter::add(const Rows &rows, int row)
{
    QByteArrayList fields;
    if (m_style.format == ExportFormat::Csv) {
        for (const ExportColumn column : m_style.columns)
            fields << csvField(rows, row, column);
        write(fields.join(',') + "\r\n");
    } else {
        for (const ExportColumn column : m_style.columns)
            fields << '"' + exportColumnName(column) + "\":" + jsonValue(rows, row, column);
        const QByteArray object = '{' + fields.join(',') + '}';
        if (m_style.format == ExportFormat::Json)
            write((m_written > 0 ? ",\n" : "\n") + object);
        else
            write(object + '\n');
    }
    ++m_written;
}

void ExportWriter::end()
{
    if (m_style.format == ExportFormat::Json)
        write("\n]\n");
}

/// What it is as text; times and the state in words.
QByteArray ExportWriter::plainText(const Rows &rows, int row, ExportColumn column)
{
    if (isTime(column))
        return exportTime(rows.int64(row, int(column)), m_style.zone);
    if (column == ExportColumn::State)
        return QByteArray(filterStateName(JobState(rows.int64(row, int(column)))).data());
    const QByteArray text = rows.bytes(row, int(column)).toByteArray();
    if (column != ExportColumn::Payload || m_style.hiding.texts().isEmpty())
        return text;
    const PayloadDocumentPtr payload = PayloadDocument::read(text, m_style.hiding);
    m_hidden += payload->hiddenCount();
    return payload->redacted();
}

QByteArray ExportWriter::csvField(const Rows &rows, int row, ExportColumn column)
{
    if (rows.isNull(row, int(column)))
        return {};
    // A number cannot be a formula, and -10 must stay one.
    const bool isSafe = isNumber(column) || isTime(column);
    return csvText(plainText(rows, row, column), m_style.guardsFormulas && !isSafe);
}

QByteArray ExportWriter::jsonValue(const Rows &rows, int row, ExportColumn column)
{
    if (rows.isNull(row, int(column)))
        return "null";
    QByteArray text = plainText(rows, row, column);
    if (isNumber(column))
        return text;
    if (!isJson(column))
        return jsonString(text);
    if (m_style.format == ExportFormat::NdJson) {
        // Within strings JSON has no line breaks, so these are between tokens.
        text.replace('\n', ' ').replace('\r', ' ');
    }
    return text;
}

bool ExportWriter::flush()
{
    auto *file = qobject_cast<QFileDevice *>(m_device);
    m_hasFailed = m_hasFailed || (file && !file->flush());
    return !m_hasFailed;
}

void ExportWriter::write(const QByteArray &bytes)
{
    if (!m_hasFailed && m_device->write(bytes) != bytes.size())
        m_hasFailed = true;
}

} // namespace yardmaster
