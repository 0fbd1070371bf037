#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace yardmaster {

class EmptyHint;
class EventTable;
class LocalWorker;

/// What the local worker did: the table, or, before anything happened, how to make it happen.
class EventPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventPanel)

public:
    /// `worker` is borrowed and must outlive the panel; null if this window runs no jobs.
    EventPanel(LocalWorker *worker, QString schema, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showContent();

    LocalWorker *const m_worker;
    const QString m_schema;
    QLabel *m_title;
    QLabel *m_remark;
    QStackedWidget *m_pages;
    EventTable *m_table = nullptr;
    EmptyHint *m_hint;
};

} // namespace yardmaster
