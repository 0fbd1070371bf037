#pragma once

#include "ui/kit/label.h"

namespace yardmaster {

/// One line of plain text that gives way to its neighbours: cut with an ellipsis, in full in the
/// tooltip.
class ElidedLabel final : public Label
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ElidedLabel)

public:
    explicit ElidedLabel(Qt::TextElideMode mode, QWidget *parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    const Qt::TextElideMode m_mode;
};

} // namespace yardmaster
