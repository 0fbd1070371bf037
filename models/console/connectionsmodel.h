#pragma once

#include "models/tables/rowsmodel.h"
#include "models/values/environment.h"
#include "models/values/statecounts.h"

#include <QDateTime>

namespace yardmaster {

/// What a window does, or is ready to do, by itself on a connection.
enum class ConnectionActivity {
    Worker,    ///< its local worker, or a single job, runs
    Operation, ///< jobs are being changed
    Unlocked,  ///< changes are allowed for some minutes, where they are locked otherwise
};
/// A connection as lists of them show it: one that a window has open, or a profile that none has. A
/// value.
struct ConnectionRow
{
    /// By which it is found again: the number of its window, or the profile's id.
    QString id;
    bool isOpen = false;
    QString name;
    Environment environment = Environment::Unknown;
    QString colour;         ///< "#rrggbb"
    QString word;           ///< how it is: "Connected"
    QString sentence;       ///< more about that; may be empty
    bool isTrouble = false; ///< the word says that something is wrong
    StateCounts counts;
    QList<ConnectionActivity> activities = {}; ///< in the order of their values
    int alerts = -1;                           ///< active ones; -1: nobody watches
    QString lag; ///< of its standby, or why that is not read; empty: there is none
    bool isLagging = false;
    QDateTime seenAt; ///< when the server answered last; invalid: never

    [[nodiscard]] bool operator==(const ConnectionRow &) const = default;
};

/// "worker runs", for each.
[[nodiscard]] QStringList activityWords(const ConnectionRow &row);
/// A connection in a title: its name, or the environment's where it has none. Production keeps its
/// word, whatever the connection is called: "production · shop".
[[nodiscard]] QString connectionTitle(Environment environment, const QString &name);

/// All connections at a glance.
class ConnectionsModel final : public RowsModel<ConnectionRow, &ConnectionRow::id>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionsModel)

public:
    explicit ConnectionsModel(QObject *parent = nullptr);

    void setConnections(const QList<ConnectionRow> &rows) { merge(rows, Order::Kept); }
};

} // namespace yardmaster
