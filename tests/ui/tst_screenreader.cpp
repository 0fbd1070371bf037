#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/ui/stallingproxy.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/announcement.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/pagetabs.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/shell/pagelist.h"

#include <QAccessible>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

QString pathOf(const QAccessibleInterface *part)
{
    QStringList names;
    for (const QObject *object = part->object(); object; object = object->parent())
        names.prepend(QString::fromLatin1(object->metaObject()->className()) + u'#'
                      + object->objectName());
    return names.mid(std::max<qsizetype>(0, names.size() - 4)).join(u" > "_s);
}

/// Those of `part` and what is in it that can be reached by keys or pressed, and have no name.
void collectNameless(QAccessibleInterface *part, QStringList *nameless)
{
    if (!part || part->state().invisible)
        return;
    const bool isPressed
        = part->role() == QAccessible::Button || part->role() == QAccessible::CheckBox;
    const bool isData = part->role() == QAccessible::Cell || part->role() == QAccessible::TreeItem
        || part->role() == QAccessible::ListItem;
    if ((part->state().focusable || isPressed) && !isData
        && part->text(QAccessible::Name).trimmed().isEmpty())
        *nameless << pathOf(part);
    if (part->tableInterface())
        return; // its cells are rows of the database
    for (int i = 0; i < part->childCount(); ++i)
        collectNameless(part->child(i), nameless);
}

} // namespace

/// What a person who cannot see the window gets from it.
class TestScreenReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        connect(&Announcer::instance(), &Announcer::announced, this,
                [this](const QString &sentence) { m_heard << sentence; });
    }
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_database->script(
            "select graphile_worker.add_job('mail', '{\"to\": \"a@example.com\"}', 'letters')"
            " from generate_series(1, 3);"
            "select graphile_worker.add_job('report');"
            "update graphile_worker._private_jobs set attempts = 1, last_error = 'no such address'"
            " where id = 1");
    }
    void cleanup()
    {
        m_window.reset();
        m_database.reset();
        m_heard.clear();
    }
    void whatCanBeReachedHasAName_data();
    void whatCanBeReachedHasAName();
    void outcomesAreSaid();
    void listsSayWhatWasFoundOnce();
    void aLostConnectionIsSaid();

private:
    void open(const ConnectionSettings &settings)
    {
        m_window = openWindow(&m_settings, settings, Environment::Staging);
        bringToFront(*m_window, u"jobs"_s);
        QTRY_COMPARE_WITH_TIMEOUT(jobs()->model()->rowCount(), 4, kPatience);
    }
    [[nodiscard]] JobsPanel *jobs() const { return child<JobsPanel>(*m_window); }
    [[nodiscard]] bool wasSaid(const QString &part) const
    {
        return std::ranges::any_of(
            m_heard, [&part](const QString &sentence) { return sentence.contains(part); });
    }

    WindowFolder m_folder;
    QSettings m_settings{m_folder.filePath(u"window.ini"_s), QSettings::IniFormat};
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<MainWindow> m_window;
    QStringList m_heard; // what screen readers were told to say
};

void TestScreenReader::whatCanBeReachedHasAName_data()
{
    QTest::addColumn<QString>("page");
    for (const PageEntry &page : pageList())
        QTest::newRow(page.name) << QString::fromLatin1(page.name);
}

void TestScreenReader::whatCanBeReachedHasAName()
{
    QFETCH(QString, page);
    open(m_database->settings());
    jobs()->table()->setCurrentIndex(jobs()->model()->index(0, 0)); // the inspector shows one
    bringToFront(*m_window, page);
    QCOMPARE(child<PageTabs>(*m_window, "consoleTabs")->currentPage(), page);
    QStringList nameless;
    collectNameless(QAccessible::queryAccessibleInterface(m_window.get()), &nameless);
    nameless.removeDuplicates();
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TestScreenReader::outcomesAreSaid()
{
    open(m_database->settings());
    jobs()->setFilterText(u"task:mail"_s);
    QTRY_COMPARE_WITH_TIMEOUT(jobs()->model()->rowCount(), 3, kPatience);
    m_heard.clear();
    jobs()->table()->setFocus();
    QTest::keyClick(jobs()->table(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    child<QAction>(*m_window, "jobs.complete")->trigger();
    QDialog *dialog = readyDialog(*m_window);
    QVERIFY(dialog);
    child<QPushButton>(*dialog, "confirmOperation")->click();
    QTRY_VERIFY2_WITH_TIMEOUT(wasSaid(u"3 jobs completed."_s), qPrintable(m_heard.join(u'\n')),
                              kPatience);

    CopyButton copy(u"Copy"_s, m_window.get());
    copy.setContent(u"text"_s);
    copy.click();
    QVERIFY2(wasSaid(u"Copied"_s), qPrintable(m_heard.join(u'\n')));
}

void TestScreenReader::listsSayWhatWasFoundOnce()
{
    open(m_database->settings());
    QTRY_VERIFY2_WITH_TIMEOUT(wasSaid(u"4 jobs"_s), qPrintable(m_heard.join(u'\n')), kPatience);
    jobs()->setFilterText(u"task:mail"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(wasSaid(u"3 jobs"_s), qPrintable(m_heard.join(u'\n')), kPatience);
    m_database->script("select graphile_worker.add_job('mail')");
    child<QAction>(*m_window, "view.refresh")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(jobs()->model()->rowCount(), 4, kPatience);
    QCOMPARE(m_heard.filter(u" jobs"_s).size(), 2);
}

void TestScreenReader::aLostConnectionIsSaid()
{
    StallingProxy proxy(m_database->settings());
    open(proxy.settings());
    QTRY_VERIFY2_WITH_TIMEOUT(wasSaid(u"Connected. "_s), qPrintable(m_heard.join(u'\n')),
                              kPatience);
    m_heard.clear();
    proxy.setStalled(true);
    QTRY_VERIFY2_WITH_TIMEOUT(!m_heard.isEmpty(), qPrintable(m_heard.join(u'\n')), kPatience);
    const QString trouble = m_heard.first();
    QVERIFY2(!trouble.startsWith(u"Connected"_s), qPrintable(trouble));
    proxy.setStalled(false);
    QTRY_VERIFY2_WITH_TIMEOUT(wasSaid(u"Connected. "_s), qPrintable(m_heard.join(u'\n')),
                              kPatience);
    QCOMPARE(m_heard.count(trouble), 1);
}

YARDMASTER_WINDOW_TEST(TestScreenReader)
#include "tst_screenreader.moc"
