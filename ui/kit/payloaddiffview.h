#pragma once

#include "models/payload/payloaddiff.h"

#include <QWidget>

class QTreeWidget;

namespace yardmaster {

class Label;

/// How one payload differs from another one, place by place, in colours and signs: a sentence and a
/// list. GUI thread.
class PayloadDiffView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadDiffView)

public:
    /// @param before, after  what the two are called.
    PayloadDiffView(const QString &before, const QString &after, QWidget *parent = nullptr);

    /// For a dialog: the list has a frame and always this height, so that nothing moves.
    void setFramed(int height);
    /// Of the sentence, where the list goes from edge to edge.
    void setMargin(int margin);
    /// Shows nothing but this.
    void clear(const QString &sentence);
    /// Large ones are compared in the background. Neither may be null.
    void compare(const PayloadDocumentPtr &before, const PayloadDocumentPtr &after, bool isRevealed,
                 const QString &whenEqual);

private:
    void showDiff(const PayloadDiff &diff, const QString &whenEqual);

    quint64 m_epoch = 0;
    Label *m_summary;
    QTreeWidget *m_list;
};

} // namespace yardmaster
