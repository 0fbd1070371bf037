#include "ui/pages/inspector/payloadvalueactions.h"

#include "models/console/consolecontext.h"
#include "models/payload/payloadmodel.h"
#include "models/query/filteredit.h"
#include "ui/kit/command.h"
#include "ui/pages/inspector/payloadtree.h"

#include <QClipboard>
#include <QGuiApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLongestFilterValue = 500; // characters

} // namespace

PayloadValueActions::PayloadValueActions(ConsoleContext *context, const PayloadModel *model,
                                         PayloadTree *tree, QWidget *owner)
    : QObject(owner)
    , m_context(context)
    , m_model(model)
    , m_tree(tree)
{
    const auto copy = [](const QString &text) { QGuiApplication::clipboard()->setText(text); };
    auto *copyValue
        = addCommand(owner, u"inspector.copyValue"_s, tr("Copy value"),
                     tr("Copies the value: strings without quotes, everything else as written."),
                     [this, copy] { copy(value(PayloadModel::PlainRole).toString()); })
              ->withKeys({QKeySequence::Copy})
              ->unless([this] { return copyObstacle(); });
    copyValue->setShortcutContext(Qt::WidgetShortcut); // of the tree
    tree->addAction(copyValue);
    m_actions
        = {addCommand(
               owner, u"inspector.copyPath"_s, tr("Copy path"),
               tr("Copies the path of the value as written in filters, such as payload.user.id."),
               [this, copy] { copy(pathText()); })
               ->unless([this] { return placeObstacle(); }),
           copyValue,
           addCommand(owner, u"inspector.filterByValue"_s, tr("Filter by value"),
                      tr("Lists the jobs that have this value at this path."),
                      [this] {
                          m_context->requestFilter(
                              termForPayload(value(PayloadModel::PathRole).toStringList(),
                                             value(PayloadModel::PlainRole).toString())
                                  .text());
                      })
               ->unless([this] { return filterObstacle(); })
               ->alsoCalled(tr("search, same value")),
           addCommand(owner, u"inspector.showAsColumn"_s, tr("Show as column"),
                      tr("Shows the value at this path of each payload as a column of the list."),
                      [this] {
                          m_context->requestPayloadColumn(
                              value(PayloadModel::PathRole).toStringList());
                      })
               ->unless([this] { return columnObstacle(); })};
}

QVariant PayloadValueActions::value(int role) const
{
    return m_tree->currentIndex().data(role);
}

QString PayloadValueActions::pathText() const
{
    return placeObstacle().isEmpty() ? payloadPathText(value(PayloadModel::PathRole).toStringList())
                                     : QString();
}

QString PayloadValueActions::placeObstacle() const
{
    return !m_tree->isHidden() && m_tree->currentIndex().isValid()
        ? QString()
        : tr("Select a value of the payload first.");
}

QString PayloadValueActions::copyObstacle() const
{
    const QString place = placeObstacle();
    return place.isEmpty() && m_tree->currentIndex().data(PayloadModel::HiddenRole).toBool()
        ? tr("A hidden value must be revealed first.")
        : place;
}

QString PayloadValueActions::columnObstacle() const
{
    return m_tree->currentIndex().parent().isValid() ? placeObstacle()
                                                     : tr("Select a value of the payload first.");
}

QString PayloadValueActions::filterObstacle() const
{
    if (const QString obstacle = copyObstacle(); !obstacle.isEmpty())
        return obstacle;
    const QModelIndex index = m_tree->currentIndex();
    if (m_model->document()->tree()->raw(m_model->nodeOf(index)).size() > kLongestFilterValue)
        return tr("The value is too long for a filter.");
    const auto kind = JsonKind(index.data(PayloadModel::KindRole).toInt());
    const bool isScalar = kind != JsonKind::Object && kind != JsonKind::Array;
    return isScalar && index.parent().isValid() ? QString()
                                                : tr("Only single values can be used in a filter.");
}

} // namespace yardmaster
