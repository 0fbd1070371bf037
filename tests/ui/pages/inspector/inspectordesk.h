#pragma once

#include "models/console/consolecontext.h"
#include "tests/support/testdatabase.h"
#include "tests/support/widgets.h"
#include "ui/pages/inspector/inspectorpanel.h"

#include <QAction>
#include <QLabel>
#include <QTest>

#include <memory>

namespace yardmaster::test {

/// A window's context and an inspector on a database of its own.
struct InspectorDesk
{
    explicit InspectorDesk(Environment environment = Environment::Development)
        : database(TestDatabase::createMigrated())
        , context(target(database, environment))
        , panel(std::make_unique<InspectorPanel>(&context))
    {
        panel->resize(420, 700);
        panel->show();
    }

    static ConsoleTarget target(const TestDatabase &database, Environment environment)
    {
        ConsoleTarget target;
        target.connection = database.settings();
        target.environment = environment;
        target.forbiddenFlags = {QStringLiteral("held")};
        return target;
    }

    [[nodiscard]] bool show(qint64 id)
    {
        panel->showJob(id);
        return QTest::qWaitFor(
            [this, id] {
                return panel->job()->details() && panel->job()->details()->job.id == id
                    && !panel->job()->isReading();
            },
            kPatience);
    }

    [[nodiscard]] bool waitForState(WatchedJob::State state)
    {
        return QTest::qWaitFor([this, state] { return panel->job()->state() == state; }, kPatience);
    }

    TestDatabase database;
    ConsoleContext context;
    std::unique_ptr<InspectorPanel> panel;
};

/// The text of a label, without the places where it may break.
[[nodiscard]] inline QString labelText(const QWidget &parent, const char *label)
{
    return child<QLabel>(parent, label)->text().remove(QChar(0x200b));
}

[[nodiscard]] inline QAction *inspectorAction(const QWidget &parent, const char *name)
{
    auto *found = parent.findChild<QAction *>(QString::fromLatin1(name));
    if (!found)
        qFatal("no %s", name);
    return found;
}

/// Adds a job of the task `t`.
inline const QByteArray kAddOneJob = "select graphile_worker.add_job('t');";

} // namespace yardmaster::test
