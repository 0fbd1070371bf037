#pragma once

#include <yardmaster/connectionsettings.h>

#include <QTimer>
#include <QWidget>

class QGridLayout;
class QPushButton;

namespace yardmaster {

class CopyButton;
class ElidedLabel;
class Label;
class QueueMonitor;
class StandbyWatch;

/// "Connected", "No answer", or what is wrong.
[[nodiscard]] QString connectionWord(const QueueMonitor &monitor);

/// "up to date", or how far it is behind, or why it is not read.
[[nodiscard]] QString standbyWord(const StandbyWatch &standby);

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

    /// Says how far it is behind, and where the lists come from; borrowed, outlives the bar.
    void showStandby(const StandbyWatch *standby);
    /// Whether Edit connection… is offered where no connection could be made.
    void setEditable(bool isEditable);
    /// In one line.
    void setCompact(bool isCompact);

Q_SIGNALS:
    void editRequested();
    /// The schema is missing or old, and the user wants to see what can be done about it.
    void migrationRequested();
    /// What causes the trouble is to be looked for.
    void checkRequested();

private:
    void showState();
    void showAge();
    void showWord();
    void showStandbyState();
    void offerMigration();
    void offerEditing();
    [[nodiscard]] QString facts() const;
    [[nodiscard]] QString freshness() const;
    /// Where the lists come from, and why.
    [[nodiscard]] QString standbySentence() const;
    [[nodiscard]] QString restriction() const; ///< the heaviest; empty: none
    [[nodiscard]] QString countsAge() const;   ///< empty while all are live

    const QueueMonitor *const m_monitor;
    const ConnectionSettings m_connection;
    const QString m_schema;
    QGridLayout *m_grid;
    Label *m_word;
    QString m_announced; // of m_word, to screen readers
    ElidedLabel *m_facts;
    QWidget *m_foot; // holds the next two
    ElidedLabel *m_freshness;
    ElidedLabel *m_standby;
    const StandbyWatch *m_standbyWatch = nullptr; // there is none
    QPushButton *m_migrate;
    QPushButton *m_edit;
    QPushButton *m_check;
    bool m_isEditable = false;
    bool m_isCompact = false;
    CopyButton *m_copy;
    QTimer m_tick;
};

} // namespace yardmaster
