#pragma once

#include "models/console/consolecontext.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/widgets.h"
#include "ui/pages/jobs/jobcolumns.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"

#include <QLabel>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

namespace yardmaster::test {

inline ConsoleTarget jobsTarget(const TestDatabase &database)
{
    ConsoleTarget target;
    target.connection = database.settings();
    target.profileId = QStringLiteral("shop");
    target.forbiddenFlags = {QString(bench::kForbiddenFlag)};
    return target;
}

/// Jobs of a task, due one minute after the other.
inline void addTimedJobs(const TestDatabase &database, int count,
                         const QByteArray &task = "send_email")
{
    database.script("select graphile_worker.add_job('" + task
                    + "', json_build_object('n', n), job_key := '" + task
                    + "-' || n, run_at := '2020-01-01Z'::timestamptz + n * interval '1 minute')"
                      " from generate_series(1, "
                    + QByteArray::number(count) + ") as n order by n");
}

/// A panel on a queue, on the screen, that does not look by itself.
struct ShownJobs
{
    explicit ShownJobs(const ConsoleTarget &target, QSettings *settings = nullptr)
        : context(target)
        , panel(&context)
    {
        panel.model()->setPageRows(100);
        panel.live()->setInterval(std::chrono::hours(1));
        panel.setSettings(settings);
        panel.resize(1100, 640);
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, kPatience))
            qFatal("the panel does not appear");
        panel.table()->setFocus();
    }
    explicit ShownJobs(const TestDatabase &database, QSettings *settings = nullptr)
        : ShownJobs(jobsTarget(database), settings)
    { }

    [[nodiscard]] JobsModel &model() { return *panel.model(); }
    [[nodiscard]] JobsTable &table() { return *panel.table(); }
    [[nodiscard]] bool settles(JobsModel::Phase phase = JobsModel::Phase::Ready)
    {
        return QTest::qWaitFor([this, phase] { return model().phase() == phase; }, kPatience);
    }
    [[nodiscard]] bool filter(const QString &text)
    {
        panel.setFilterText(text);
        return settles();
    }
    [[nodiscard]] bool refresh()
    {
        QSignalSpy refreshed(&model(), &JobsModel::refreshed);
        panel.live()->refreshNow();
        return refreshed.count() > 0 || refreshed.wait(kPatience);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&table(), key, modifiers);
    }
    [[nodiscard]] qint64 topId()
    {
        const int top = table().verticalScrollBar()->value();
        return model().jobs().at(top).id;
    }
    [[nodiscard]] QRect cell(qint64 id, JobColumn column)
    {
        return table().visualRect(model().index(model().rowOf(id), int(column)));
    }
    void click(qint64 id, Qt::KeyboardModifiers modifiers = Qt::NoModifier,
               JobColumn column = JobColumn::Task)
    {
        QTest::mouseClick(table().viewport(), Qt::LeftButton, modifiers, cell(id, column).center());
    }
    template <typename Widget> Widget *child(const char *name)
    {
        return test::child<Widget>(panel, name);
    }
    [[nodiscard]] QString text(const char *label) { return child<QLabel>(label)->text(); }
    [[nodiscard]] QString barText()
    {
        return child<QWidget>("jobsBar")->isVisible() ? text("jobsBarText") : QString();
    }

    ConsoleContext context;
    JobsPanel panel;
};

} // namespace yardmaster::test
