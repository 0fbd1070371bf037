#pragma once

#include "tests/ui/kit/changes/operationsui.h"
#include "ui/pages/queues/queuespanel.h"
#include "ui/pages/queues/releasedialog.h"

#include <QAction>
#include <QLabel>
#include <QTableView>

namespace yardmaster::test {

/// Queues of which one is busy, one free, one orphaned and one with nothing due.
inline const QByteArray kMix
    = "select graphile_worker.add_job('send_email', queue_name := 'mail-eu', run_at := now() - n * "
      "interval '40 seconds') from generate_series(1, 12) as n;"
      "select graphile_worker.add_job('send_email', queue_name := 'mail-us', run_at := now() - n * "
      "interval '3 minutes') from generate_series(1, 30) as n;"
      "select graphile_worker.add_job('charge', queue_name := 'billing', run_at := now() - n * "
      "interval '1 hour') from generate_series(1, 5) as n;"
      "select graphile_worker.add_job('report', queue_name := 'reports', run_at := now() + "
      "interval "
      "'1 day');"
      "update graphile_worker._private_job_queues set locked_by = 'worker-8842', locked_at = now() "
      "- "
      "interval '2 minutes' where queue_name = 'mail-us';"
      "update graphile_worker._private_jobs set locked_by = 'worker-8842', locked_at = now() - "
      "interval '2 minutes' where id = (select min(jobs.id) from graphile_worker._private_jobs as "
      "jobs "
      "join graphile_worker._private_job_queues as q on q.id = job_queue_id where queue_name = "
      "'mail-us');"
      "update graphile_worker._private_job_queues set locked_by = 'worker-1207', locked_at = now() "
      "- "
      "interval '6 hours' where queue_name = 'billing';";

/// A window with the queues page over a database.
struct QueuesPage
{
    explicit QueuesPage(const QByteArray &sql, Environment environment = Environment::Development,
                        LocalWorker *worker = nullptr);
    [[nodiscard]] bool hasRead(int rows) const;
    [[nodiscard]] bool choose(const QString &queue) const;
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        return child<QPushButton>(*panel, name);
    }
    [[nodiscard]] QString text(const char *name) const
    {
        return child<QLabel>(*panel, name)->text();
    }
    /// Until the lock was looked at.
    [[nodiscard]] ReleaseDialog *openRelease() const;

    OperationsUi ui;
    QueuesPanel *panel;
};

inline QueuesPage::QueuesPage(const QByteArray &sql, Environment environment, LocalWorker *worker)
    : ui(environment, 0)
{
    ui.fixture.database.script(sql);
    ui.panel->hide();
    panel = new QueuesPanel(ui.context.get(), worker, ui.actions, ui.window.get());
    panel->resize(ui.window->size());
    panel->show();
}

inline bool QueuesPage::hasRead(int rows) const
{
    return QTest::qWaitFor([this, rows] { return panel->model()->rowCount() == rows; }, kPatience);
}

inline bool QueuesPage::choose(const QString &queue) const
{
    using namespace Qt::StringLiterals;
    auto *table = child<QTableView>(*panel, "queuesTable");
    return QTest::qWaitFor(
        [&] {
            const QAbstractItemModel *shown = table->model();
            for (int row = 0; row < shown->rowCount(); ++row) {
                const QModelIndex index = shown->index(row, panel->model()->section("queue"_L1));
                if (index.data().toString() != queue)
                    continue;
                table->setCurrentIndex(index);
                return text("queueTitle") == queue;
            }
            return false;
        },
        kPatience);
}

inline ReleaseDialog *QueuesPage::openRelease() const
{
    panel->findChild<QAction *>(QStringLiteral("queues.release"))->trigger();
    auto *dialog = panel->findChild<ReleaseDialog *>();
    if (!dialog)
        qFatal("no dialog");
    auto *look = child<QPushButton>(*dialog, "releaseLook");
    if (!QTest::qWaitFor([look] { return look->isEnabled(); }, kPatience))
        qFatal("it goes on looking");
    return dialog;
}

} // namespace yardmaster::test
