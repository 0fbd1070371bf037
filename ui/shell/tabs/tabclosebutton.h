#pragma once

#include <QAbstractButton>

namespace yardmaster {

/// Its side in pixels.
inline constexpr int kCloseButton = 18;

/// The cross by which a tab is closed, in the ink of the tab. By the mouse only: the keyboard has
/// the tab's command.
class TabCloseButton final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TabCloseButton)

public:
    explicit TabCloseButton(QWidget *parent = nullptr);

    void setInk(const QColor &ink);
    [[nodiscard]] QSize sizeHint() const override { return {kCloseButton, kCloseButton}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QColor m_ink;
};

} // namespace yardmaster
