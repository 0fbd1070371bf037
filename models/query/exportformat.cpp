#include "models/query/exportformat.h"

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array<const char *, kExportColumns> kNames{
    "id",        "state",     "task_identifier", "queue_name", "key",        "priority",
    "run_at",    "attempts",  "max_attempts",    "last_error", "created_at", "updated_at",
    "locked_at", "locked_by", "revision",        "flags",      "payload"};

} // namespace

QString exportFormatName(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return u"csv"_s;
    case ExportFormat::Json:
        return u"json"_s;
    case ExportFormat::NdJson:
        return u"ndjson"_s;
    }
    Q_UNREACHABLE();
}

std::optional<ExportFormat> exportFormatFrom(const QString &name)
{
    for (const ExportFormat format :
         {ExportFormat::Csv, ExportFormat::Json, ExportFormat::NdJson}) {
        if (exportFormatName(format) == name)
            return format;
    }
    return std::nullopt;
}

QByteArray exportColumnName(ExportColumn column)
{
    return kNames.at(size_t(column));
}

std::optional<ExportColumn> exportColumnFrom(const QString &name)
{
    for (const ExportColumn column : allExportColumns()) {
        if (QString::fromLatin1(exportColumnName(column)) == name)
            return column;
    }
    return std::nullopt;
}

QList<ExportColumn> allExportColumns()
{
    QList<ExportColumn> columns;
    for (int i = 0; i < kExportColumns; ++i)
        columns << ExportColumn(i);
    return columns;
}

} // namespace yardmaster
