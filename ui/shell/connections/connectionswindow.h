#pragma once

#include "models/console/connectionsmodel.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QCheckBox;

namespace yardmaster {

class ListPage;

/// All connections that windows of this process have open, one a row, and the way to each. What it
/// shows is what their windows know: it asks no server. On demand it lists recent profiles, too,
/// which are connected to when they are chosen. One for all windows; goes with the last of them.
class ConnectionsWindow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionsWindow)

public:
    /// Makes it, if there is none, and brings it to the front.
    static void showAll();
    ~ConnectionsWindow() override;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    ConnectionsWindow();
    void refresh();
    void open();
    [[nodiscard]] QList<ConnectionRow> rows() const;

    ConnectionsModel m_model;
    QCheckBox *m_recent;
    ListPage *m_list;
    QTimer m_tick;
    QString m_asked; // the recent profile that was chosen last
    QElapsedTimer m_sinceAsked;
};

} // namespace yardmaster
