#pragma once

#include "models/console/consolecontext.h"
#include "tests/models/operations/operationsfixture.h"
#include "tests/support/widgets.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/theme.h"
#include "ui/pages/operations/operationspanel.h"

#include <QApplication>
#include <QDialog>
#include <QPushButton>
#include <QSignalSpy>

namespace yardmaster::test {

/// A window with the actions and the panel on operations, over a database with jobs.
class OperationsUi final
{
public:
    explicit OperationsUi(Environment environment = Environment::Development, int jobs = 30)
    {
        // Where the journals go.
        qputenv("XDG_DATA_HOME", fixture.folder.toLocal8Bit());
        fixture.addJobs(jobs);
        ConsoleTarget target;
        target.connection = fixture.database.settings();
        target.profileName = QStringLiteral("billing");
        target.environment = environment;
        target.colour = QStringLiteral("#3d5a80");
        context = std::make_unique<ConsoleContext>(target);
        window = std::make_unique<QWidget>();
        window->resize(1000, 700);
        actions = new JobActions(context.get(), window.get());
        open();
        window->show();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get(), kPatience))
            qFatal("the window does not appear");
    }
    /// A panel as after a restart of the program.
    void open()
    {
        delete panel;
        list = std::make_unique<OperationList>(
            context->target().connection, context->target().schema, context->operationsFolder());
        panel = new OperationsPanel(context.get(), actions, list.get(), window.get());
        panel->resize(window->size());
        panel->show();
    }
    [[nodiscard]] static JobTarget byFilter(const QString &filter)
    {
        JobTarget target;
        target.scope.filter = filter;
        target.description = QStringLiteral("jobs that match ") + filter;
        return target;
    }
    [[nodiscard]] static JobTarget byIds(const QList<qint64> &ids)
    {
        JobTarget target;
        target.scope.ids = ids;
        target.count.value = ids.size();
        target.description = QStringLiteral("%1 selected jobs").arg(ids.size());
        return target;
    }
    template <typename Dialog> Dialog *dialog(const char *name)
    {
        Dialog *found = nullptr;
        const bool isThere = QTest::qWaitFor(
            [&] {
                found = window->findChild<Dialog *>(QString::fromLatin1(name));
                return found && found->isVisible();
            },
            kPatience);
        if (!isThere)
            qFatal("no dialog %s", name);
        return found;
    }
    /// As if it had been confirmed.
    Operation *begin(OperationSpec spec)
    {
        spec.scope.expected = -1; // its list lies in the fixture's folder
        auto *operation = new Operation(context->target().connection, context->operationsFolder());
        operation->begin(spec);
        Q_EMIT actions->operationStarted(operation);
        return operation;
    }
    /// Waits until the confirm button of an operation dialog can be pressed.
    static bool isReady(const QWidget &dialog)
    {
        auto *confirm = child<QPushButton>(dialog, "confirmOperation");
        return QTest::qWaitFor([confirm] { return confirm->isEnabled(); }, kPatience);
    }
    /// Waits for the operations begun so far, `count` in all.
    bool isOver(int count) const
    {
        return QTest::qWaitFor(
            [&] {
                int over = 0;
                for (int row = 0; row < list->rowCount(); ++row)
                    over += list->at(row).live ? 0 : 1;
                return over >= count && !list->isLoading();
            },
            kPatience);
    }
    [[nodiscard]] QString scalar(const QByteArray &sql) const
    {
        return fixture.database.scalar(sql);
    }

    OperationsFixture fixture;
    std::unique_ptr<ConsoleContext> context;
    std::unique_ptr<OperationList> list;
    std::unique_ptr<QWidget> window; // with the panel that shows the list
    JobActions *actions = nullptr;
    OperationsPanel *panel = nullptr;
};

} // namespace yardmaster::test
