#include "app/cronreport.h"

#include <yardmaster/crondescription.h>

#include <QJsonArray>
#include <QJsonDocument>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// In the order they are written, which QJsonObject would not keep.
using Members = QList<std::pair<QByteArray, QByteArray>>;

QByteArray textJson(const QString &text)
{
    const QByteArray array = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return array.mid(1, array.size() - 2);
}

QByteArray objectJson(const Members &members)
{
    QByteArray json;
    for (const auto &[key, value] : members)
        json += (json.isEmpty() ? "{\"" : ",\"") + key + "\":" + value;
    return json + '}';
}

template <typename List, typename Json> QByteArray arrayJson(const List &list, Json json)
{
    QByteArrayList parts;
    for (const auto &element : list)
        parts << json(element);
    return '[' + parts.join(',') + ']';
}

QByteArray placesJson(const QList<CrontabProblem> &problems)
{
    return arrayJson(problems, [](const CrontabProblem &problem) {
        return objectJson({{"line", QByteArray::number(problem.line)},
                           {"column", QByteArray::number(problem.column)},
                           {"message", textJson(problem.text())}});
    });
}

Members entryMembers(const CrontabEntry &entry)
{
    return {{"line", QByteArray::number(entry.line)},
            {"task", textJson(entry.item.task)},
            {"identifier", textJson(entry.item.identifier)},
            {"description", textJson(describeSchedule(entry.schedule))}};
}

/// Text quoted from a crontab must not control the terminal.
QString printable(QString text)
{
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control)
            c = QChar::ReplacementCharacter;
    }
    return text;
}

QString entryText(const CrontabEntry &entry)
{
    const QString &task = entry.item.task;
    const QString &identifier = entry.item.identifier;
    return u"line %1  %2  %3"_s.arg(entry.line)
        .arg(identifier == task ? task : u"%1 (%2)"_s.arg(task, identifier),
             describeSchedule(entry.schedule));
}

/// `next()` is strictly after its argument; here `from` is included.
QList<QDateTime> occurrences(const CrontabEntry &entry, const QDateTime &from, int count)
{
    return entry.schedule.upcoming(from.addMSecs(-1), count);
}

} // namespace

QString problemsText(const QList<CrontabProblem> &problems, const QString &file,
                     const QString &prefix)
{
    QString text;
    for (const CrontabProblem &problem : problems) {
        text += u"%1:%2:%3: "_s.arg(file).arg(problem.line).arg(problem.column) + prefix
            + printable(problem.text()) + u'\n';
    }
    return text;
}

QByteArray problemsJson(const QList<CrontabProblem> &problems)
{
    return objectJson({{"errors", placesJson(problems)}}) + '\n';
}

QString entriesText(const Crontab &crontab, const QString &file)
{
    QString text;
    for (const CrontabEntry &entry : crontab.entries)
        text += entryText(entry) + u'\n';
    const qsizetype count = crontab.entries.size();
    return text
        + u"%1: %2 %3, no errors\n"_s.arg(file).arg(count).arg(count == 1 ? u"entry"_s
                                                                          : u"entries"_s);
}

QByteArray entriesJson(const Crontab &crontab)
{
    const QByteArray entries = arrayJson(
        crontab.entries, [](const CrontabEntry &entry) { return objectJson(entryMembers(entry)); });
    return objectJson({{"entries", entries}, {"warnings", placesJson(crontab.warnings)}}) + '\n';
}

QString occurrencesText(const Crontab &crontab, const QDateTime &from, int count)
{
    QString text;
    for (const CrontabEntry &entry : crontab.entries) {
        text += entryText(entry) + u'\n';
        for (const QDateTime &time : occurrences(entry, from, count)) {
            text += u"  "_s + time.toString(Qt::ISODate);
            if (!entry.schedule.isUtc()) {
                const QDateTime local = time.toTimeZone(entry.schedule.timeZone());
                text += u"  %1 %2"_s.arg(local.toString(u"yyyy-MM-dd HH:mm"_s),
                                         local.timeZoneAbbreviation());
            }
            text += u'\n';
        }
    }
    return text;
}

QByteArray occurrencesJson(const Crontab &crontab, const QDateTime &from, int count)
{
    return arrayJson(crontab.entries,
                     [&](const CrontabEntry &entry) {
                         Members members = entryMembers(entry);
                         const auto times = occurrences(entry, from, count);
                         members.append({"next", arrayJson(times, [](const QDateTime &time) {
                                             return textJson(time.toString(Qt::ISODate));
                                         })});
                         return objectJson(members);
                     })
        + '\n';
}

} // namespace yardmaster
