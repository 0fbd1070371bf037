#include <yardmaster/crontab.h>

#include "worker/cron/crontabline.h"
#include "worker/cron/crontimezone.h"
#include "worker/json/jstext.h"
#include <yardmaster/json.h>

#include <QDate>
#include <QHash>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

void sortByPlace(QList<CrontabProblem> *problems)
{
    std::ranges::stable_sort(*problems, [](const CrontabProblem &a, const CrontabProblem &b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
}

/// graphile-worker accepts such values, and then fails whenever the job is due.
QString whatTheDatabaseRefuses(const CronItem &item)
{
    JobSpec spec;
    spec.identifier = item.task;
    spec.queueName = item.options.queueName;
    spec.maxAttempts = item.options.maxAttempts;
    spec.priority = item.options.priority;
    spec.jobKey = item.options.jobKey;
    spec.flags = item.options.flags;
    const auto fine = spec.validate();
    return fine ? QString() : fine.error().message;
}

/// Every entry after the first one of its identifier.
void refuseDuplicates(Crontab *crontab, const QString &unit, const QString &hint)
{
    QHash<QString, int> lines;
    for (const CrontabEntry &entry : std::as_const(crontab->entries)) {
        const QString &identifier = entry.item.identifier;
        const auto first = lines.constFind(identifier);
        if (first == lines.cend()) {
            lines.insert(identifier, entry.line);
            continue;
        }
        crontab->problems.append(
            {entry.line, entry.task.column, entry.task.length,
             u"the identifier '%1' is taken by %2 %3"_s.arg(identifier, unit).arg(*first), hint});
    }
}

void addWarnings(const CrontabEntry &entry, Crontab *crontab)
{
    const CrontabSpan &place = entry.task;
    const auto warn = [&](const QString &message, const QString &hint) {
        crontab->warnings.append({entry.line, place.column, place.length, message, hint});
    };
    if (const QString refusal = whatTheDatabaseRefuses(entry.item); !refusal.isEmpty())
        warn(refusal, u"the database will refuse the job whenever it is due"_s);
    static const QDateTime anyTime(QDate(2000, 1, 1).startOfDay(QTimeZone::utc()));
    if (!entry.schedule.hasMatcher() && !entry.schedule.next(anyTime))
        warn(u"'%1' is never due"_s.arg(entry.item.identifier), u"no month has such a day"_s);
}

} // namespace

Crontab parseCrontab(QByteArrayView text, CrontabDialect dialect)
{
    Crontab crontab;
    if (text.startsWith("\xef\xbb\xbf"))
        text = text.sliced(3);
    int number = 0;
    for (qsizetype begin = 0; begin <= text.size();) {
        qsizetype end = text.indexOf('\n', begin);
        if (end < 0)
            end = text.size();
        qsizetype bad = -1;
        const QString line = decodeUtf8(text.sliced(begin, end - begin), &bad);
        ++number;
        begin = end + 1;
        // graphile-worker does not read comments either.
        if (bad >= 0 && !line.trimmed().startsWith(u'#')) {
            crontab.problems.append(
                {number, int(bad) + 1, 1, u"this is not UTF-8"_s, u"save the file as UTF-8"_s});
        } else if (auto entry = parseCrontabLine(line, number, dialect, &crontab.problems)) {
            addWarnings(*entry, &crontab);
            crontab.entries.append(std::move(*entry));
        }
    }
    refuseDuplicates(&crontab, u"line"_s, u"give this one another with ?id=…"_s);
    sortByPlace(&crontab.problems);
    return crontab;
}

Crontab crontabFromItems(const QList<CronItem> &items)
{
    Crontab crontab;
    for (qsizetype i = 0; i < items.size(); ++i) {
        CrontabEntry entry;
        entry.item = items[i];
        entry.line = int(i) + 1;
        CronItem &item = entry.item;
        if (item.identifier.isEmpty())
            item.identifier = item.task;
        const qsizetype before = crontab.problems.size();
        const auto refuse = [&](const QString &message, const QString &hint = {}) {
            crontab.problems.append({entry.line, 0, 0, message, hint});
        };

        QTimeZone zone;
        if (!item.options.timeZone.isEmpty()) {
            zone = cronTimeZone(item.options.timeZone);
            if (!zone.isValid()) {
                refuse(
                    u"there is no time zone '%1'"_s.arg(QString::fromUtf8(item.options.timeZone)),
                    u"use an IANA name, such as Europe/Paris"_s);
            }
        }
        if (item.matcher) {
            entry.schedule = CronSchedule(item.matcher, zone);
        } else if (auto schedule
                   = CronSchedule::parse(item.schedule, CrontabDialect::Extended, zone)) {
            entry.schedule = *schedule;
        } else {
            for (const CrontabProblem &problem : schedule.error())
                refuse(problem.message, problem.hint);
        }
        if (const QString refusal = whatTheDatabaseRefuses(item); !refusal.isEmpty())
            refuse(refusal);
        if (item.options.backfillPeriod < std::chrono::milliseconds(0))
            refuse(u"the backfill period is negative"_s);
        item.options.backfillPeriod = std::min(item.options.backfillPeriod, kLongestBackfill);
        if (!item.payload.isEmpty()) {
            const QByteArray compact = isJson(item.payload) ? compactJson(item.payload) : "";
            if (!compact.startsWith('{'))
                refuse(u"the payload is not a JSON object"_s);
        }
        if (crontab.problems.size() == before) {
            addWarnings(entry, &crontab);
            crontab.entries.append(std::move(entry));
        }
    }
    refuseDuplicates(&crontab, u"item"_s, u"set CronItem::identifier"_s);
    sortByPlace(&crontab.problems);
    return crontab;
}

} // namespace yardmaster
