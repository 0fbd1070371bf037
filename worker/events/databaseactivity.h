#pragma once

#include <yardmaster/dberror.h>

#include <QString>

namespace yardmaster {

class EventBus;

/// One thing a worker keeps doing with the database, as events tell of it: trouble each time it
/// fails, and recovery once, when it works again. Belongs to one thread.
class DatabaseActivity final
{
public:
    /// `name` says what it is: "fetching jobs".
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
