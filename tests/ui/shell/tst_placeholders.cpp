#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/filter/filtereditor.h"
#include "ui/shell/pagelist.h"

#include <QLineEdit>
#include <QStyle>
#include <QStyleOptionFrame>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What fields say while they are empty, on a small screen.
class TestPlaceholders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void placeholdersAreNotCut();

private:
    WindowFolder m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<MainWindow> m_window;
};

void TestPlaceholders::init()
{
    m_settings = std::make_unique<QSettings>(m_folder.filePath(u"s.ini"_s), QSettings::IniFormat);
    m_settings->clear();
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_database->script("select graphile_worker.add_job('send_newsletter_to_all_customers')");
    m_window = openWindow(m_settings.get(), *m_database, Environment::Development);
    m_window->resize(1024, 700);
}

void TestPlaceholders::cleanup()
{
    m_window.reset();
    m_database.reset();
}

void TestPlaceholders::placeholdersAreNotCut()
{
    int seen = 0;
    for (const PageEntry &page : pageList()) {
        bringToFront(*m_window, QString::fromLatin1(page.name));
        QCoreApplication::processEvents();
        const auto fields = m_window->findChildren<QLineEdit *>();
        for (const QLineEdit *field : fields) {
            if (!field->isVisible() || field->placeholderText().isEmpty())
                continue;
            ++seen;
            QStyleOptionFrame option;
            option.initFrom(field);
            const QRect room
                = field->style()->subElementRect(QStyle::SE_LineEditContents, &option, field);
            const int wanted = field->fontMetrics().horizontalAdvance(field->placeholderText());
            QVERIFY2(wanted <= room.width(),
                     qPrintable(
                         u"%1: %2"_s.arg(QLatin1StringView(page.name), field->placeholderText())));
        }
        const auto editors = m_window->findChildren<FilterEditor *>();
        for (const FilterEditor *editor : editors) {
            if (!editor->isVisible())
                continue;
            ++seen;
            QVERIFY2(!editor->placeholderText().endsWith(u'…'),
                     qPrintable(editor->placeholderText()));
        }
    }
    QVERIFY(seen >= 5);
}

YARDMASTER_WINDOW_TEST(TestPlaceholders)

#include "tst_placeholders.moc"
