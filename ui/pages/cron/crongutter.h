#pragma once

#include <QWidget>

namespace yardmaster {

class CronEditor;

/// Line numbers left of the editor, and a mark at lines with something wrong: a cross in a square
/// for errors, a triangle for warnings.
class CronGutter final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronGutter)

public:
    explicit CronGutter(CronEditor *editor);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] int lineAt(int y) const;

    CronEditor *const m_editor;
};

} // namespace yardmaster
