#pragma once

#include <yardmaster/dberror.h>

#include <QString>

namespace yardmaster {

class EventBus;

/// An activity of a worker that uses the database repeatedly; emits a trouble event each time it
/// fails, and a recovery event once, when it works again. Belongs to one thread.
class DatabaseActivity final
{
public:
    /// `name`: e.g. "fetching jobs".
    DatabaseActivity(QString name, QString workerId, EventBus *events);

    void onTrouble(const DbError &error);
    void onSuccess();
    [[nodiscard]] bool isTroubled() const { return m_isTroubled; }

private:
    QString m_name;
    QString m_workerId;
    EventBus *m_events;
    bool m_isTroubled = false;
};

} // namespace yardmaster
