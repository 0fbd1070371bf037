#pragma once

#include <QWidget>

namespace yardmaster {

class ElidedLabel;
class Label;

/// A chart under its title, with what is marked in it at the right of that. GUI thread.
class ChartFrame : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChartFrame)

public:
    /// @param view  becomes a child.
    ChartFrame(const QString &title, QWidget *view, QWidget *parent = nullptr);

    /// @param changes  after it; cut first where both are too long.
    void setMarkedText(const QString &text, const QString &changes = {});

private:
    Label *m_title;
    ElidedLabel *m_marked;
};

} // namespace yardmaster
