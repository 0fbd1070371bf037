#pragma once

#include "tests/ui/pages/jobs/shownjobs.h"
#include "ui/pages/jobs/groupspane.h"

#include <QAction>
#include <QTableView>

namespace yardmaster::test {

using GroupsPhase = JobGroupsModel::Phase;

/// A list of jobs with the pane of its groups.
struct Grouped : ShownJobs
{
    using ShownJobs::ShownJobs;

    [[nodiscard]] GroupsPane &pane() { return *panel.groups(); }
    [[nodiscard]] QTableView &rows() { return *child<QTableView>("groupsTable"); }
    [[nodiscard]] bool isCounted()
    {
        return QTest::qWaitFor([this] { return pane().model()->phase() == GroupsPhase::Ready; },
                               kPatience);
    }
    [[nodiscard]] bool group(FilterKey key)
    {
        child<QAction>(qPrintable(QStringLiteral("view.group-") + groupingName(key)))->trigger();
        return isCounted();
    }
    [[nodiscard]] QStringList lines()
    {
        QStringList result;
        for (int row = 0; row < rows().model()->rowCount(); ++row)
            result << rows().model()->index(row, 0).data().toString() + u' '
                    + rows().model()->index(row, 1).data().toString();
        return result;
    }
    void clickGroup(const QString &name)
    {
        for (int row = 0; row < rows().model()->rowCount(); ++row) {
            const QModelIndex index = rows().model()->index(row, 0);
            if (index.data() == name)
                return QTest::mouseClick(rows().viewport(), Qt::LeftButton, {},
                                         rows().visualRect(index).center());
        }
        qFatal("no group %s", qPrintable(name));
    }
    /// Whether these jobs are listed, and no others.
    [[nodiscard]] bool lists(const QString &filter, int count)
    {
        return QTest::qWaitFor(
            [&] {
                return model().phase() == JobsModel::Phase::Ready
                    && model().query().filter.text() == filter && model().rowCount() == count;
            },
            kPatience);
    }
    /// Walks into it.
    [[nodiscard]] bool enter(const QString &name, const QString &filter, int count)
    {
        clickGroup(name);
        return lists(filter, count);
    }
    [[nodiscard]] QString line()
    {
        return child<QWidget>("groupLine")->isVisible() ? text("groupLineText") : QString();
    }
};

/// Three failed jobs of "a", two of "b", and one of "a" that waits.
inline void addFailures(const TestDatabase &database)
{
    database.script("select graphile_worker.add_job('a', run_at := '2020-01-01Z')"
                    " from generate_series(1, 4);"
                    "select graphile_worker.add_job('b', run_at := '2020-01-01Z')"
                    " from generate_series(1, 2);"
                    "select graphile_worker.permanently_fail_jobs(array[1, 2, 3, 5, 6], 'no')");
}

} // namespace yardmaster::test
