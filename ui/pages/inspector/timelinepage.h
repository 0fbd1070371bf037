#pragma once

#include "models/related/jobtimeline.h"
#include "ui/kit/scrollpage.h"

class QAction;

namespace yardmaster {

/// The steps of a job's life along a line, each with its time and how long it took to get there.
class TimelinePage final : public ScrollPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimelinePage)

public:
    explicit TimelinePage(QWidget *parent = nullptr);

    /// @param again  below the last step; null: nothing. Borrowed.
    void setSteps(const QList<TimelineStep> &steps, Timestamp now, QAction *again = nullptr);

private:
    QStringList m_words; // that are shown
};

} // namespace yardmaster
