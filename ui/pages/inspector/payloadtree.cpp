#include "ui/pages/inspector/payloadtree.h"

#include "models/payload/payloadmodel.h"
#include "ui/kit/theme.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QResizeEvent>
#include <QStyledItemDelegate>

#include <algorithm>

namespace yardmaster {

namespace {

constexpr int kRowHeight = 22;

/// Colours by kind, the fixed-width font for values, and a mark on keys that stand there twice.
class PayloadDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const bool isValue = index.column() == int(PayloadModel::Column::Value);
        const auto kind = JsonKind(index.data(PayloadModel::KindRole).toInt());
        QColor ink = option->palette.color(QPalette::Text);
        if (isValue) {
            QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
            fixed.setPointSizeF(option->font.pointSizeF());
            option->font = fixed;
            const bool isQuiet = index.data(PayloadModel::HiddenRole).toBool()
                || kind == JsonKind::Object || kind == JsonKind::Array || kind == JsonKind::Null;
            if (isQuiet)
                ink = mutedColor(option->palette);
            else if (kind == JsonKind::String)
                ink = stateColor(JobState::Running, option->palette);
            else
                ink = stateColor(JobState::Ready, option->palette);
        } else if (index.data(PayloadModel::DuplicateRole).toBool()) {
            option->text += QStringLiteral(" ×2");
            ink = stateColor(JobState::Retrying, option->palette);
        } else if (!index.parent().isValid()
                   || index.parent().data(PayloadModel::KindRole).toInt() == int(JsonKind::Array)) {
            ink = mutedColor(option->palette);
        }
        option->palette.setColor(QPalette::Text, ink);
        option->textElideMode = Qt::ElideRight;
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {80, std::max(kRowHeight, option.fontMetrics.height() + 4)};
    }
};

} // namespace

PayloadTree::PayloadTree(PayloadModel *model, QWidget *parent)
    : QTreeView(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("payloadTree"));
    setModel(model);
    setItemDelegate(new PayloadDelegate(this));
    setUniformRowHeights(true); // without it every row is measured
    setFrameShape(QFrame::NoFrame);
    setLayoutDirection(Qt::LeftToRight); // as JSON is written
    setIndentation(16);
    setHorizontalScrollMode(ScrollPerPixel);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setAccessibleName(tr("Payload"));
    header()->setStretchLastSection(true);
    header()->setMinimumSectionSize(80);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(model, &QAbstractItemModel::modelReset, this, &PayloadTree::openFirstLevel);
}

void PayloadTree::openFirstLevel()
{
    const QModelIndex root = m_model->index(0, 0);
    if (!root.isValid())
        return;
    expand(root);
    // One step further where that is not much.
    const int rows = m_model->rowCount(root);
    for (int row = 0; rows <= 12 && row < rows; ++row) {
        const QModelIndex child = m_model->index(row, 0, root);
        if (m_model->rowCount(child) <= 12)
            expand(child);
    }
    setCurrentIndex(root);
    fitNames();
}

void PayloadTree::fitNames()
{
    // By what is at the top only: measuring everything takes as long as there is.
    int widest = 80;
    QModelIndex index = m_model->index(0, 0);
    for (int i = 0; i < 40 && index.isValid(); ++i, index = indexBelow(index)) {
        int depth = 1;
        for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
            ++depth;
        widest = std::max(widest,
                          depth * indentation()
                              + fontMetrics().horizontalAdvance(index.data().toString()) + 28);
    }
    header()->resizeSection(0, std::min(widest, std::max(120, viewport()->width() / 2)));
}

void PayloadTree::showPlace(const QModelIndex &index)
{
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        expand(above);
    setCurrentIndex(index);
    scrollTo(index, PositionAtCenter);
}

void PayloadTree::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    if (event->oldSize().width() <= 0)
        fitNames();
}

} // namespace yardmaster
