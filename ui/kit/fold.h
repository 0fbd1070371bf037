#pragma once

#include <QWidget>

class QToolButton;

namespace yardmaster {

/// A line to click that unfolds a widget below it.
class Fold final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Fold)

public:
    /// Takes `content` over; folded at first.
    Fold(const QString &title, QWidget *content, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setOpen(bool isOpen);
    [[nodiscard]] bool isOpen() const;

Q_SIGNALS:
    void folded(yardmaster::Fold *fold);

private:
    QToolButton *m_head;
    QWidget *m_content;
};

} // namespace yardmaster
