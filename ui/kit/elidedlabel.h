#pragma once

#include "ui/kit/label.h"

namespace yardmaster {

/// Plain text that gives way to its neighbours: one line, or two where allowed, cut with an
/// ellipsis; in full in the tooltip.
class ElidedLabel final : public Label
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ElidedLabel)

public:
    explicit ElidedLabel(Qt::TextElideMode mode, QWidget *parent = nullptr);

    /// A text that is too long for one line goes on in a second one, after a comma or a space.
    /// Where it is given the height of one only, it takes one.
    void allowTwoLines();
    /// What comes after so many characters is cut first, whatever the mode; 0: nothing is.
    void keepFirst(qsizetype characters);
    /// As they are painted in `width`.
    [[nodiscard]] QStringList linesIn(int width) const;

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] qreal advance(const QString &text) const;
    [[nodiscard]] QString cut(const QString &text, int width) const;
    [[nodiscard]] QStringList shownLines() const;

    const Qt::TextElideMode m_mode;
    qsizetype m_kept = 0;
    bool m_mayTakeTwo = false;
};

} // namespace yardmaster
