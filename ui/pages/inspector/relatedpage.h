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
    /// Both are borrowed.
    RelatedPage(ConsoleContext *context, const RelatedJobs *related, QWidget *parent = nullptr);

private:
    void rebuild();
    void addGroup(const RelatedGroup &group);
    void addNote(QTreeWidgetItem *parent, const QString &text);
    void open(const QTreeWidgetItem *item);

    ConsoleContext *m_context;
    const RelatedJobs *m_related;
};

} // namespace yardmaster
