#pragma once

#include "models/values/payloaddocument.h"

#include <QWidget>

namespace yardmaster {

class ElidedLabel;
class PayloadDiffView;

/// How the payload of the job that is shown differs from that of the pinned one.
class ComparePage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComparePage)

public:
    explicit ComparePage(QWidget *parent = nullptr);

    /// Either may be null while it is not known yet. Large ones are compared in the background.
    void compare(const QString &pinnedName, const PayloadDocumentPtr &pinned,
                 const QString &shownName, const PayloadDocumentPtr &shown, bool isRevealed);

private:
    ElidedLabel *m_pinned;
    ElidedLabel *m_shown;
    PayloadDiffView *m_diff;
};

} // namespace yardmaster
