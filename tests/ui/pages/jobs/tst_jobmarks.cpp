#include "models/console/consolecontext.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "tests/ui/contrast.h"
#include "ui/kit/motion.h"
#include "ui/kit/theme.h"
#include "ui/pages/jobs/jobfades.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"

#include <QAccessible>
#include <QHeaderView>
#include <QLabel>
#include <QProxyStyle>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A desktop that asks for reduced motion.
class StillStyle final : public QProxyStyle
{
public:
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override
    {
        return hint == SH_Widget_Animation_Duration
            ? 0
            : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

} // namespace

/// How a list of jobs shows changes, and announces the selection to screen readers.
class TestJobMarks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void changedCellsFade();
    void newRowsAndUnseenOnesDoNotFade();
    void nothingFadesWithoutMotion();
    void selectedRowsAreAnnounced();
    void selectionOfAllIsAnnounced();
    void boxesAreSeenInTheDark();

private:
    [[nodiscard]] bool refresh();
    [[nodiscard]] JobsTable &table() const { return *m_panel->table(); }
    [[nodiscard]] JobsModel &model() const { return *m_panel->model(); }
    [[nodiscard]] double strength(qint64 id, JobColumn column) const
    {
        return table().fades()->strength(model().rowOf(id), column);
    }
    [[nodiscard]] QAccessibleInterface *cell(int row) const
    {
        QAccessibleInterface *list = QAccessible::queryAccessibleInterface(&table());
        return list->tableInterface()->cellAt(row, int(JobColumn::Task));
    }

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<ConsoleContext> m_context;
    std::unique_ptr<JobsPanel> m_panel;
};

void TestJobMarks::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_database->script("select graphile_worker.add_job('a', run_at := '2020-01-01Z'::timestamptz"
                       " + n * interval '1 minute') from generate_series(1, 80) as n order by n");
    ConsoleTarget target;
    target.connection = m_database->settings();
    m_context = std::make_unique<ConsoleContext>(target);
    m_panel = std::make_unique<JobsPanel>(m_context.get());
    m_panel->live()->setInterval(1h); // only when asked
    m_panel->resize(1000, 500);
    m_panel->show();
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get(), kPatience));
    table().setFocus();
    QTRY_COMPARE_WITH_TIMEOUT(model().phase(), JobsModel::Phase::Ready, kPatience);
    QCOMPARE(model().rowCount(), 80);
    table().fades()->setDuration(1h); // until it was looked at
}

void TestJobMarks::cleanup()
{
    motion::setOff(false);
    m_panel.reset();
    m_context.reset();
    m_database.reset();
}

bool TestJobMarks::refresh()
{
    const QSignalSpy refreshed(&model(), &JobsModel::refreshed);
    m_panel->live()->refreshNow();
    return QTest::qWaitFor([&refreshed] { return refreshed.count() > 0; }, kPatience);
}

void TestJobMarks::changedCellsFade()
{
    const qint64 first = model().jobs().at(0).id;
    const qint64 second = model().jobs().at(1).id;
    const qint64 third = model().jobs().at(2).id;
    const QByteArray id = QByteArray::number(first);
    m_database->script("update graphile_worker._private_jobs set locked_by = 'w', attempts = 1,"
                       " locked_at = now() where id = "
                       + id + "; update graphile_worker._private_jobs set priority = 7 where id = "
                       + QByteArray::number(third));
    QVERIFY(refresh());
    QVERIFY(table().fades()->isFading());
    for (const JobColumn column : {JobColumn::State, JobColumn::Attempts, JobColumn::LockedBy}) {
        QVERIFY(strength(first, column) > 0);
        QCOMPARE(strength(second, column), 0.0);
        QCOMPARE(strength(third, column), 0.0); // another cell of it changed
    }
    QCOMPARE(strength(first, JobColumn::Task), 0.0);
    const QRect place
        = table().visualRect(model().index(model().rowOf(first), int(JobColumn::State)));
    const QColor marked
        = table().viewport()->grab(place).toImage().pixelColor(place.width() - 2, 3);
    table().fades()->setDuration(1ms);
    QTRY_VERIFY_WITH_TIMEOUT(!table().fades()->isFading(), kPatience);
    QCOMPARE(strength(first, JobColumn::State), 0.0);
    QVERIFY(table().viewport()->grab(place).toImage().pixelColor(place.width() - 2, 3) != marked);
    QVERIFY(refresh()); // nothing new
    QVERIFY(!table().fades()->isFading());
}

