#pragma once

#include <QAbstractButton>

namespace yardmaster {

/// A small button with one of a few line drawings, all of one weight, in the colour of muted text.
/// Its text is its name for screen readers and its tooltip.
class LineButton final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LineButton)

public:
    enum class Shape { Back, Forward, Clear, Help, Add, More };

    LineButton(Shape shape, const QString &name, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Shape m_shape;
};

} // namespace yardmaster
