#include "models/operations/operatorlogmodel.h"

#include "models/format.h"
#include "models/operations/operatorlog.h"

#include <QFutureWatcher>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtConcurrent>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kTail = 16 * 1024 * 1024; // bytes

/// The last bytes of the log, whole lines, the newest first.
QList<QByteArray> lastLines(const QString &folder)
{
    QList<QByteArray> lines;
    qint64 left = kTail;
    const QStringList files = OperatorLog(folder).files();
    for (qsizetype i = files.size() - 1; i >= 0 && left > 0; --i) {
        QFile file(files[i]);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const qint64 size = file.size();
        const bool isCut = size > left;
        if (isCut)
            file.seek(size - left);
        QByteArray text = file.readAll();
        if (isCut)
            text.remove(0, text.indexOf('\n') + 1);
        left -= size;
        const QList<QByteArray> found = text.split('\n');
        for (qsizetype line = found.size() - 1; line >= 0; --line) {
            if (!found[line].isEmpty())
                lines << found[line];
        }
    }
    return lines;
}

OperatorLogModel::Entry entryFrom(const QJsonObject &object, const QByteArray &line)
{
    const auto text
        = [&object](const char *name) { return object.value(QLatin1StringView(name)).toString(); };
    OperatorLogModel::Entry entry;
    entry.at = QDateTime::fromString(text("at"), Qt::ISODateWithMs);
    entry.who = text("os_user") == text("db_user")
        ? text("os_user")
        : u"%1 as %2"_s.arg(text("os_user"), text("db_user"));
    entry.what = text("kind");
    const QJsonValue before = object.value("before"_L1); // of an action: figures by name
    entry.jobs
        = before.isObject() ? int(before["jobs"_L1].toInteger()) : int(before.toArray().size());
    if (entry.what == "add"_L1) {
        entry.what = u"add "_s + text("task");
        entry.jobs = 1;
    }
    entry.where = text("connection");
    if (!text("schema").isEmpty())
        entry.where += u' ' + text("schema");
    entry.line = line;
    return entry;
}

QString outcomeText(const QJsonObject &object)
{
    QString text = object.value("outcome"_L1).toString();
    if (object.contains("job"_L1))
        text += u", job %1"_s.arg(object.value("job"_L1).toInteger());
    if (object.contains("error"_L1))
        text += u": "_s + object.value("error"_L1).toString();
    return text;
}

QList<OperatorLogModel::Entry> readEntries(const QString &folder, const QString &text)
{
    QList<OperatorLogModel::Entry> entries;
    QHash<QString, QString> outcomes; // written after what they belong to, so found before it
    const QList<QByteArray> lines = lastLines(folder);
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
        OperatorLogModel::Entry entry = entryFrom(object, line);
        entry.outcome = outcomes.value(batch);
        const QString all = QString::fromUtf8(line) + entry.outcome;
        if (text.isEmpty() || all.contains(text, Qt::CaseInsensitive))
            entries << std::move(entry);
        if (entries.size() >= OperatorLogModel::kMostRows)
            break;
    }
    return entries;
}

} // namespace

OperatorLogModel::OperatorLogModel(QString folder, QObject *parent)
    : QAbstractTableModel(parent)
    , m_folder(std::move(folder))
{ }

void OperatorLogModel::load(const QString &text)
{
    m_isLoading = true;
    auto *watcher = new QFutureWatcher<QList<Entry>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, epoch = ++m_epoch] {
        watcher->deleteLater();
        if (epoch != m_epoch)
            return;
        m_isLoading = false;
        beginResetModel();
        m_rows = watcher->result();
        endResetModel();
        Q_EMIT loaded();
    });
    watcher->setFuture(QtConcurrent::run(readEntries, m_folder, text));
}

int OperatorLogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int OperatorLogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant OperatorLogModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Entry &entry = m_rows[index.row()];
    const auto column = Column(index.column());
    if (role == Qt::TextAlignmentRole && column == Column::Jobs)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && column == Column::At)
        return formatInstant(entry.at);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (column) {
    case Column::At:
        return entry.at.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss"_s);
    case Column::Who:
        return entry.who;
    case Column::What:
        return entry.what;
    case Column::Jobs:
        return formatNumber(entry.jobs);
    case Column::Outcome:
        return entry.outcome.isEmpty() ? tr("not known") : entry.outcome;
    case Column::Where:
        return entry.where;
    }
    Q_UNREACHABLE();
}

QVariant OperatorLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole && Column(section) == Column::Jobs)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::At:
        return tr("When");
    case Column::Who:
        return tr("Who");
    case Column::What:
        return tr("What");
    case Column::Jobs:
        return tr("Jobs");
    case Column::Outcome:
        return tr("Outcome");
    case Column::Where:
        return tr("Where");
    }
    return {};
}

} // namespace yardmaster
