#include "ui/pages/live/livepanel.h"

#include "models/console/consolecontext.h"
#include "models/live/joblogs.h"
#include "models/live/liveexport.h"
#include "models/live/livelistener.h"
#include "models/live/noticelistenerthread.h"
#include "models/localworker/localworker.h"
#include "models/session/delivery.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/label.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/pages/live/joblogview.h"
#include "ui/pages/live/livetable.h"
#include "ui/pages/live/livewords.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kInterval = 100ms;
/// Where more waits than is taken at once, as after a pause: the window answers in between.
constexpr std::chrono::milliseconds kSoon = 5ms;
constexpr qsizetype kAtOnce = 1000;

LiveFormat formatOf(const QString &path)
{
    for (const LiveFormat format : {LiveFormat::Csv, LiveFormat::Text})
        if (path.endsWith(u'.' + liveFormatSuffix(format), Qt::CaseInsensitive))
            return format;
    return LiveFormat::NdJson;
}

} // namespace

LivePanel::LivePanel(ConsoleContext *context, LocalWorker *worker, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_worker(worker)
    , m_listener(std::make_unique<LiveListener>(worker->bus(), m_feed))
    , m_notices(std::make_unique<NoticeListenerThread>(context->target().connection,
                                                       context->target().schema, m_feed))
    , m_fleet(context->sessions(), context->target().schema, m_feed)
    , m_take(this)
    , m_exportRemarkEnd(this)
    , m_state(new ElidedLabel(Qt::ElideRight, this))
    , m_remark(new Label(this))
    , m_pages(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_log(new JobLogView(JobLogs::of(worker->bus()), this))
{
    setObjectName("livePanel"_L1);
    makeTables();
    makeCommands();
    m_bar = new LiveBar(m_commands, this);
    m_bar->setDetail(m_detail);
    layOut();

    m_take.setInterval(kInterval);
    connect(&m_take, &QTimer::timeout, this, &LivePanel::take);
    m_exportRemarkEnd.setSingleShot(true);
    m_exportRemarkEnd.setInterval(15s);
    connect(&m_exportRemarkEnd, &QTimer::timeout, this, [this] {
        m_exportRemark.clear();
        showRemark();
    });
    connect(m_bar, &LiveBar::filterChanged, this, [this] {
        model()->setFilter(m_bar->filter());
        showAll();
    });
    connect(m_notices.get(), &NoticeListenerThread::changed, this, &LivePanel::showAll);
    connect(&m_fleet, &FleetFeed::changed, this, &LivePanel::showAll);
    connect(m_worker, &LocalWorker::stateChanged, this, &LivePanel::showAll);
    connect(m_log, &JobLogView::jobRequested, context, &ConsoleContext::requestJob);
    connect(m_log, &JobLogView::closeRequested, this, [this] { onJobChosen(0); });
    showAll();
}

LivePanel::~LivePanel()
{
    for (LiveTable *table : m_tables)
        table->setModel(nullptr); // tables go after the models
}

void LivePanel::makeTables()
{
    for (const LiveDetail detail : {LiveDetail::Runs, LiveDetail::Events}) {
        auto &model = m_models[std::size_t(detail)];
        model = std::make_unique<LiveModel>();
        auto *table = new LiveTable(model.get(), this);
        table->setVisible(detail == m_detail);
        m_tables[std::size_t(detail)] = table;
        RowMenu::of(table)->setSubjects(m_context, [lines = model.get()](const QModelIndex &index) {
            const LiveLine &line = lines->at(index.row());
            return RowSubject{line.jobId, line.task, line.queue, line.worker, {}};
        });
        connect(model.get(), &LiveModel::looked, this, &LivePanel::showAll);
        connect(table, &LiveTable::jobRequested, m_context, &ConsoleContext::requestJob);
        connect(table, &LiveTable::jobChosen, this, &LivePanel::onJobChosen);
        connect(table, &LiveTable::followingChanged, this,
                [this] { m_commands.follow->setChecked(this->table()->isFollowing()); });
    }
}

void LivePanel::makeCommands()
{
    m_commands.filter = addCommand(this, u"live.filter"_s, tr("Filter lines"),
                                   tr("Goes to the filter of the live page."))
                            ->withKeysHere({Qt::CTRL | Qt::Key_F, Qt::Key_Slash})
                            ->alsoCalled(tr("search, find"));
    m_commands.pause = addCommand(this, u"live.pause"_s, tr("Pause"),
                                  tr("Shows no new lines; they wait until you resume."))
                           ->withKeysHere({Qt::Key_P})
                           ->asSwitch()
                           ->alsoCalled(tr("freeze, stop"));
    m_commands.follow
        = addCommand(this, u"live.follow"_s, tr("Follow"), tr("Keeps the newest line in view."),
                     [this](bool isOn) { table()->setFollowing(isOn); })
              ->withKeysHere({Qt::Key_F})
              ->asSwitch()
              ->alsoCalled(tr("scroll, tail"));
    m_commands.follow->setChecked(true);
    m_commands.every = addCommand(this, u"live.every"_s, tr("Every event"),
                                  tr("Shows each event on a line of its own, fetches included, "
                                     "instead of one line per run."))
                           ->withKeysHere({Qt::Key_E})
                           ->asSwitch()
                           ->alsoCalled(tr("details, verbose, all events"));
    m_commands.clear
        = addCommand(this, u"live.clear"_s, tr("Clear"),
                     tr("Empties the list; new events still appear."), &LivePanel::clear)
              ->withKeysHere()
              ->alsoCalled(tr("empty, reset"));
    m_commands.exportShown = addCommand(this, u"live.export"_s, tr("Export shown lines…"),
                                        tr("Writes the lines that match the filter to a file."),
                                        [this] { chooseFile(true); })
                                 ->withKeysHere()
                                 ->alsoCalled(tr("save, download, log"));
    m_commands.exportAll
        = addCommand(this, u"live.exportAll"_s, tr("Export all lines…"),
                     tr("Writes all lines of the list to a file."), [this] { chooseFile(false); })
              ->withKeysHere()
              ->alsoCalled(tr("save, download, log"));
    connect(m_commands.pause, &QAction::toggled, this, &LivePanel::setPaused);
    connect(m_commands.every, &QAction::toggled, this,
            [this](bool isOn) { setDetail(isOn ? LiveDetail::Events : LiveDetail::Runs); });
}

void LivePanel::layOut()
{
    m_state->setObjectName("liveState"_L1);
    m_remark->setObjectName("liveRemark"_L1);
    setTone(m_remark, Tone::Muted);
    m_remark->setFont(tabularFont(font()));
    auto *line = new QHBoxLayout;
    line->setContentsMargins(16, 4, 16, 8);
    line->setSpacing(16);
    line->addWidget(m_state, 1);
    line->addWidget(m_remark);

    auto *tables = new QWidget(m_splitter);
    auto *stack = new QVBoxLayout(tables);
    stack->setContentsMargins(0, 0, 0, 0);
    for (LiveTable *table : m_tables)
        stack->addWidget(table);
    m_splitter->addWidget(tables);
    m_splitter->addWidget(m_log);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    m_log->hide();
    m_pages->addWidget(m_hint);
    m_pages->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addLayout(line);
    layout->addWidget(m_pages, 1);
}

void LivePanel::take()
{
    if (m_isPaused) {
        showRemark(); // more are waiting
        return;
    }
    LiveBatch batch = m_feed->take(m_detail, kAtOnce);
    const bool isNothing = batch.lines.empty() && batch.changed.isEmpty();
    m_take.setInterval(batch.isAll ? kInterval : kSoon);
    if (isNothing)
        return;
    model()->apply(std::move(batch));
    showRemark();
    showPage();
}

void LivePanel::setPaused(bool isPaused)
{
    m_isPaused = isPaused;
    m_commands.pause->setChecked(isPaused);
    m_take.setInterval(kInterval);
    if (isVisible())
        take();
    showAll();
}

void LivePanel::setDetail(LiveDetail detail)
{
    if (m_detail == detail)
        return;
    table()->hide();
    m_detail = detail;
    table()->show();
    m_commands.every->setChecked(detail == LiveDetail::Events);
    m_commands.follow->setChecked(table()->isFollowing());
    m_bar->setDetail(detail);
    model()->setFilter(m_bar->filter()); // it may be another one by now
    if (isVisible())
        take();
    showAll();
}

void LivePanel::setFilterText(const QString &text)
{
    m_bar->setFilterText(text);
}

void LivePanel::clear()
{
    for (const LiveDetail detail : {LiveDetail::Runs, LiveDetail::Events})
        m_models[std::size_t(detail)]->clear(m_feed->clear(detail));
    showAll();
}

void LivePanel::onJobChosen(qint64 id)
{
    m_log->setJob(id);
    if (m_log->isVisible() == (id != 0))
        return;
    m_log->setVisible(id != 0);
    // It takes room from the table, which may hide the row that was chosen.
    QMetaObject::invokeMethod(
        this, [this] { table()->scrollTo(table()->currentIndex()); }, Qt::QueuedConnection);
}

void LivePanel::chooseFile(bool isShownOnly)
{
    auto *chooser = new QFileDialog(this, tr("Export lines"), QDir::homePath());
    chooser->setObjectName("liveExport"_L1);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave); // asks before it replaces a file
    chooser->setNameFilters({tr("JSON lines (*.ndjson)"), tr("CSV (*.csv)"), tr("Text (*.txt)")});
    chooser->setDefaultSuffix(liveFormatSuffix(LiveFormat::NdJson));
    connect(chooser, &QFileDialog::filterSelected, chooser, [chooser](const QString &filter) {
        const qsizetype dot = filter.lastIndexOf(u'.');
        chooser->setDefaultSuffix(filter.sliced(dot + 1).chopped(1));
    });
    connect(chooser, &QFileDialog::fileSelected, this,
            [this, isShownOnly](const QString &path) { exportTo(path, isShownOnly); });
    chooser->open();
}

void LivePanel::exportTo(const QString &path, bool isShownOnly)
{
    using Outcome = tl::expected<qint64, QString>;
    const QTimeZone zone = TimeDisplay::instance().zone() == TimeDisplay::Zone::Utc
        ? QTimeZone::utc()
        : QTimeZone::systemTimeZone();
    deliver(exportLive(model()->lines(isShownOnly), path, formatOf(path), zone), this,
            [this, path](const Outcome &outcome) {
                m_exportRemark = outcome ? tr("%1 lines written to %2", nullptr, pluralOf(*outcome))
                                               .arg(formatNumber(*outcome), path)
                                         : outcome.error();
                m_exportRemarkEnd.start();
                showRemark();
                Q_EMIT exported(path, outcome ? QString() : outcome.error());
            });
}

void LivePanel::setActive(bool isActive)
{
    m_fleet.setPaused(!isActive);
    if (!isActive) {
        m_take.stop();
        return;
    }
    m_notices->start();
    m_take.start();
    take();
    showAll();
}

void LivePanel::showAll()
{
    showState();
    showRemark();
    showPage();
}

void LivePanel::showState()
{
    const ListenState state = m_notices->state();
    const bool isBad = state == ListenState::Undelivered || state == ListenState::Failed;
    setTone(m_state, isBad ? Tone::Trouble : Tone::Muted);
    const QString fleet = m_fleet.isFollowing() ? u" · "_s + tr("Runs of all workers") : QString();
    m_state->setText(u"%1 · %2"_s.arg(liveWorkerWords(*m_worker), listeningWords(*m_notices))
                     + fleet);
}

void LivePanel::showRemark()
{
    QStringList parts;
    if (!m_exportRemark.isEmpty())
        parts << m_exportRemark;
    const LiveModel *shown = model();
    const QString lines = formatNumber(shown->lineCount());
    parts << (m_bar->filter().isEverything()
                  ? tr("%1 lines", nullptr, pluralOf(shown->lineCount())).arg(lines)
                  : tr("%1 of %2 lines", nullptr, pluralOf(shown->lineCount()))
                        .arg(formatNumber(shown->rowCount()), lines));
    if (const qint64 undecided = shown->undecided(); undecided > 0)
        parts << tr("%1 matches took too long", nullptr, pluralOf(undecided))
                     .arg(formatNumber(undecided));
    quint64 dropped = shown->dropped();
    if (m_isPaused) {
        const LiveFeed::Waiting waiting = m_feed->waiting(m_detail);
        parts.prepend(tr("paused, %1 wait", nullptr, pluralOf(qint64(waiting.count())))
                          .arg(formatNumber(qint64(waiting.count()))));
        dropped += waiting.first - std::min(waiting.first, shown->next());
    }
    if (dropped > 0)
        parts << tr("%1 older ones dropped", nullptr, pluralOf(qint64(dropped)))
                     .arg(formatNumber(qint64(dropped)));
    m_remark->setText(parts.join(" · "_L1));
}

void LivePanel::showPage()
{
    const LiveModel *shown = model();
    if (shown->rowCount() > 0 || shown->isLooking()) {
        m_pages->setCurrentWidget(m_splitter);
        return;
    }
    m_pages->setCurrentWidget(m_hint);
    const LiveEmptyWords words
        = liveEmptyWords(*m_worker, m_context->target().schema, shown->lineCount(), m_isPaused);
    m_hint->setTexts(words.title, words.sentence, words.command);
}

} // namespace yardmaster
