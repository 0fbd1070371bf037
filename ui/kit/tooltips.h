#pragma once

#include <QObject>
#include <QRect>

class QHelpEvent;

namespace yardmaster {

/// Shows a tooltip of plain text, wrapped and cut (shownText()); an empty text hides the one that
/// is shown. @param rect  of `widget`, in which it stays; empty: all of it.
void showToolTip(const QPoint &globalPos, const QString &text, QWidget *widget,
                 const QRect &rect = {});

/// Makes every tooltip of the application plain text, whether it comes from a widget, the cell of a
/// model or the header of a table: Qt by itself would take `<img src=…>` for markup, and read the
/// file. What is invisible in those of widgets is made visible at once. One per application; Theme
/// has it.
class PlainToolTips final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlainToolTips)

public:
    explicit PlainToolTips(QObject *parent);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] static bool show(QWidget *widget, const QHelpEvent &event);
};

} // namespace yardmaster
