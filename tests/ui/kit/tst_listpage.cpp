#include "models/tables/rowsmodel.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/listpage.h"
#include "ui/kit/tablesetup.h"
#include "ui/kit/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

struct NamedRow
{
    qint64 id = 0;
    bool operator==(const NamedRow &) const = default;
};

class NamedRows final : public RowsModel<NamedRow, &NamedRow::id>
{
public:
    using RowsModel::merge;

    NamedRows()
    {
        setColumns({{.id = "name"_L1, .title = u"Name"_s, .text = [](const NamedRow &row) {
                         return QString::number(row.id);
                     }}});
    }
};

const QString kLooking = u"Looking for rows"_s;

} // namespace

/// What a list says while it has no rows: that there are none only when that was read just now.
class TestListPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_rows = std::make_unique<NamedRows>();
        m_page = std::make_unique<ListPage>(m_rows.get(), u"names"_s, u"names"_s);
        m_page->setLooking(kLooking, u"A moment"_s);
        m_page->resize(600, 400);
        m_page->show();
    }
    void cleanup()
    {
        m_page.reset();
        m_rows.reset();
    }
    void nothingIsClaimedBeforeItWasRead_data();
    void nothingIsClaimedBeforeItWasRead();
    void rowsStayWhateverHappens();
    void namesGiveWayWhereThereIsNoRoom();
    void spareColumnsGiveWayThen();

private:
    [[nodiscard]] QString text() const
    {
        QStringList texts;
        for (const QLabel *label : m_page->findChildren<QLabel *>()) {
            if (label->isVisible())
                texts << label->text();
        }
        return texts.join(u'\n');
    }

    Theme m_theme;
    std::unique_ptr<NamedRows> m_rows;
    std::unique_ptr<ListPage> m_page;
};

void TestListPage::nothingIsClaimedBeforeItWasRead_data()
{
    QTest::addColumn<bool>("isRead");
    QTest::addColumn<bool>("isFailing");
    QTest::addColumn<bool>("isOverdue");
    QTest::addColumn<bool>("isKnownEmpty");
    QTest::addColumn<QString>("says");
    QTest::newRow("not read yet") << false << false << false << false << kLooking;
    QTest::newRow("for a long time") << false << false << true << false << kLooking;
    QTest::newRow("cannot be read") << false << true << false << false << u"Cannot connect"_s;
    QTest::newRow("can no longer") << true << true << false << false << u"Cannot connect"_s;
    QTest::newRow("read long ago") << true << false << true << false << kLooking;
    QTest::newRow("read") << true << false << false << true << u"No rows"_s;
}

void TestListPage::nothingIsClaimedBeforeItWasRead()
{
    QFETCH(const bool, isRead);
    QFETCH(const bool, isFailing);
    QFETCH(const bool, isOverdue);
    QFETCH(const bool, isKnownEmpty);
    QFETCH(const QString, says);
    Freshness freshness;
    if (isRead)
        freshness.readAt = QDateTime::currentDateTimeUtc();
    if (isFailing)
        freshness.error = DbError{DbError::Kind::CannotConnect, {}, u"refused"_s};
    freshness.isOverdue = isOverdue;
    const bool isEmpty = m_page->isKnownEmpty(freshness);
    QCOMPARE(isEmpty, isKnownEmpty);
    if (isEmpty)
        m_page->showHint(u"No rows"_s, {});
    QVERIFY2(text().contains(says), qUtf8Printable(text()));
    QVERIFY(!m_page->table()->isVisible());
}

void TestListPage::rowsStayWhateverHappens()
{
    m_rows->merge({{1}, {2}});
    Freshness freshness{QDateTime::currentDateTimeUtc(), {}, false};
    QVERIFY(!m_page->isKnownEmpty(freshness));
    QVERIFY(m_page->table()->isVisible());
    freshness.error = DbError{DbError::Kind::CannotConnect, {}, u"refused"_s};
    QVERIFY(!m_page->isKnownEmpty(freshness));
    QVERIFY(m_page->table()->isVisible());
    QVERIFY2(text().contains(u"Cannot connect · data read"_s), qUtf8Printable(text()));
}

