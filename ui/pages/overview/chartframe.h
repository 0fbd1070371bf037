#pragma once

#include <QWidget>

namespace yardmaster {

class Label;

/// A chart under its title, with what is marked in it at the right of that. GUI thread.
class ChartFrame : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChartFrame)

public:
    /// @param view  becomes a child.
    ChartFrame(const QString &title, QWidget *view, QWidget *parent = nullptr);

    void setMarkedText(const QString &text);

private:
    Label *m_title;
    Label *m_marked;
};

} // namespace yardmaster
