#pragma once

#include <QList>
#include <QObject>
#include <QVariant>

class QAction;
class QWidget;

namespace yardmaster {

class ConsoleContext;
class PayloadModel;
class PayloadTree;

/// Commands about the value of a payload that is chosen in its tree: they copy it or its place,
/// and filter or extend the list by it. None of them tells what is hidden. GUI thread.
class PayloadValueActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadValueActions)

public:
    /// All borrowed. @param owner  the parent; gets the commands.
    PayloadValueActions(ConsoleContext *context, const PayloadModel *model, PayloadTree *tree,
                        QWidget *owner);

    /// As they stand in a menu; the first three are worth a button.
    [[nodiscard]] const QList<QAction *> &actions() const { return m_actions; }
    [[nodiscard]] QList<QAction *> mainActions() const { return m_actions.first(3); }
    /// Of the value; empty: none is chosen.
    [[nodiscard]] QString pathText() const;

private:
    [[nodiscard]] QString placeObstacle() const;
    [[nodiscard]] QString copyObstacle() const;
    [[nodiscard]] QString columnObstacle() const;
    [[nodiscard]] QString filterObstacle() const;
    [[nodiscard]] QVariant value(int role) const;

    ConsoleContext *m_context;
    const PayloadModel *m_model;
    PayloadTree *m_tree;
    QList<QAction *> m_actions;
};

} // namespace yardmaster
