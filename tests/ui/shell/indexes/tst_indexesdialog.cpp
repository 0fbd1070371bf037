#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/shell/indexes/indexesdialog.h"

#include "models/console/consolecontext.h"
#include "models/query/supportingindexes.h"
#include "tests/models/jobs/jobsfixture.h"
#include "ui/kit/theme.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

const QString kFailed = u"_yardmaster_failed_jobs"_s;

const QWidget &row(const IndexesDialog &dialog, const QString &index)
{
    const auto *found = dialog.findChild<QWidget *>(index);
    if (!found)
        qFatal("no such row");
    return *found;
}

QString state(const IndexesDialog &dialog, const QString &index)
{
    return child<QLabel>(row(dialog, index), "indexState")->text();
}

} // namespace

class TestIndexesDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_database.reset(); }
    void creatingAndDroppingAskFirst();
    void leftoverIsOffered();
    void productionIsLockedUntilArmed();
    void looks();

private:
    ConsoleTarget target(Environment environment = Environment::Development) const;
    static void show(IndexesDialog *dialog);
    static void click(const IndexesDialog &dialog, const QString &index, const char *button);

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestIndexesDialog::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fillMix(*m_database, 2000);
}

ConsoleTarget TestIndexesDialog::target(Environment environment) const
{
    ConsoleTarget target;
    target.connection = m_database->settings();
    target.profileName = u"shop"_s;
    target.environment = environment;
    return target;
}

void TestIndexesDialog::show(IndexesDialog *dialog)
{
    dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(dialog, kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(dialog->indexManager().overview().has_value(), kPatience);
}

void TestIndexesDialog::click(const IndexesDialog &dialog, const QString &index, const char *button)
{
    QTest::mouseClick(child<QPushButton>(row(dialog, index), button), Qt::LeftButton);
}

void TestIndexesDialog::creatingAndDroppingAskFirst()
{
    ConsoleContext context(target());
    IndexesDialog dialog(&context);
    const QSignalSpy changes(&dialog, &IndexesDialog::indexesChanged);
    show(&dialog);
    QCOMPARE(state(dialog, kFailed), u"Missing"_s);
    click(dialog, kFailed, "indexButton");
    QVERIFY(child<QLabel>(row(dialog, kFailed), "indexSql")
                ->text()
                .startsWith(u"create index concurrently"_s));
    click(dialog, kFailed, "indexBack");
    QVERIFY(!child<QWidget>(row(dialog, kFailed), "indexQuestion")->isVisible());
    QVERIFY(!dialog.indexManager().working());

    click(dialog, kFailed, "indexButton");
    QTest::keyClick(child<QWidget>(row(dialog, kFailed), "indexQuestion"), Qt::Key_Return);
    QVERIFY(!dialog.indexManager().working()); // Enter does nothing by itself
    click(dialog, kFailed, "indexConfirm");
    QTRY_COMPARE_WITH_TIMEOUT(state(dialog, kFailed), u"Present"_s, kPatience);
    QVERIFY(changes.count() >= 1);
    QVERIFY(!child<QLabel>(row(dialog, kFailed), "indexSize")->text().isEmpty());

    click(dialog, kFailed, "indexButton");
    QVERIFY(child<QLabel>(row(dialog, kFailed), "indexSql")
                ->text()
                .startsWith(u"drop index concurrently"_s));
    click(dialog, kFailed, "indexConfirm");
    QTRY_COMPARE_WITH_TIMEOUT(state(dialog, kFailed), u"Missing"_s, kPatience);
}

void TestIndexesDialog::leftoverIsOffered()
{
    const auto writer = m_database->session();
    valueOf(writer->query("begin"));
    valueOf(writer->query("update graphile_worker._private_jobs set priority = 1 where id = 1"));
    ConsoleContext context(target());
    IndexesDialog dialog(&context);
    show(&dialog);
    click(dialog, kFailed, "indexButton");
    click(dialog, kFailed, "indexConfirm");
    QTRY_VERIFY_WITH_TIMEOUT(state(dialog, kFailed).startsWith(u"Being created"_s), kPatience);
    // Not before the index is there: a creation that is cancelled earlier leaves nothing.
    QTRY_COMPARE_WITH_TIMEOUT(dialog.indexManager().overview()->indexes.first().kind,
                              IndexState::Kind::Building, kPatience);
    click(dialog, kFailed, "indexButton"); // says Cancel now
    QTRY_COMPARE_WITH_TIMEOUT(state(dialog, kFailed), u"Unfinished"_s, kPatience);
    valueOf(writer->query("rollback"));
    QTRY_COMPARE_WITH_TIMEOUT(child<QPushButton>(row(dialog, kFailed), "indexButton")->text(),
                              u"Drop leftover…"_s, kPatience);
    click(dialog, kFailed, "indexButton");
    click(dialog, kFailed, "indexConfirm");
    QTRY_COMPARE_WITH_TIMEOUT(state(dialog, kFailed), u"Missing"_s, kPatience);
}

void TestIndexesDialog::productionIsLockedUntilArmed()
{
    ConsoleContext context(target(Environment::Production));
    IndexesDialog dialog(&context);
    show(&dialog);
    const auto *button = child<QPushButton>(row(dialog, kFailed), "indexButton");
    QVERIFY(!button->isEnabled());
    QCOMPARE(child<QLabel>(dialog, "indexObstacle")->text(), context.guard()->reason());
    context.guard()->arm(std::chrono::minutes{5});
    QVERIFY(button->isEnabled());
    click(dialog, kFailed, "indexButton");
    context.guard()->lock();
    QVERIFY(!child<QWidget>(row(dialog, kFailed), "indexQuestion")->isVisible());
}

void TestIndexesDialog::looks()
{
    m_database->script(
        createIndexSql(SupportingIndex::Locked, u"graphile_worker"_s).replace("concurrently", ""));
    ConsoleContext context(target(Environment::Staging));
    IndexesDialog dialog(&context);
    show(&dialog);
    click(dialog, kFailed, "indexButton");
    QVERIFY(takePictures(&m_theme, &dialog, u"indexes"_s));
}

YARDMASTER_WINDOW_TEST(TestIndexesDialog)
#include "tst_indexesdialog.moc"
