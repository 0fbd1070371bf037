#pragma once

#include <QStyledItemDelegate>

namespace yardmaster {

/// Paints the rows of a NavigatorTree, which the roles describe: sections with their arrow and room
/// for their buttons, entries with their glyph or bookmark, and their number of jobs.
class NavigatorDelegate final : public QStyledItemDelegate
{
public:
    enum Role {
        KindRole = Qt::UserRole, ///< int of NavigatorEntry::Kind
        FilterRole,
        CountRole,
        StateRole, ///< int of JobState; unset: none
        NameRole,
        ActiveRole, ///< bool
        EditedRole, ///< bool
    };

    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const override;
};

} // namespace yardmaster
