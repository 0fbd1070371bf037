// How a page is added (CONTRIBUTING.md), in at most 150 lines: a model that is a list of columns,
// and a panel that puts a ListPage, a detail pane and actions together, as the page Queues does.
#include "models/tables/rowsmodel.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/command.h"
#include "ui/kit/listpage.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

struct Track
{
    qint64 id = 0;
    QString name;
    int wagons = 0;

    [[nodiscard]] bool operator==(const Track &) const = default;
};

class TracksModel final : public RowsModel<Track, &Track::id>
{
public:
    TracksModel()
    {
        setColumns({
            {.id = "track"_L1,
             .title = u"Track"_s,
             .text = [](const Track &track) { return track.name; }},
            {.id = "wagons"_L1,
             .title = u"Wagons"_s,
             .text = [](const Track &track) { return QString::number(track.wagons); },
             .isFigure = true,
             .widest = u"1,000"_s,
             .raw = [](const Track &track) { return track.wagons; }},
        });
    }
    /// Of a page that asks the database, a Poller brings them.
    void setTracks(const QList<Track> &tracks) { merge(tracks, Order::Kept); }
};

class TracksPanel final : public QWidget
{
public:
    TracksPanel()
    {
        m_list->setFind(m_model.section("track"_L1), u"Find track"_s);
        m_list->sortBy(m_model.section("wagons"_L1), Qt::DescendingOrder);
        m_detail->setObjectName("trackDetail"_L1);
        m_list->setDetail(m_detail);
        m_list->setLooking(u"Looking for tracks"_s, u"They appear here in a moment."_s);
        if (m_list->isKnownEmpty({}))
            m_list->showHint(u"No tracks"_s, u"They would appear here."_s);
        addCommand(this, u"tracks.empty"_s, u"Empty track"_s, u"Takes all wagons off the track."_s,
                   &TracksPanel::emptyCurrent)
            ->withKeysHere({Qt::Key_E})
            ->unless([this] {
                return m_list->currentRow() < 0 ? u"Choose a track first."_s : QString();
            });
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(m_list);
        connect(m_list, &ListPage::currentChanged, this, &TracksPanel::showCurrent);
        showCurrent();
    }
    ~TracksPanel() override { delete m_list; } // before the model it shows
    Q_DISABLE_COPY_MOVE(TracksPanel)

    void setTracks(const QList<Track> &tracks)
    {
        m_model.setTracks(tracks);
        // Of a page that asks the database, its Poller's freshness().
        if (m_list->isKnownEmpty({QDateTime::currentDateTimeUtc(), {}, false}))
            m_list->showHint(u"No tracks"_s, u"They would appear here."_s);
        m_list->setRemark(u"%1 tracks"_s.arg(tracks.size()));
        showCurrent();
    }

private:
    void showCurrent()
    {
        const int row = m_list->currentRow();
        updateCommands(this);
        if (row >= 0)
            m_detail->setText(u"%1: %2"_s.arg(m_model.at(row).name).arg(m_model.at(row).wagons));
    }
    void emptyCurrent()
    {
        QList<Track> tracks = m_model.rows();
        tracks[m_list->currentRow()].wagons = 0;
        setTracks(tracks);
    }

    TracksModel m_model;
    ListPage *m_list = new ListPage(&m_model, u"tracks"_s, u"Tracks"_s, this);
    QLabel *m_detail = new QLabel(m_list);
};

} // namespace

class TestExamplePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreShownSortedAndFound();
};

void TestExamplePage::rowsAreShownSortedAndFound()
{
    const Theme theme;
    TracksPanel panel;
    panel.show();
    auto *table = child<QTableView>(panel, "tracksTable");
    const auto name = [table](int row) { return table->model()->index(row, 0).data().toString(); };
    QVERIFY(!table->isVisible());
    QVERIFY(!child<QAction>(panel, "tracks.empty")->isEnabled());
    panel.setTracks({{1, u"Coal"_s, 9}, {2, u"Grain"_s, 80}, {3, u"Ore"_s, 700}});
    QVERIFY(table->isVisible());
    QCOMPARE(QStringList({name(0), name(1), name(2)}),
             QStringList({u"Ore"_s, u"Grain"_s, u"Coal"_s}));
    QCOMPARE(child<QLabel>(panel, "tracksRemark")->text(), u"3 tracks"_s);
    // The detail follows the current row, the action changes it, and the row keeps its place.
    const auto shown = [&panel] { return child<QLabel>(panel, "trackDetail")->text(); };
    QCOMPARE(shown(), u"Ore: 700"_s);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(shown(), u"Grain: 80"_s);
    child<QAction>(panel, "tracks.empty")->trigger();
    QCOMPARE(shown(), u"Grain: 0"_s);
    QCOMPARE(name(1), u"Grain"_s);
    child<QPushButton>(panel, "tracksRefresh")->click(); // sorts
    QCOMPARE(name(2), u"Grain"_s);
    QTest::keyClicks(child<QLineEdit>(panel, "tracksFind"), u"coa"_s);
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(shown(), u"Coal: 9"_s);
}

YARDMASTER_WINDOW_TEST(TestExamplePage)
#include "tst_examplepage.moc"
