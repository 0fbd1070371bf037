#include "models/tables/rowsmodel.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

struct Ship
{
    qint64 id = 0;
    QString name;
    int cargo = 0;

    [[nodiscard]] bool operator==(const Ship &) const = default;
};

class Ships final : public RowsModel<Ship, &Ship::id>
{
public:
    using RowsModel::append;
    using RowsModel::merge;
    using RowsModel::Order;
    using RowsModel::reset;
    using RowsModel::tellVolatile;

    explicit Ships(bool isAged = false)
    {
        setColumns(
            {
                {.id = "name"_L1,
                 .title = u"Name"_s,
                 .text = [](const Ship &ship) { return ship.name; },
                 .state =
                     [](const Ship &ship) {
                         return ship.cargo > 100 ? QVariant(u"heavy"_s) : QVariant();
                     },
                 .hasShape = true},
                {.id = "cargo"_L1,
                 .title = u"Cargo"_s,
                 .text = [](const Ship &ship) { return u"%1 t"_s.arg(ship.cargo); },
                 .isFigure = true,
                 .widest = u"10000 t"_s,
                 .raw = [](const Ship &ship) { return ship.cargo; },
                 .bar = [](const Ship &ship) { return ship.cargo / 1000.0; },
                 .barKind = BarKind::Progress},
                {.id = "age"_L1,
                 .title = u"Age"_s,
                 .text = [](const Ship &) { return u"old"_s; },
                 .toolTip = kNoText,
                 .spoken = [](const Ship &ship) { return ship.name + u" is old"_s; },
                 .isQuiet = kAlways,
                 .isVolatile = isAged},
            },
            Spoken::TitleAndText);
    }

    [[nodiscard]] QString names() const
    {
        QStringList all;
        for (const Ship &ship : rows())
            all << ship.name;
        return all.join(u' ');
    }
};

Ship ship(char name, int cargo = 1)
{
    return {name, QString(QLatin1Char(name)), cargo};
}

QList<Ship> ships(const char *names)
{
    QList<Ship> all;
    for (; *names; ++names)
        all << ship(*names);
    return all;
}

/// What a model announces.
struct Announced
{
    explicit Announced(const Ships &ships)
        : inserted(&ships, &QAbstractItemModel::rowsInserted)
        , removed(&ships, &QAbstractItemModel::rowsRemoved)
        , moved(&ships, &QAbstractItemModel::layoutChanged)
        , changed(&ships, &QAbstractItemModel::dataChanged)
        , resets(&ships, &QAbstractItemModel::modelReset)
    { }
    [[nodiscard]] QList<qsizetype> counts() const
    {
        return {inserted.count(), removed.count(), moved.count(), changed.count(), resets.count()};
    }
    /// "2-3": of the n-th signal.
    [[nodiscard]] static QString rows(const QSignalSpy &spy, int n)
    {
        return u"%1-%2"_s.arg(spy.at(n).at(1).toInt()).arg(spy.at(n).at(2).toInt());
    }

    QSignalSpy inserted;
    QSignalSpy removed;
    QSignalSpy moved;
    QSignalSpy changed;
    QSignalSpy resets;
};

} // namespace

/// The model of tables: how rows are merged, and the defaults of columns.
class TestRowsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void columnsHaveDefaults();
    void columnsAreFoundById();
    void sameRowsAnnounceNothing();
    void onlyWhatDiffersIsAnnounced();
    void neighboursComeAndGoTogether();
    void rowsThatStayKeepTheirIndexes();
    void newRowsComeLastWhereOrderIsKept();
    void sameKeyTwiceLosesNoRow();
    void cellsThatAgeAreAnnounced();
    void anyListFollowsAnyOther();
    void rowsAreSortedByRawValues();
};