void TestJobMarks::newRowsAndUnseenOnesDoNotFade()
{
    const qint64 last = model().jobs().last().id;
    m_database->script("update graphile_worker._private_jobs set attempts = 3 where id = "
                       + QByteArray::number(last)
                       + "; select graphile_worker.add_job('a', run_at := '2021-01-01Z')");
    QVERIFY(refresh());
    QCOMPARE(model().jobs().at(model().rowOf(last)).attempts, 3);
    QVERIFY(!table().fades()->isFading());
    table().verticalScrollBar()->setValue(table().verticalScrollBar()->maximum());
    QCOMPARE(strength(last, JobColumn::Attempts), 0.0);
    model().reload();
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() == 81, kPatience);
    QVERIFY(!table().fades()->isFading());
}

void TestJobMarks::nothingFadesWithoutMotion()
{
    const QByteArray id = QByteArray::number(model().jobs().first().id);
    const auto change = [&](int attempts) {
        m_database->script("update graphile_worker._private_jobs set attempts = "
                           + QByteArray::number(attempts) + " where id = " + id);
    };
    motion::setOff(true);
    change(1);
    QVERIFY(refresh());
    QCOMPARE(model().jobs().first().attempts, 1);
    QVERIFY(!table().fades()->isFading());

    motion::setOff(false);
    StillStyle still;
    table().setStyle(&still);
    change(2);
    QVERIFY(refresh());
    QCOMPARE(model().jobs().first().attempts, 2);
    QVERIFY(!table().fades()->isFading());

    table().setStyle(nullptr);
    change(3);
    QVERIFY(refresh());
    QVERIFY(table().fades()->isFading());
}

void TestJobMarks::selectedRowsAreAnnounced()
{
    QVERIFY(table().accessibleDescription().isEmpty());
    QVERIFY(!cell(1)->state().selected);
    QTest::keyClick(&table(), Qt::Key_Down);
    QCOMPARE(table().currentIndex().row(), 1);
    table().toggle(1);
    QVERIFY(cell(1)->state().selected);
    QVERIFY(!cell(0)->state().selected);
    QVERIFY(cell(1)->text(QAccessible::Description).endsWith(u", selected"_s));
    QVERIFY(!cell(0)->text(QAccessible::Description).contains(u"selected"_s));
    QCOMPARE(table().accessibleDescription(), u"1 job selected"_s);
    QCOMPARE(child<QLabel>(*m_panel, "jobsSelected")->accessibleName(), u"1 job selected"_s);

    table().toggle(5); // not under the cursor
    QCOMPARE(table().accessibleDescription(), u"2 jobs selected"_s);
    QVERIFY(m_panel->table()->selectionModel()->isSelected(model().index(5, 0)));
    table().clearChosen();
    QVERIFY(!cell(1)->state().selected);
    QVERIFY(!table().selectionModel()->hasSelection());
    QCOMPARE(table().accessibleDescription(), u"No job selected"_s);
}

void TestJobMarks::selectionOfAllIsAnnounced()
{
    table().chooseAllMatching();
    QVERIFY(cell(70)->state().selected);
    QTRY_COMPARE_WITH_TIMEOUT(table().accessibleDescription(),
                              u"All jobs that match selected: 80"_s, kPatience);
    table().toggle(70);
    QVERIFY(!cell(70)->state().selected);
    QVERIFY(cell(69)->state().selected);
    QCOMPARE(table().accessibleDescription(), u"All jobs that match selected: 79"_s);

    table().clearChosen();
    table().toggle(0);
    table().toggle(1);
    m_panel->setFilterText(u"id:"_s + QString::number(model().jobs().at(1).id));
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() == 1 && model().phase() == JobsModel::Phase::Ready,
                             kPatience);
    QVERIFY(cell(0)->state().selected); // another row now
    QCOMPARE(table().accessibleDescription(), u"2 jobs selected, 1 out of view"_s);
}

void TestJobMarks::boxesAreSeenInTheDark()
{
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() > 1, kPatience);
    for (const QPalette &palette : {darkPalette(), lightPalette()}) {
        table().setPalette(palette);
        const QImage boxes = table().verticalHeader()->viewport()->grab().toImage();
        const int top = table().rowViewportPosition(1) + 2;
        double most = 1;
        for (int y = top; y < top + table().rowHeight(1) - 4; ++y) {
            for (int x = 0; x < boxes.width(); ++x)
                most = std::max(most, contrast(boxes.pixelColor(x, y), boxes.pixelColor(1, top)));
        }
        QVERIFY2(most >= 3, qPrintable(QString::number(most)));
    }
}

YARDMASTER_WINDOW_TEST(TestJobMarks)
#include "tst_jobmarks.moc"
