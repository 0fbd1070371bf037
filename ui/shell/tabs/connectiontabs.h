#pragma once

#include "models/console/connectionsmodel.h"

#include <QHash>
#include <QTabBar>

namespace yardmaster {

/// The tabs of a window's connections: name, colour of the environment, what is under way there,
/// whether something is wrong, active alerts. A production tab is filled with its colour, whether
/// it is in front or not, and says the word. Tabs are moved by dragging; what a drop outside of
/// them means is its user's to say. Knows connections by their ids only.
class ConnectionTabs final : public QTabBar
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionTabs)

public:
    explicit ConnectionTabs(QWidget *parent = nullptr);

    /// As the last tab.
    void addConnection(const ConnectionRow &row);
    /// What is known of one of them now.
    void setConnection(const ConnectionRow &row);
    /// -1: it has no tab.
    [[nodiscard]] int tabOf(const QString &id) const;
    /// Empty for -1.
    [[nodiscard]] QString idOf(int tab) const;

Q_SIGNALS:
    void closeRequested(const QString &id);
    /// Dragged out of the tabs. @param place  of the pointer on the screen.
    void dropped(const QString &id, const QPoint &place);
    void menuRequested(const QString &id, const QPoint &place);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void tabRemoved(int index) override;
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    /// What is said of its marks, in words.
    [[nodiscard]] static QStringList marksOf(const ConnectionRow &row);
    void showTexts(int tab);
    void paintTab(QPainter &painter, int tab) const;
    [[nodiscard]] QFont fontOf(int tab) const;
    [[nodiscard]] ConnectionRow row(int tab) const { return m_rows.value(idOf(tab)); }
    [[nodiscard]] bool isFilled(int tab) const;
    /// What of its text is not cut: the word of production.
    [[nodiscard]] QString unbroken(int tab) const;
    /// Of name and marks.
    [[nodiscard]] QColor inkOf(int tab) const;
    void dragTo(const QPoint &place);
    [[nodiscard]] bool isOutside(const QPoint &place) const;

    QHash<QString, ConnectionRow> m_rows; // by id
    QString m_pressed;                    // by the left button
    QString m_toClose;                    // pressed by the middle one
    QPoint m_pressedAt;
    bool m_isDragging = false;
};

} // namespace yardmaster
