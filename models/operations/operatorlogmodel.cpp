#include "models/operations/operatorlogmodel.h"

#include "models/operations/loglines.h"
#include "models/operations/operatorlog.h"
#include "models/query/outputfile.h"
#include "models/session/delivery.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kTail = 16 * 1024 * 1024; // bytes

Result<LogLines> linesOf(Session &session, const QString &schema)
{
    LogLines last;
    qint64 left = kTail;
    return readSharedLog(session, schema, LogOrder::NewestFirst,
                         [&](const QByteArray &line) {
                             last.isCut = left <= 0;
                             if (last.isCut)
                                 return false;
                             last.lines << line;
                             left -= line.size();
                             return true;
                         })
        .map([&] { return std::move(last); });
}

OperatorLogEntry entryFrom(const QJsonObject &object, const QByteArray &line)
{
    const auto text
        = [&object](const char *name) { return object.value(QLatin1StringView(name)).toString(); };
    // In a schema's log, time and login are the server's.
    const bool isShared = object.contains("logged_at"_L1);
    const QString dbUser = text(isShared ? "logged_by" : "db_user");
    OperatorLogEntry entry;
    entry.at = QDateTime::fromString(text(isShared ? "logged_at" : "at"), Qt::ISODateWithMs);
    entry.who = loggedWho(text("os_user"), dbUser);
    entry.what = text("kind");
    const QJsonValue before = object.value("before"_L1); // of an action: facts by name
    entry.jobs
        = before.isObject() ? int(before["jobs"_L1].toInteger()) : int(before.toArray().size());
    if (entry.what == "add"_L1)
        entry.what += u' ' + before["task"_L1].toString();
    entry.where = text("connection");
    if (!text("schema").isEmpty())
        entry.where += u' ' + text("schema");
    entry.line = line;
    return entry;
}

QString outcomeText(const QJsonObject &object)
{
    QString text = object.value("outcome"_L1).toString();
    if (const QJsonValue job = object.value("changed"_L1)["job"_L1]; job.isDouble())
        text += u", job %1"_s.arg(job.toInteger());
    if (object.contains("error"_L1))
        text += u": "_s + object.value("error"_L1).toString();
    return text;
}

QList<OperatorLogEntry> entriesFrom(const QList<QByteArray> &lines, const QString &text)
{
    QList<OperatorLogEntry> entries;
    QHash<QString, QString> outcomes; // written after what they belong to, so found before it
    for (const QByteArray &line : lines) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        if (object.isEmpty())
            continue;
        const QString batch = object.value("operation"_L1).toString() + u'/'
            + QString::number(object.value("batch"_L1).toInteger());
        if (object.contains("outcome"_L1)) {
            outcomes.insert(batch, outcomeText(object));
            continue;
        }
        OperatorLogEntry entry = entryFrom(object, line);
        entry.outcome = outcomes.value(batch);
        const QString all = QString::fromUtf8(line) + entry.outcome;
        if (text.isEmpty() || all.contains(text, Qt::CaseInsensitive))
            entries << std::move(entry);
        if (entries.size() > OperatorLogModel::kMostRows)
            break;
    }
    return entries;
}

Result<void> exportRows(Session &session, const QString &schema, const QString &path)
{
    return writeWhole(path, [&](QIODevice *target) {
        return readSharedLog(session, schema, LogOrder::OldestFirst, [&](const QByteArray &line) {
            return target->write(line + '\n') == line.size() + 1;
        });
    });
}

} // namespace

OperatorLogModel::OperatorLogModel(QString folder, SessionPool sessions, QString schema,
                                   QObject *parent)
    : RowsModel(parent)
    , m_folder(std::move(folder))
    , m_schema(std::move(schema))
    , m_queue(std::move(sessions), SessionPool::Use::Long)
{
    setColumns({
        {.id = "at"_L1,
         .title = tr("When"),
         .text = [](const OperatorLogEntry &entry) { return formatInstant(entry.at); },
         .widest = u"2026-11-20 14:03:07 CEST"_s},
        {.id = "who"_L1,
         .title = tr("Who"),
         .text = [](const OperatorLogEntry &entry) { return entry.who; },
         .widest = u"operator as operator"_s},
        {.id = "what"_L1,
         .title = tr("What"),
         .text = [](const OperatorLogEntry &entry) { return entry.what; },
         .widest = u"add send_newsletter"_s},
        {.id = "jobs"_L1,
         .title = tr("Jobs"),
         .text = [](const OperatorLogEntry &entry) { return formatNumber(entry.jobs); },
         .isFigure = true,
         .widest = u"1,000,000"_s,
         .raw = [](const OperatorLogEntry &entry) { return entry.jobs; }},
        {.id = "outcome"_L1,
         .title = tr("Outcome"),
         .text =
             [](const OperatorLogEntry &entry) {
                 return entry.outcome.isEmpty() ? tr("not known") : entry.outcome;
             },
         .widest = u"committed, job 1234567890"_s},
        {.id = "where"_L1,
         .title = tr("Where"),
         .text = [](const OperatorLogEntry &entry) { return entry.where; }},
    });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] { tellAll(); });
}

Result<OperatorLogModel::Tail> OperatorLogModel::readFiles(const QString &folder,
                                                           const QString &text)
{
    const LogLines last = newestLogLines(folder, kTail);
    return Tail{entriesFrom(last.lines, text), last.isCut, false};
}

Result<OperatorLogModel::Tail> OperatorLogModel::readRows(Session &session, const QString &schema,
                                                          const QString &text)
{
    const auto isShared = hasSharedLog(session, schema);
    if (!isShared)
        return tl::make_unexpected(isShared.error());
    if (!*isShared)
        return Tail{};
    return linesOf(session, schema).map([&](const LogLines &last) {
        return Tail{entriesFrom(last.lines, text), last.isCut, true};
    });
}

void OperatorLogModel::load(Source source, const QString &text)
{
    m_isLoading = true;
    deliver(source == Source::Computer ? QtConcurrent::run(readFiles, m_folder, text)
                                       : m_queue.run(withSession(&readRows, m_schema, text)),
            this, [this, epoch = ++m_epoch](const Result<Tail> &answer) {
                if (epoch == m_epoch)
                    onLoaded(answer);
            });
}

void OperatorLogModel::onLoaded(const Result<Tail> &answer)
{
    m_isLoading = false;
    m_error = answer ? std::nullopt : std::optional(answer.error());
    Tail tail = answer.value_or(Tail{});
    m_isCut = tail.isCut || tail.entries.size() > kMostRows;
    m_isShared = tail.isShared;
    tail.entries.resize(std::min<qsizetype>(tail.entries.size(), kMostRows));
    reset(std::move(tail.entries));
    Q_EMIT loaded();
}

void OperatorLogModel::exportTo(Source source, const QString &path)
{
    const auto inFiles = [folder = m_folder, path] { return OperatorLog(folder).exportTo(path); };
    deliver(source == Source::Computer ? QtConcurrent::run(inFiles)
                                       : m_queue.run(withSession(&exportRows, m_schema, path)),
            this, [this, path](const Result<void> &done) {
                Q_EMIT exported(path, done ? QString() : done.error().message);
            });
}

} // namespace yardmaster
