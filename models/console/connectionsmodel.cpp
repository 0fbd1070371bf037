#include "models/console/connectionsmodel.h"

#include "models/values/format.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// See StateRole: only what is wrong has a colour.
QVariant trouble(bool isTrouble)
{
    return isTrouble ? QVariant(true) : QVariant();
}

TableColumn<ConnectionRow> countColumn(QLatin1StringView id, const QString &title,
                                       Count StateCounts::*count)
{
    return {.id = id,
            .title = title,
            .text =
                [count](const ConnectionRow &row) {
                    const Count &known = row.counts.*count;
                    return known.isKnown() ? formatCount(known) : QString();
                },
            .isFigure = true,
            .widest = u"1,000,000"_s,
            .raw = [count](const ConnectionRow &row) -> QVariant {
                return (row.counts.*count).value.value_or(-1);
            }};
}

} // namespace

QStringList activityWords(const ConnectionRow &row)
{
    QStringList words;
    for (const ConnectionActivity activity : row.activities) {
        switch (activity) {
        case ConnectionActivity::Worker:
            words << ConnectionsModel::tr("worker runs");
            break;
        case ConnectionActivity::Operation:
            words << ConnectionsModel::tr("operation runs");
            break;
        case ConnectionActivity::Unlocked:
            words << ConnectionsModel::tr("unlocked");
            break;
        }
    }
    return words;
}

QString connectionTitle(Environment environment, const QString &name)
{
    const QString word = environmentWord(environment).toLower();
    if (name.isEmpty())
        return word;
    const bool sayBoth
        = environment == Environment::Production && name.compare(word, Qt::CaseInsensitive) != 0;
    return sayBoth ? word + u" · "_s + name : name;
}

ConnectionsModel::ConnectionsModel(QObject *parent)
    : RowsModel(parent)
{
    setColumns({
        {.id = "connection"_L1,
         .title = tr("Connection"),
         .text = [](const ConnectionRow &row) { return row.name; },
         .spoken =
             [](const ConnectionRow &row) {
                 return tr("%1, %2").arg(row.name, environmentWord(row.environment));
             },
         .state = [](const ConnectionRow &row) { return QVariant(row.colour); },
         .hasShape = true},
        {.id = "environment"_L1,
         .title = tr("Environment"),
         .text = [](const ConnectionRow &row) { return environmentWord(row.environment); },
         .widest = environmentWord(Environment::Development)},
        {.id = "state"_L1,
         .title = tr("State"),
         .text =
             [](const ConnectionRow &row) {
                 return (QStringList(row.word) << activityWords(row)).join(u", "_s);
             },
         .widest = tr("Cannot read the queue"),
         .toolTip =
             [](const ConnectionRow &row) {
                 return (QStringList(row.sentence.isEmpty() ? row.word : row.sentence)
                         << activityWords(row))
                     .join(u'\n');
             },
         .state = [](const ConnectionRow &row) { return trouble(row.isTrouble); },
         .isQuiet = [](const ConnectionRow &row) { return !row.isOpen; }},
        countColumn("ready"_L1, tr("Ready"), &StateCounts::ready),
        countColumn("running"_L1, tr("Locked"), &StateCounts::running),
        countColumn("failed"_L1, tr("Failed for good"), &StateCounts::failed),
        {.id = "alerts"_L1,
         .title = tr("Alerts"),
         .text =
             [](const ConnectionRow &row) {
                 return row.alerts >= 0 ? formatNumber(row.alerts)
                     : row.isOpen       ? tr("off")
                                        : QString();
             },
         .isFigure = true,
         .widest = u"100"_s,
         .raw = [](const ConnectionRow &row) { return row.alerts; },
         .state = [](const ConnectionRow &row) { return trouble(row.alerts > 0); },
         .isQuiet = [](const ConnectionRow &row) { return row.alerts <= 0; }},
        {.id = "standby"_L1,
         .title = tr("Standby"),
         .text = [](const ConnectionRow &row) { return row.lag; },
         .widest = tr("cannot be reached"),
         .state = [](const ConnectionRow &row) { return trouble(row.isLagging); }},
        {.id = "seen"_L1,
         .title = tr("Last answer"),
         .text =
             [](const ConnectionRow &row) {
                 return row.seenAt.isValid() ? formatAge(std::chrono::milliseconds(
                            row.seenAt.msecsTo(QDateTime::currentDateTimeUtc())))
                                             : QString();
             },
         .hasFigures = true,
         .widest = formatAge(std::chrono::minutes(59)),
         .raw = [](const ConnectionRow &row) { return row.seenAt; },
         .toolTip =
             [](const ConnectionRow &row) {
                 return row.seenAt.isValid() ? formatInstant(row.seenAt) : QString();
             },
         .isVolatile = true},
    });
}

} // namespace yardmaster
