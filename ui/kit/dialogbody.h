#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace yardmaster {

/// The middle of a dialog, one below the other: takes the height that is given, and scrolls when
/// that is less than it needs. What has the focus is scrolled into view.
class DialogBody final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DialogBody)

public:
    explicit DialogBody(QWidget *parent);
    ~DialogBody() override;

    [[nodiscard]] QVBoxLayout *column() const { return m_column; }
    /// Pixels of its height that have to be scrolled to.
    [[nodiscard]] int missing() const;
    /// Pixels of its height that nothing needs.
    [[nodiscard]] int spare() const;
    /// As high as all would like to be, at this width.
    [[nodiscard]] int heightFor(int width) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// What is in it needs more, or less.
    void needChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] int needAt(int width) const;
    void arrange();
    void followFocus(QWidget *now);

    QVBoxLayout *m_column;
};

} // namespace yardmaster