void TestRowsModel::columnsHaveDefaults()
{
    Ships model;
    model.merge({ship('a', 0), ship('b', 500)});
    const auto cell = [&model](int row, QLatin1StringView column, int role) {
        return model.cell(row, column).data(role);
    };
    QCOMPARE(cell(0, "name"_L1, Qt::DisplayRole), QVariant(u"a"_s));
    QCOMPARE(cell(0, "name"_L1, Qt::ToolTipRole), QVariant(u"a"_s));
    QCOMPARE(cell(0, "name"_L1, RawValueRole), QVariant(u"a"_s));
    QCOMPARE(cell(0, "name"_L1, Qt::AccessibleTextRole), QVariant(u"Name: a"_s));
    QCOMPARE(cell(0, "name"_L1, Qt::TextAlignmentRole),
             QVariant(int(Qt::AlignLeft | Qt::AlignVCenter)));
    QCOMPARE(cell(0, "name"_L1, ElideRole), QVariant(int(Qt::ElideRight)));
    QCOMPARE(cell(0, "name"_L1, ShapeRole), QVariant(true));
    QCOMPARE(cell(0, "name"_L1, QuietRole), QVariant(false));
    QCOMPARE(cell(0, "name"_L1, LinkRole), QVariant(false));
    QVERIFY(!cell(0, "name"_L1, StateRole).isValid());
    QVERIFY(!cell(0, "name"_L1, BarRole).isValid());
    QCOMPARE(cell(1, "name"_L1, StateRole), QVariant(u"heavy"_s));
    // Figures: right-aligned, without a tooltip, quiet where they are 0.
    QCOMPARE(cell(1, "cargo"_L1, Qt::DisplayRole), QVariant(u"500 t"_s));
    QVERIFY(!cell(1, "cargo"_L1, Qt::ToolTipRole).isValid());
    QCOMPARE(cell(1, "cargo"_L1, RawValueRole), QVariant(500));
    QCOMPARE(cell(1, "cargo"_L1, Qt::TextAlignmentRole),
             QVariant(int(Qt::AlignRight | Qt::AlignVCenter)));
    QCOMPARE(cell(1, "cargo"_L1, FigureRole), QVariant(true));
    QCOMPARE(cell(1, "cargo"_L1, QuietRole), QVariant(false));
    QCOMPARE(cell(0, "cargo"_L1, QuietRole), QVariant(true));
    QCOMPARE(cell(1, "cargo"_L1, BarRole), QVariant(0.5));
    QCOMPARE(cell(1, "cargo"_L1, BarKindRole), QVariant(int(BarKind::Progress)));
    QCOMPARE(cell(0, "age"_L1, Qt::ToolTipRole), QVariant(QString()));
    QCOMPARE(cell(0, "age"_L1, Qt::AccessibleTextRole), QVariant(u"a is old"_s));
    QCOMPARE(cell(0, "age"_L1, QuietRole), QVariant(true));
}

