#pragma once

#include <QStyledItemDelegate>

namespace yardmaster {

/// Paints an entry of the palette: group, title with the typed letters marked, shortcut; under the
/// title why it is not possible now.
class PaletteDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PaletteDelegate)

public:
    explicit PaletteDelegate(QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;
};

} // namespace yardmaster
