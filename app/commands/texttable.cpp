#include "app/commands/texttable.h"

#include "models/values/format.h"
#include "worker/json/visibletext.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

QString textTable(const std::vector<QStringList> &rows, const QList<qsizetype> &numbers)
{
    std::vector<QStringList> cells;
    std::vector<qsizetype> widths;
    for (const QStringList &row : rows) {
        QStringList visible;
        widths.resize(size_t(row.size()));
        for (qsizetype column = 0; column < row.size(); ++column) {
            visible << visibleLine(row[column]);
            qsizetype &width = widths[size_t(column)];
            width = std::max(width, visible.last().size());
        }
        cells.push_back(std::move(visible));
    }
    QString text;
    for (const QStringList &row : cells) {
        QStringList line;
        for (qsizetype column = 0; column < row.size(); ++column) {
            const qsizetype width = widths[size_t(column)];
            line << (numbers.contains(column) ? row[column].rightJustified(width)
                                              : row[column].leftJustified(width));
        }
        QString joined = line.join("  "_L1);
        while (joined.endsWith(u' '))
            joined.chop(1);
        text += joined + u'\n';
    }
    return text;
}

QString utcText(Timestamp time)
{
    return isFinite(time) ? dateTime(time).toString(u"yyyy-MM-dd HH:mm:ss"_s) : u"never"_s;
}

QString jobsText(qint64 jobs)
{
    return jobs == 1 ? u"1 job"_s : u"%1 jobs"_s.arg(formatNumber(jobs));
}

} // namespace yardmaster