/// Else what comes last, errors and messages, is out of sight.
void TestListPage::namesGiveWayWhereThereIsNoRoom()
{
    class WideRows final : public RowsModel<NamedRow, &NamedRow::id>
    {
    public:
        WideRows()
        {
            const auto text = [](const NamedRow &row) { return QString::number(row.id); };
            setColumns({{.id = "task"_L1,
                         .title = u"Task"_s,
                         .text = text,
                         .widest = QString(30, u'm'),
                         .elide = Qt::ElideMiddle},
                        {.id = "count"_L1,
                         .title = u"Count"_s,
                         .text = text,
                         .isFigure = true,
                         .widest = u"1,000,000"_s},
                        {.id = "error"_L1, .title = u"Error"_s, .text = text}});
        }
    } rows;
    QTableView page;
    page.setModel(&rows);
    setUpTable(&page, u"wide"_s);
    fitColumns(&page);
    page.resize(1200, 400);
    page.show();
    const QTableView *table = &page;
    const auto overflow
        = [&] { return table->horizontalHeader()->length() - table->viewport()->width(); };
    QTRY_VERIFY(overflow() <= 0);
    const int wide = table->columnWidth(0);
    const int count = table->columnWidth(1);
    page.resize(500, 400);
    QTRY_VERIFY2(overflow() <= 0, qPrintable(QString::number(overflow())));
    QVERIFY(table->columnWidth(0) < wide);
    QCOMPARE(table->columnWidth(1), count); // digits are not cut
    page.resize(1200, 400);
    QTRY_COMPARE(table->columnWidth(0), wide);
    // What was chosen by hand stays.
    table->horizontalHeader()->resizeSection(0, wide - 10);
    page.resize(500, 400);
    QTRY_VERIFY(table->viewport()->width() < 600);
    QCOMPARE(table->columnWidth(0), wide - 10);
}

void TestListPage::spareColumnsGiveWayThen()
{
    class SpareRows final : public RowsModel<NamedRow, &NamedRow::id>
    {
    public:
        SpareRows()
        {
            const auto text = [](const NamedRow &row) { return QString::number(row.id); };
            setColumns({{.id = "name"_L1, .title = u"Name"_s, .text = text}});
            for (const auto &[id, isSpare] :
                 {std::pair("a"_L1, true), std::pair("b"_L1, false), std::pair("c"_L1, true)})
                insertBehind("name"_L1,
                             {{.id = id,
                               .title = id,
                               .text = text,
                               .isFigure = true,
                               .widest = u"100,000,000"_s,
                               .isSpare = isSpare}});
        }
    } rows; // name, c, b, a
    QTableView table;
    table.setModel(&rows);
    setUpTable(&table, u"spare"_s);
    fitColumns(&table);
    table.resize(1200, 400);
    table.show();
    const QHeaderView *header = table.horizontalHeader();
    const auto hidden = [&] {
        QList<int> columns;
        for (int column = 0; column < header->count(); ++column) {
            if (header->isSectionHidden(column))
                columns << column;
        }
        return columns;
    };
    const int figure = table.columnWidth(3);
    const int least = table.fontMetrics().horizontalAdvance(u"customer/monthly_report"_s);
    const auto overflow = [&] { return header->length() - table.viewport()->width(); };
    QTRY_COMPARE(hidden(), QList<int>());
    for (const auto &[figures, expected] :
         {std::pair(3, QList<int>()), std::pair(2, QList<int>{3}), std::pair(1, QList<int>{1, 3}),
          std::pair(0, QList<int>{1, 3}), std::pair(3, QList<int>())}) {
        table.resize(least + figures * figure + 4, 400);
        QTRY_COMPARE(hidden(), expected);
        QVERIFY(figures == 0 || overflow() <= 0);
    }
    // What rows are sorted by stays.
    table.setSortingEnabled(true);
    table.horizontalHeader()->setSortIndicator(3, Qt::AscendingOrder);
    table.resize(least + 2 * figure + 4, 400);
    QTRY_COMPARE(hidden(), QList<int>{1});
}

YARDMASTER_WINDOW_TEST(TestListPage)
#include "tst_listpage.moc"
