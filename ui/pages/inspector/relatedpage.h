#pragma once

#include "models/related/relatedjobs.h"

#include <QTreeWidget>

namespace yardmaster {

class ConsoleContext;

/// Jobs that have something in common with the one that is shown. A click shows one of them; the
/// line below a group lists all of it in the jobs view.
class RelatedPage final : public QTreeWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RelatedPage)

public:
    /// `context` is borrowed.
    RelatedPage(ConsoleContext *context, std::shared_ptr<JobsReader> reader,
                QWidget *parent = nullptr);

    /// Reads them, unless this job was the last and no jobs were changed from here since.
    void showJob(const JobRecord &job);
    void forget();

private:
    void rebuild();
    void addGroup(const RelatedGroup &group);
    void addNote(QTreeWidgetItem *parent, const QString &text);
    void open(const QTreeWidgetItem *item);

    ConsoleContext *m_context;
    RelatedJobs *m_related;
    qint64 m_jobId = 0; // that was asked about; 0: none, or its answer is old
};

} // namespace yardmaster
