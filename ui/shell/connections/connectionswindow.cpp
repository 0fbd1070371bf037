#include "ui/shell/connections/connectionswindow.h"

#include "models/connecting/profile.h"
#include "models/values/format.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/command.h"
#include "ui/kit/listpage.h"
#include "ui/kit/screenfit.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/shell/connections/openconnections.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/startpage.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kTick = 500ms;
constexpr std::chrono::milliseconds kPatience = 5s; // until a window has opened
constexpr int kSwatch = 12;

/// The colour of its strip as a square; else whether something is wrong.
StateLook connectionLook()
{
    return {[](const QVariant &state, const QPalette &palette) {
                return state.userType() == QMetaType::Bool && state.toBool()
                    ? toneColor(Tone::Trouble, palette)
                    : palette.color(QPalette::Text);
            },
            [](QPainter &painter, const QPointF &corner, const QVariant &state, const QPalette &) {
                const double edge = (kGlyphSize - kSwatch) / 2.0;
                painter.fillRect(QRectF(corner + QPointF(edge, edge), QSizeF(kSwatch, kSwatch)),
                                 QColor(state.toString()));
            }};
}

ConnectionRow rowOf(const Profile &profile)
{
    ConnectionRow row;
    row.id = profile.id;
    row.name = profile.group.isEmpty() ? profile.name : profile.group + " / "_L1 + profile.name;
    row.environment = profile.environment;
    row.colour
        = profile.colour.isEmpty() ? environmentColor(profile.environment).name() : profile.colour;
    row.word = ConnectionsWindow::tr("Not open");
    return row;
}

} // namespace

void ConnectionsWindow::showAll()
{
    static QPointer<ConnectionsWindow> window;
    if (!window)
        window = new ConnectionsWindow;
    window->refresh();
    bringToFront(window);
    window->m_list->table()->setFocus();
}

ConnectionsWindow::ConnectionsWindow()
    : m_recent(new QCheckBox(tr("&Recent profiles, too"), this))
    , m_list(new ListPage(&m_model, u"connections"_s, tr("Connections"), this))
    , m_tick(this)
{
    setObjectName("connectionsWindow"_L1);
    setWindowTitle(tr("Yardmaster — Connections"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(Qt::WA_QuitOnClose, false); // the program ends with its last connection
    m_recent->setObjectName("connectionsRecent"_L1);
    m_recent->setToolTip(
        tr("Also lists recently opened profiles. No connection is made until you choose one."));
    m_list->setStateLook(connectionLook());
    m_list->setFind(m_model.section("connection"_L1), tr("Find connection"));
    m_list->addAtEnd(m_recent);
    m_list->refreshButton()->hide(); // it is always up to date
    m_list->sortBy(m_model.section("connection"_L1), Qt::AscendingOrder);
    m_list->setRowCommands(
        {addCommand(this, u"connections.show"_s, tr("Show connection"),
                    tr("Brings the window of the connection to the front, with its "
                       "tab."),
                    &ConnectionsWindow::open)
             ->withKeysHere()
             ->unless([this] {
                 return m_list->currentRow() >= 0 ? QString() : tr("Select a connection first.");
             })});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);
    connect(m_list, &ListPage::activated, this, &ConnectionsWindow::open);
    connect(m_list, &ListPage::currentChanged, this, [this] { updateCommands(this); });
    connect(m_recent, &QCheckBox::toggled, this, &ConnectionsWindow::refresh);
    connect(&m_tick, &QTimer::timeout, this, &ConnectionsWindow::refresh);
    m_tick.start(kTick);
    resizeToFit(this, {1080, 360});
    refresh();
    m_list->setCurrentRow(0);
}

ConnectionsWindow::~ConnectionsWindow()
{
    delete m_list; // before the model it shows
}

QList<ConnectionRow> ConnectionsWindow::rows() const
{
    QList<ConnectionRow> rows;
    QStringList open;
    const QList<MainWindow *> windows = openConnections();
    for (const MainWindow *window : windows) {
        rows << window->summary();
        open << window->profileId();
    }
    if (!m_recent->isChecked() || windows.isEmpty())
        return rows;
    for (const Profile &profile : windows.first()->recent()) {
        if (!open.contains(profile.id))
            rows << rowOf(profile);
    }
    return rows;
}

void ConnectionsWindow::refresh()
{
    const QList<ConnectionRow> rows = this->rows();
    if (openConnections().isEmpty()) {
        close();
        return;
    }
    m_model.setConnections(rows);
    const auto open = std::ranges::count_if(rows, &ConnectionRow::isOpen);
    (void)m_list->isKnownEmpty({QDateTime::currentDateTimeUtc(), {}, false});
    m_list->setRemark(tr("%1 connections open", nullptr, pluralOf(open)).arg(formatNumber(open)));
}

void ConnectionsWindow::open()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    const ConnectionRow chosen = m_model.at(row);
    const QList<MainWindow *> windows = openConnections();
    for (MainWindow *window : windows) {
        if (chosen.isOpen && QString::number(window->number()) == chosen.id) {
            bringToFront(window);
            return;
        }
    }
    // Its window comes in a moment: who presses Enter again means the same one.
    const bool isAsked = m_asked == chosen.id && m_sinceAsked.isValid()
        && !m_sinceAsked.hasExpired(kPatience.count());
    if (chosen.isOpen || windows.isEmpty() || isAsked)
        return;
    m_asked = chosen.id;
    m_sinceAsked.start();
    Q_EMIT windows.first()->recentRequested(chosen.id);
}

void ConnectionsWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace yardmaster
