#pragma once

#include "models/payload/payloaddiff.h"

#include <QWidget>

class QTreeWidget;

namespace yardmaster {

class ElidedLabel;
class Label;

/// How the payload of the job that is shown differs from that of the pinned one.
class ComparePage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComparePage)

public:
    explicit ComparePage(QWidget *parent = nullptr);

    /// Either may be null while it is not known yet. Large ones are compared in the background.
    void compare(const QString &pinnedName, PayloadDocumentPtr pinned, const QString &shownName,
                 PayloadDocumentPtr shown, bool isRevealed);

private:
    void showDiff(const PayloadDiff &diff);

    quint64 m_epoch = 0;
    ElidedLabel *m_pinned;
    ElidedLabel *m_shown;
    Label *m_summary;
    QTreeWidget *m_list;
};

} // namespace yardmaster
