#pragma once

#include <QStyledItemDelegate>

#include <functional>

namespace yardmaster {

/// How a state is painted that is not a JobState.
struct StateLook
{
    std::function<QColor(const QVariant &state, const QPalette &)> color;
    /// The shape, as large as a state's glyph. Null: there is none.
    std::function<void(QPainter &, const QPointF &corner, const QVariant &state, const QPalette &)>
        paint;
};

/// Paints the cells of a ColumnsModel: the state as shape and colour, what matters less muted,
/// figures in digits of one width, bars, names cut where they may be. Other models get the same
/// room, background and figures; Qt::ForegroundRole colours their text.
class CellDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CellDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setStateLook(StateLook look) { m_look = std::move(look); }
    /// What is shown is old: all of it is muted.
    void setStale(bool isStale) { m_isStale = isStale; }
    [[nodiscard]] bool isStale() const { return m_isStale; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;

private:
    [[nodiscard]] QColor inkOf(const QModelIndex &index, const QPalette &palette) const;
    void paintShape(QPainter &painter, const QPointF &corner, const QVariant &state,
                    const QPalette &palette) const;

    StateLook m_look;
    bool m_isStale = false;
};

} // namespace yardmaster
