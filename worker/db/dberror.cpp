#include <yardmaster/dberror.h>

#include <QStringList>

namespace yardmaster {

using namespace Qt::StringLiterals;

DbError::Kind kindOfSqlState(QStringView state)
{
    using Kind = DbError::Kind;
    if (state.isEmpty())
        return Kind::Statement;
    if (state.startsWith("08"_L1) || state == "57P01"_L1 || state == "57P02"_L1
        || state == "57P03"_L1 || state == "57P05"_L1)
        return Kind::ConnectionLost;
    if (state == "42501"_L1)
        return Kind::PermissionDenied;
    if (state == "57014"_L1)
        return Kind::Cancelled;
    if (state == "40001"_L1 || state == "40P01"_L1 || state == "55P03"_L1)
        return Kind::Contention;
    if (state == "23505"_L1)
        return Kind::UniqueViolation;
    if (state.startsWith("23"_L1))
        return Kind::ConstraintViolation;
    if (state.startsWith("22"_L1))
        return Kind::InvalidInput;
    if (state.startsWith("28"_L1))
        return Kind::Authentication;
    if (state == "3F000"_L1 || state == "42P01"_L1)
        return Kind::SchemaMissing;
    return Kind::Statement;
}

QString singleLine(QString text)
{
    for (const QLatin1StringView prefix : {"FATAL:  "_L1, "ERROR:  "_L1})
        text.remove(prefix);
    // With several hosts or addresses libpq writes one line each; "\t" starts a continuation. Where
    // that begins a sentence, the line before has no full stop. The same advice comes once.
    QStringList reasons;
    QStringList advice;
    bool isAdvice = false;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const QString trimmed = line.trimmed();
        if (trimmed.isEmpty())
            continue;
        if (!line.startsWith(u'\t') || reasons.isEmpty()) {
            isAdvice = false;
            reasons << trimmed;
        } else if (isAdvice) {
            advice.last() += u' ' + trimmed;
        } else if (trimmed.at(0).isUpper() && !u".;:,"_s.contains(reasons.last().back())) {
            isAdvice = true;
            advice << trimmed;
        } else {
            reasons.last() += u' ' + trimmed;
        }
    }
    reasons.removeDuplicates();
    advice.removeDuplicates();
    return (QStringList{reasons.join("; "_L1)} + advice).join(". "_L1);
}

} // namespace yardmaster
