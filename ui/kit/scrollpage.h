#pragma once

#include <QScrollArea>

namespace yardmaster {

/// A page that scrolls when it is too low for its content. Only then Tab stops at it, so that the
/// keys scroll it, and it shows a ring while it has the focus: not all that it shows can be reached
/// otherwise.
class ScrollPage : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScrollPage)

public:
    ScrollPage(const QString &accessibleName, QWidget *parent);
    ~ScrollPage() override;

protected:
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showRing();

    QWidget *m_ring;
};

} // namespace yardmaster
