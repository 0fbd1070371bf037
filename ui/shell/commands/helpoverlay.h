#pragma once

#include <QPointer>
#include <QWidget>

class QScrollArea;

namespace yardmaster {

/// All commands with their keys, group by group, over the window. Any key or click takes it away.
class HelpOverlay final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HelpOverlay)

public:
    explicit HelpOverlay(QWidget *window);

    /// Collects the commands and shows them; again: hides them.
    void toggle();

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fill(int columns);
    void place();
    void leave();

    QScrollArea *m_card;
    QWidget *m_content = nullptr;    ///< in m_card
    QPointer<QWidget> m_focusBefore; ///< gets the focus back
};

} // namespace yardmaster
