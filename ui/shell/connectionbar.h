#pragma once

#include <yardmaster/connectionsettings.h>

#include <QTimer>
#include <QWidget>

class QPushButton;

namespace yardmaster {

class CopyButton;
class ElidedLabel;
class Label;
class QueueMonitor;

/// What the window is connected to, and how fresh what it shows is. Always two lines high, so that
/// trouble moves nothing.
class ConnectionBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionBar)

public:
    /// `monitor` is borrowed and must outlive the bar.
    ConnectionBar(const QueueMonitor *monitor, ConnectionSettings connection, QString schema,
                  QWidget *parent = nullptr);

    /// Whether Edit connection… is offered where no connection could be made.
    void setEditable(bool isEditable);

Q_SIGNALS:
    void editRequested();
    /// The schema is missing or old, and the user wants to see what can be done about it.
    void migrationRequested();

private:
    void showState();
    void showAge();
    void showWord();
    void offerMigration();
    void offerEditing();
    [[nodiscard]] QString word() const;
    [[nodiscard]] QString facts() const;
    [[nodiscard]] QString freshness() const;
    [[nodiscard]] QString restriction() const; ///< the heaviest; empty: none
    [[nodiscard]] QString countsAge() const;   ///< empty while all are live

    const QueueMonitor *const m_monitor;
    const ConnectionSettings m_connection;
    const QString m_schema;
    Label *m_word;
    ElidedLabel *m_facts;
    ElidedLabel *m_freshness;
    QPushButton *m_migrate;
    QPushButton *m_edit;
    bool m_isEditable = false;
    CopyButton *m_copy;
    QTimer m_tick;
};

} // namespace yardmaster
