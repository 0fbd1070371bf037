#pragma once

#include "models/cron/linediff.h"

#include <QPlainTextEdit>

namespace yardmaster {

/// Shows how a text changes, line by line: signs and colours in front of what goes and what comes.
class CronDiffView final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronDiffView)

public:
    explicit CronDiffView(QWidget *parent = nullptr);

    void setDiff(const LineDiff &diff);

protected:
    void changeEvent(QEvent *event) override;

private:
    void colour();

    LineDiff m_diff;
};

} // namespace yardmaster