void TestRowsModel::columnsAreFoundById()
{
    const Ships model;
    QCOMPARE(model.columnCount(), 3);
    QCOMPARE(model.section("cargo"_L1), 1);
    QCOMPARE(model.section("crew"_L1), -1);
    const auto header = [&model](int section, int role) {
        return model.headerData(section, Qt::Horizontal, role);
    };
    QCOMPARE(header(1, Qt::DisplayRole), QVariant(u"Cargo"_s));
    QCOMPARE(header(1, Qt::TextAlignmentRole), QVariant(int(Qt::AlignRight | Qt::AlignVCenter)));
    QCOMPARE(header(1, WidestRole), QVariant(u"10000 t"_s));
    QCOMPARE(header(0, ShapeRole), QVariant(true));
    QVERIFY(!header(3, Qt::DisplayRole).isValid());
    QVERIFY(!model.headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
}

void TestRowsModel::sameRowsAnnounceNothing()
{
    Ships model;
    model.merge(ships("abc"));
    const Announced announced(model);
    model.merge(ships("abc"));
    QCOMPARE(announced.counts(), QList<qsizetype>({0, 0, 0, 0, 0}));
}

void TestRowsModel::onlyWhatDiffersIsAnnounced()
{
    Ships model;
    model.merge(ships("abcdef"));
    const Announced announced(model);
    model.merge({ship('a'), ship('b', 2), ship('c', 2), ship('d'), ship('e', 2), ship('f')});
    QCOMPARE(announced.counts(), QList<qsizetype>({0, 0, 0, 2, 0}));
    const auto changed = [&announced](int n) {
        return std::pair(announced.changed.at(n).at(0).toModelIndex().row(),
                         announced.changed.at(n).at(1).toModelIndex().row());
    };
    QCOMPARE(changed(0), std::pair(1, 2));
    QCOMPARE(changed(1), std::pair(4, 4));
    QCOMPARE(model.cell(2, "cargo"_L1).data().toString(), u"2 t"_s);
}

void TestRowsModel::neighboursComeAndGoTogether()
{
    Ships model;
    model.merge(ships("abcdef"));
    const Announced announced(model);
    model.merge(ships("adXYeZ"));
    QCOMPARE(model.names(), u"a d X Y e Z"_s);
    QCOMPARE(announced.counts(), QList<qsizetype>({2, 2, 0, 0, 0}));
    QCOMPARE(Announced::rows(announced.removed, 0), u"5-5"_s);
    QCOMPARE(Announced::rows(announced.removed, 1), u"1-2"_s);
    QCOMPARE(Announced::rows(announced.inserted, 0), u"2-3"_s);
    QCOMPARE(Announced::rows(announced.inserted, 1), u"5-5"_s);
    model.append(ships("PQ"));
    QCOMPARE(Announced::rows(announced.inserted, 2), u"6-7"_s);
}

void TestRowsModel::rowsThatStayKeepTheirIndexes()
{
    Ships model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.merge(ships("abcd"));
    const QPersistentModelIndex b(model.index(1, 1));
    const QPersistentModelIndex c(model.index(2, 0));
    const Announced announced(model);
    model.merge(ships("dXba"));
    QCOMPARE(model.names(), u"d X b a"_s);
    QCOMPARE(QModelIndex(b), model.index(2, 1));
    QVERIFY(!c.isValid());
    QCOMPARE(announced.counts(), QList<qsizetype>({1, 1, 1, 0, 0}));
    QCOMPARE(model.rowOf('b'), 2);
    QCOMPARE(model.rowOf('c'), -1);
}

void TestRowsModel::newRowsComeLastWhereOrderIsKept()
{
    Ships model;
    model.merge(ships("cab"));
    const Announced announced(model);
    model.merge(ships("Xabd"), Ships::Order::Kept);
    QCOMPARE(model.names(), u"a b X d"_s);
    QCOMPARE(announced.counts(), QList<qsizetype>({1, 1, 0, 0, 0}));
}

void TestRowsModel::sameKeyTwiceLosesNoRow()
{
    Ships model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.merge(ships("aba"));
    QCOMPARE(model.names(), u"a b a"_s);
    const QPersistentModelIndex second(model.index(2, 0));
    model.merge(ships("aab"));
    QCOMPARE(second.row(), 1);
    model.merge(ships("ab"));
    QCOMPARE(model.names(), u"a b"_s);
}

void TestRowsModel::cellsThatAgeAreAnnounced()
{
    Ships model(true);
    model.merge(ships("ab"));
    const Announced announced(model);
    const auto changed = [&announced](int n) {
        return std::pair(announced.changed.at(n).at(0).toModelIndex(),
                         announced.changed.at(n).at(1).toModelIndex());
    };
    model.merge(ships("ab"));
    QCOMPARE(announced.changed.count(), 1);
    QCOMPARE(changed(0), std::pair(model.index(0, 2), model.index(1, 2)));
    model.tellVolatile();
    QCOMPARE(announced.changed.count(), 2);
    model.reset({});
    model.tellVolatile();
    QCOMPARE(announced.changed.count(), 2);
}

void TestRowsModel::anyListFollowsAnyOther()
{
    Ships model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSortFilterProxyModel proxy;
    const QAbstractItemModelTester proxyTester(
        &proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
    proxy.setSourceModel(&model);
    proxy.sort(0);
    QRandomGenerator random(7);
    for (int round = 0; round < 300; ++round) {
        QList<Ship> fresh = ships("abcdefgh");
        std::shuffle(fresh.begin(), fresh.end(), random);
        fresh.resize(random.bounded(fresh.size() + 1));
        for (Ship &one : fresh)
            one.cargo = int(random.bounded(3));
        QHash<QPersistentModelIndex, qint64> kept;
        for (int row = 0; row < model.rowCount(); ++row)
            kept.insert(QPersistentModelIndex(model.index(row, 0)), model.at(row).id);
        model.merge(fresh);
        QCOMPARE(model.rows(), fresh);
        for (auto it = kept.cbegin(); it != kept.cend(); ++it)
            QCOMPARE(it.key().row(), model.rowOf(it.value()));
        QCOMPARE(proxy.rowCount(), model.rowCount());
    }
}

void TestRowsModel::rowsAreSortedByRawValues()
{
    Ships model;
    model.merge({ship('a', 9), ship('b', 1000), ship('c', 80)});
    QSortFilterProxyModel proxy;
    proxy.setSourceModel(&model);
    proxy.setSortRole(RawValueRole);
    proxy.sort(model.section("cargo"_L1), Qt::DescendingOrder);
    QCOMPARE(proxy.index(0, 0).data().toString(), u"b"_s); // as text, "9 t" would be first
    QCOMPARE(proxy.index(1, 0).data().toString(), u"c"_s);
    QCOMPARE(proxy.index(2, 0).data().toString(), u"a"_s);
}

YARDMASTER_TEST(TestRowsModel)
#include "tst_rowsmodel.moc"
