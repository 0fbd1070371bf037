#pragma once

#include <QTreeView>

namespace yardmaster {

class PayloadModel;

/// The tree of a payload: names and values in one dense list, the first level open.
class PayloadTree final : public QTreeView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadTree)

public:
    /// `model` is borrowed and must outlive the tree.
    explicit PayloadTree(PayloadModel *model, QWidget *parent = nullptr);

    /// Makes a place visible and current.
    void showPlace(const QModelIndex &index);
    void openFirstLevel();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitNames();

    PayloadModel *m_model;
};

} // namespace yardmaster
