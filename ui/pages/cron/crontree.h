#pragma once

#include <QStyledItemDelegate>
#include <QTreeWidget>

namespace yardmaster {

/// Rows as high as those of the tables, with their padding; what is right-aligned has figures of
/// one width. The text colour may be given by Qt::ForegroundRole.
class CronRowDelegate : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronRowDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

/// Of a list's item: the line of the crontab it is about.
inline constexpr int kCronLineRole = Qt::UserRole + 1;

/// A flat list of a few columns. The last but `stretched` are as wide as `widths` (in digits); that
/// one takes the rest.
[[nodiscard]] QTreeWidget *makeCronList(const QString &name, const QStringList &titles,
                                        const QList<int> &widths, int stretched, QWidget *parent);

} // namespace yardmaster
