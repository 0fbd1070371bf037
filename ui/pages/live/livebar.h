#pragma once

#include "models/live/livefeed.h"
#include "models/live/livefilter.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace yardmaster {

class Label;

/// The commands of the live page. Borrowed from the page.
struct LiveCommands
{
    QAction *filter = nullptr;
    QAction *pause = nullptr;  ///< checkable
    QAction *follow = nullptr; ///< checkable
    QAction *every = nullptr;  ///< checkable: every event
    QAction *clear = nullptr;
    QAction *exportShown = nullptr;
    QAction *exportAll = nullptr;
};

/// Above the live page: which lines are shown, by text and by kind, and its commands. What cannot
/// be understood is said below the text, and the filter that was understood last stays.
class LiveBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveBar)

public:
    explicit LiveBar(const LiveCommands &commands, QWidget *parent = nullptr);

    [[nodiscard]] const LiveFilter &filter() const { return m_filter; }
    void setFilterText(const QString &text);
    void focusFilter();
    /// Some kinds are not shown with less detail.
    void setDetail(LiveDetail detail);
    /// Nothing is left out any more.
    void showEverything();

Q_SIGNALS:
    void filterChanged();

private:
    [[nodiscard]] QToolButton *makeButton(QAction *action);
    [[nodiscard]] QHBoxLayout *makeChips();
    void apply();

    LiveFilter m_filter;
    QTimer m_typed; // until nobody types any more
    QLineEdit *m_text;
    Label *m_problem;
    QList<QPushButton *> m_chips; // by group
};

} // namespace yardmaster
