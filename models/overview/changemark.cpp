#include "models/overview/changemark.h"

#include "models/operations/loggedchange.h"
#include "models/operations/loggedmaintenance.h"
#include "models/query/shortread.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include "worker/json/visibletext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kMarkPatience = 3s;
constexpr auto kReadBack = 28 * 24h;   // the longest time that charts show
constexpr qsizetype kMarkedName = 60;  // characters
constexpr qsizetype kListedMarks = 12; // marks

struct ChangeMarkText
{
    Q_DECLARE_TR_FUNCTIONS(ChangeMark)
};

/// Foreign text in one line.
QString markedName(const QString &name)
{
    return name.trimmed().isEmpty() ? ChangeMarkText::tr("(no name)")
                                    : shownText(visibleLine(name), kMarkedName);
}

QString jobsText(const LoggedChange &change)
{
    return change.who.trimmed().isEmpty()
        ? change.title
        : ChangeMarkText::tr("%1, by %2").arg(change.title, markedName(change.who));
}

/// The rows of a file of this folder, see readIfThere().
Result<std::optional<Rows>> readMarks(Session &session, const QString &schema,
                                      const QStringList &relations, const char *file,
                                      Timestamp since)
{
    return readIfThere(session, schema, relations, kMarkPatience, sqlText(file, schema),
                       {param(qint64(since.time_since_epoch().count())), param(kMostChangeMarks)});
}

QString countText(qsizetype changes)
{
    return ChangeMarkText::tr("%1 changes", nullptr, pluralOf(changes)).arg(formatNumber(changes));
}

QString crontabText(qint64 entries, const QStringList &names)
{
    QStringList shown;
    for (const QString &name : names)
        shown << markedName(name);
    if (entries > shown.size())
        shown << u"…"_s;
    return entries == 1
        ? ChangeMarkText::tr("Crontab: new entry %1").arg(shown.join(QString()))
        : ChangeMarkText::tr("Crontab: %1 new entries, %2", nullptr, pluralOf(entries))
              .arg(formatNumber(entries), shown.join(u", "_s));
}

} // namespace

Result<ChangeMarks> readChangeMarks(Session &session, const MaintenanceLog &log)
{
    const auto now = session.query("select (extract(epoch from now()) * 1000000)::bigint");
    if (!now)
        return tl::make_unexpected(now.error());
    const Timestamp since = timestampAt(*now, 0, 0) - kReadBack;
    ChangeMarks marks;
    const auto changes = readLoggedChanges(session, log, since, kMostChangeMarks);
    if (!changes)
        return tl::make_unexpected(changes.error());
    for (const LoggedChange &change : *changes)
        marks << ChangeMark{change.at, ChangeMark::Kind::Jobs, jobsText(change)};
    const auto crontabs = readMarks(session, log.schema, {u"_private_known_crontabs"_s},
                                    "models/overview/crontab_marks.sql", since);
    if (!crontabs)
        return tl::make_unexpected(crontabs.error());
    for (int row = 0; *crontabs && row < (*crontabs)->count(); ++row)
        marks << ChangeMark{
            timestampAt(**crontabs, row, 0), ChangeMark::Kind::Crontab,
            crontabText((*crontabs)->int64(row, 1), (*crontabs)->text(row, 2).split(u'\n'))};
    const auto versions = readMarks(session, log.schema, {u"_yardmaster_history_marks"_s},
                                    "models/overview/version_marks.sql", since);
    if (!versions)
        return tl::make_unexpected(versions.error());
    for (int row = 0; *versions && row < (*versions)->count(); ++row)
        marks << ChangeMark{
            timestampAt(**versions, row, 0), ChangeMark::Kind::Version,
            ChangeMarkText::tr("First worker of %1").arg(markedName((*versions)->text(row, 1)))};
    std::ranges::stable_sort(marks, {}, &ChangeMark::at);
    if (marks.size() > kMostChangeMarks)
        marks.remove(0, marks.size() - kMostChangeMarks);
    return marks;
}

QString changesText(const ChangeMarks &marks)
{
    QStringList lines;
    if (marks.size() > 1)
        lines << countText(marks.size());
    const qsizetype cut = std::max<qsizetype>(0, marks.size() - kListedMarks);
    for (const ChangeMark &mark : marks.sliced(cut))
        lines << formatInstant(dateTime(mark.at)) + u" · "_s + mark.text;
    if (cut > 0)
        lines << ChangeMarkText::tr("and %1 earlier ones", nullptr, pluralOf(cut))
                     .arg(formatNumber(cut));
    return lines.join(u'\n');
}

QString changesLine(const ChangeMarks &marks)
{
    QStringList texts;
    for (const ChangeMark &mark : marks.first(std::min(marks.size(), kListedMarks)))
        texts << mark.text;
    if (marks.size() > kListedMarks)
        texts << u"…"_s;
    const QString text = texts.join(u"; "_s);
    return marks.size() > 1 ? countText(marks.size()) + u": "_s + text : text;
}

} // namespace yardmaster
