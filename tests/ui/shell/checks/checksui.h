#pragma once

#include "tests/support/testdatabase.h"
#include "tests/support/widgets.h"
#include "ui/shell/checks/checkdialog.h"
#include "ui/shell/checks/checkrow.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

namespace yardmaster::test {

/// A worker that died an hour ago with a job, and an index that every fetch wants.
inline constexpr auto kCheckedFaults
    = "select graphile_worker.add_job('mail');"
      "select graphile_worker.worker_heartbeat('dead', '{\"tasks\": [\"mail\"]}');"
      "update graphile_worker._private_workers set last_heartbeat_at = now() - interval '1 h';"
      "update graphile_worker._private_jobs set locked_at = now() - interval '1 h', "
      "locked_by = 'dead', attempts = 1;"
      "drop index graphile_worker.jobs_no_queue_index;";

[[nodiscard]] inline bool ends(const CheckDialog &dialog)
{
    return QTest::qWaitFor([&] { return !dialog.check().isRunning(); }, kPatience);
}

/// Of a check; null: it was not made.
[[nodiscard]] inline CheckRow *rowOf(const CheckDialog &dialog, const char *name)
{
    return dialog.findChild<CheckRow *>(QStringLiteral("check-") + QString::fromLatin1(name));
}

[[nodiscard]] inline QString outcomeOf(const CheckDialog &dialog, const char *name)
{
    const CheckRow *row = rowOf(dialog, name);
    return row ? child<QLabel>(*row, "checkOutcome")->text() : QStringLiteral("no row");
}

/// What the labels of this name say that are to be seen.
[[nodiscard]] inline QStringList textsIn(const CheckDialog &dialog, const char *check,
                                         const char *name)
{
    QStringList texts;
    const auto labels = rowOf(dialog, check)->findChildren<QLabel *>(QString::fromLatin1(name));
    for (const QLabel *label : labels) {
        if (label->isVisible())
            texts << label->text().remove(QChar(0x200B)); // places to break words at
    }
    return texts;
}

[[nodiscard]] inline QPushButton *helpOf(const CheckDialog &dialog, const char *check)
{
    return child<QPushButton>(*rowOf(dialog, check), "checkHelp");
}

} // namespace yardmaster::test
