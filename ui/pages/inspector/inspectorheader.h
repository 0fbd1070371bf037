#pragma once

#include "models/query/jobdetails.h"

#include <QWidget>

class QAction;
class QHBoxLayout;

namespace yardmaster {

class ElidedLabel;
class Label;

/// What stays in sight above the inspector's pages: state, task and id, and what is amiss.
class InspectorHeader final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InspectorHeader)

public:
    explicit InspectorHeader(QWidget *parent = nullptr);

    /// A button at the right of the first line.
    void addButton(QAction *action, Qt::ArrowType arrow = Qt::NoArrow);
    void showJob(const JobDetails &details, bool isGone);
    /// Nothing but the id is known.
    void showId(qint64 id);
    /// One sentence below the task; empty: none.
    void setNotice(const QString &text, bool isTrouble);

private:
    class Glyph;

    Glyph *m_glyph;
    Label *m_word;
    ElidedLabel *m_task;
    Label *m_id;
    Label *m_notice;
    QHBoxLayout *m_buttons;
};

} // namespace yardmaster
