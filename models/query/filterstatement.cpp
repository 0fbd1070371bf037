#include "models/query/filterstatement.h"

#include "worker/db/sqltext.h"

namespace yardmaster {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

QByteArray literal(const Param &param)
{
    return param ? quotedLiteral(QString::fromUtf8(*param)) : QByteArray("null");
}

} // namespace

QByteArray withLiterals(const QByteArray &sql, const Params &params)
{
    QByteArray result;
    for (qsizetype i = 0; i < sql.size(); ++i) {
        const char c = sql.at(i);
        if (c == '\'' || c == '"') {
            qsizetype end = sql.indexOf(c, i + 1); // a doubled quote is two texts side by side
            end = end < 0 ? sql.size() - 1 : end;
            result += sql.sliced(i, end - i + 1);
            i = end;
            continue;
        }
        qsizetype end = i + 1;
        while (c == '$' && end < sql.size() && isDigit(sql.at(end)))
            ++end;
        const int number = sql.sliced(i + 1, end - i - 1).toInt();
        if (number > 0 && size_t(number) <= params.size()) {
            result += literal(params[size_t(number) - 1]);
            i = end - 1;
        } else {
            result += c;
        }
    }
    return result;
}

QString filterStatement(const Filter &filter, const FilterContext &context)
{
    Params params;
    FilterSql sql(context, &params);
    QByteArrayList conditions;
    for (const FilterTerm &term : filter.terms)
        conditions << sql.condition(term);
    QByteArray text
        = "select jobs.id\nfrom " + quotedIdentifier(context.schema) + "._private_jobs as jobs";
    if (!conditions.isEmpty())
        text += "\nwhere " + conditions.join("\n  and ");
    text += "\norder by jobs.id desc;";
    return QString::fromUtf8(withLiterals(text, params));
}

} // namespace yardmaster
