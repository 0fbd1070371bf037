#pragma once

#include <QObject>

namespace yardmaster {

class JobsTable;

/// Lets screen readers know what is chosen in a list of jobs, which keeps that to itself: the
/// selection of the view follows it for the rows that are here, so that every cell says whether it
/// is selected; and how many jobs are chosen is the description of the list. GUI thread.
class SpokenSelection final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SpokenSelection)

public:
    /// `table` is borrowed; it has its model already.
    explicit SpokenSelection(JobsTable *table);

    /// "312 jobs selected, 3 out of view"; empty if there has been nothing to say.
    [[nodiscard]] QString summary() const;

private:
    void follow();
    void tellSummary();

    JobsTable *const m_table;
};

} // namespace yardmaster
