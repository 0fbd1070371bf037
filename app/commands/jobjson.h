#pragma once

#include "models/query/exportformat.h"
#include "models/query/jobdetails.h"
#include "models/values/redaction.h"

namespace yardmaster {

/// Builds one JSON object, key by key. Values are JSON already.
class JsonObjectText final
{
public:
    void add(QByteArrayView key, QByteArrayView json);
    void addText(QByteArrayView key, const QString &text);
    /// null if it is empty.
    void addTextOrNull(QByteArrayView key, const QString &text);
    void addNumber(QByteArrayView key, qint64 number);
    void addBool(QByteArrayView key, bool value) { add(key, value ? "true" : "false"); }
    /// An array of texts.
    void addList(QByteArrayView key, const QStringList &texts);
    /// As jobs export writes it.
    void addTime(QByteArrayView key, const std::optional<Timestamp> &time);
    /// Under the name that jobs export has for it.
    void add(ExportColumn column, QByteArrayView json) { add(exportColumnName(column), json); }

    [[nodiscard]] QByteArray text() const { return '{' + m_text + '}'; }

private:
    QByteArray m_text;
};

/// A line of `jobs list --json`; without the payload, and the error as far as it was read.
[[nodiscard]] QByteArray rowJson(const JobRow &job);
/// All of a job, under the names that jobs export has.
/// @param hiding  values of the payload that become "[hidden]".
[[nodiscard]] JsonObjectText recordJson(const JobRecord &job, JobState state,
                                        const RedactionRules &hiding);

} // namespace yardmaster
