#include "ui/pages/inspector/inspectorpanel.h"

#include "models/console/consolecontext.h"
#include "models/payload/payloadreader.h"
#include "models/related/jobsql.h"
#include "models/related/jobtimeline.h"
#include "models/related/relatedjobs.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/factlist.h"
#include "ui/kit/freshnesswords.h"
#include "ui/kit/layoutpause.h"
#include "ui/kit/pagetabs.h"
#include "ui/pages/inspector/comparepage.h"
#include "ui/pages/inspector/decodedpage.h"
#include "ui/pages/inspector/errorpage.h"
#include "ui/pages/inspector/inspectorheader.h"
#include "ui/pages/inspector/jobfacts.h"
#include "ui/pages/inspector/payloadpage.h"
#include "ui/pages/inspector/relatedpage.h"
#include "ui/pages/inspector/sqlpage.h"
#include "ui/pages/inspector/timelinepage.h"
#include "ui/pages/inspector/whynotblock.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kAgain = 5s;
/// Long payloads travel whole each time.
constexpr auto kAgainLong = 60s;
constexpr qsizetype kLong = 256 << 10; // bytes
constexpr auto kSlow = 300ms;          // until a read is worth mentioning

QString nameOf(const JobDetails &details)
{
    return u"#%1 %2"_s.arg(QString::number(details.job.id), details.job.identifier);
}

} // namespace

InspectorPanel::InspectorPanel(ConsoleContext *context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_reader(std::make_shared<JobsReader>(context->sessions(), context->filterContext()))
    , m_job(new WatchedJob(m_reader, this))
    , m_related(new RelatedJobs(m_reader, this))
    , m_retry(context->sessions(), this)
    , m_pinned(new PayloadReader(this))
    , m_whole(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_header(new InspectorHeader(this))
    , m_tabs(new PageTabs(this))
    , m_pages(new QStackedWidget(this))
    , m_whyNot(new WhyNotBlock(context->guard(), this))
    , m_facts(new FactList(this))
    , m_payload(new PayloadPage(context, this))
    , m_decoded(new DecodedPage(this))
    , m_error(new ErrorPage(this))
    , m_timeline(new TimelinePage(this))
    , m_relatedPage(new RelatedPage(context, m_related, this))
    , m_sql(new SqlPage(this))
    , m_compare(new ComparePage(this))
    , m_blank(new EmptyHint(this))
{
    setObjectName(u"inspectorPanel"_s);
    setAccessibleName(tr("Inspector"));
    makeCommands();
    m_facts->setObjectName(u"inspectorFacts"_s);

    auto *overview = new QWidget(this);
    overview->setBackgroundRole(QPalette::Base);
    overview->setAutoFillBackground(true);
    auto *overviewLayout = new QVBoxLayout(overview);
    overviewLayout->setContentsMargins(12, 12, 12, 12);
    overviewLayout->setSpacing(16);
    overviewLayout->addWidget(m_whyNot);
    overviewLayout->addWidget(m_facts);
    overviewLayout->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(overview);

    auto *related = new QWidget(this); // a view cannot keep a distance from its own edges
    related->setBackgroundRole(QPalette::Base);
    related->setAutoFillBackground(true);
    auto *relatedLayout = new QVBoxLayout(related);
    relatedLayout->setContentsMargins(9, 4, 8, 0);
    relatedLayout->addWidget(m_relatedPage);

    m_tabs->setObjectName(u"inspectorTabs"_s);
    m_tabs->setAccessibleName(tr("Pages of the inspector"));
    for (const QString &title : {tr("Overview"), tr("Payload"), tr("Decoded"), tr("Error"),
                                 tr("Timeline"), tr("Related"), tr("SQL"), tr("Compare")})
        m_tabs->addTab(title);
    m_tabs->setTabVisible(int(Page::Compare), false);
    m_tabs->setTabVisible(int(Page::Decoded), false);
    for (QWidget *page : std::initializer_list<QWidget *>{
             scroll, m_payload, m_decoded, m_error, m_timeline, related, m_sql, m_compare, m_blank})
        m_pages->addWidget(page);

    auto *job = new QWidget(this);
    auto *layout = new QVBoxLayout(job);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    auto *tabLine = new QHBoxLayout;
    tabLine->setContentsMargins(5, 0, 0, 0);
    tabLine->addWidget(m_tabs);
    layout->addLayout(tabLine);
    layout->addWidget(m_pages, 1);
    m_hint->setTexts(tr("No job selected"),
                     tr("Select a job in the list to see why it is not running, its payload, its "
                        "error and what belongs to it."));
    m_whole->addWidget(m_hint);
    m_whole->addWidget(job);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_whole);

    connect(m_tabs, &QTabBar::currentChanged, this, &InspectorPanel::updatePage);
    connect(m_job, &WatchedJob::changed, this, &InspectorPanel::onJobChanged);
    connect(m_whyNot, &WhyNotBlock::helpRequested, this, &InspectorPanel::help);
    connect(m_whyNot, &WhyNotBlock::checkRequested, m_context, &ConsoleContext::requestCheck);
    connect(m_payload, &PayloadPage::documentChanged, this, &InspectorPanel::updateOfDocument);
    connect(m_pinned, &PayloadReader::changed, this, &InspectorPanel::updateOfDocument);
    connect(m_payload, &PayloadPage::rulesRequested, this, &InspectorPanel::changeRules);
    connect(m_payload, &PayloadPage::decodersRequested, this, &InspectorPanel::changeDecoders);
    connect(m_decoded, &DecodedPage::rulesRequested, this, &InspectorPanel::changeDecoders);
    connect(context, &ConsoleContext::jobsChanged, this, [this] {
        m_relatedId = 0; // those may have changed too
        m_job->reload();
    });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        updateNotice();
        updatePage();
    });
    connect(&m_again, &QTimer::timeout, this, [this] {
        if (isVisible() && !window()->isMinimized())
            m_job->reload();
    });
    connect(&m_retry, &Retry::lost, m_job, &WatchedJob::lose);
    connect(&m_retry, &Retry::judgedAnew, this, &InspectorPanel::updateNotice);
    connect(&m_retry, &Retry::due, this, [this] {
        if (isVisible() && !window()->isMinimized())
            m_job->reload();
        else
            m_retry.setFailing(true); // later
    });
    m_retry.setPaused(false);
    m_slow.setSingleShot(true);
    connect(&m_slow, &QTimer::timeout, this, &InspectorPanel::updateNotice);
    onJobChanged();
}

InspectorPanel::~InspectorPanel()
{
    // They show the same context, which may not live longer than this.
    for (const QPointer<InspectorPanel> &other : std::as_const(m_windows))
        delete other;
}

void InspectorPanel::makeCommands()
{
    // Plain keys must not reach beyond the panel, nor into its text fields.
    m_previous
        = addCommand(this, u"inspector.previous"_s, tr("Previous job"),
                     tr("Shows the job above in the list."), [this] { m_context->requestStep(-1); })
              ->withKeysHere({Qt::Key_BracketLeft})
              ->alsoCalled(tr("up, before"));
    m_next
        = addCommand(this, u"inspector.next"_s, tr("Next job"),
                     tr("Shows the job below in the list."), [this] { m_context->requestStep(1); })
              ->withKeysHere({Qt::Key_BracketRight})
              ->alsoCalled(tr("down, after"));
    m_pin = addCommand(this, u"inspector.pin"_s, tr("Pin"),
                       tr("Keeps this job's payload to compare others with it."),
                       &InspectorPanel::setPinned)
                ->withKeys({Qt::CTRL | Qt::Key_P})
                ->asSwitch()
                ->alsoCalled(tr("compare, difference"));
    m_detach = addCommand(this, u"inspector.detach"_s, tr("Window"),
                          tr("Shows this job in its own window."), &InspectorPanel::detach)
                   ->withKeys({Qt::ALT | Qt::Key_Return})
                   ->alsoCalled(tr("detach, pop out, open separately"));
    m_addAgain
        = addCommand(this, u"inspector.add-again"_s, tr("Add again…"),
                     tr("Adds a job like this finished one, from what the history keeps of it."),
                     [this] { Q_EMIT againRequested(m_job->id()); })
              ->withKeysHere()
              ->unless([this] {
                  return lastRun() && !lastRun()->isFailure
                      ? QString()
                      : tr("Show a job first whose end the history has recorded.");
              })
              ->writes(m_context->guard())
              ->alsoCalled(tr("rerun, run again, replay, repeat"));
    const std::pair<QAction *, Qt::ArrowType> buttons[]{{m_previous, Qt::UpArrow},
                                                        {m_next, Qt::DownArrow},
                                                        {m_pin, Qt::NoArrow},
                                                        {m_detach, Qt::NoArrow}};
    for (const auto &[command, arrow] : buttons) {
        command->setToolTip(u"%1 (%2)"_s.arg(
            command->toolTip(), command->shortcut().toString(QKeySequence::NativeText)));
        m_header->addButton(command, arrow);
    }
}

void InspectorPanel::setSettings(QSettings *settings)
{
    m_settings = settings;
    applyRules(settings ? RedactionRules::load(*settings) : RedactionRules::defaults());
    applyDecoders(settings ? DecoderRules::load(*settings, m_context->target().profileId)
                           : DecoderRules());
}

void InspectorPanel::showJob(qint64 id)
{
    m_slow.start(kSlow);
    m_job->show(id);
}

void InspectorPanel::showPage(Page page)
{
    m_tabs->setCurrentIndex(int(page));
}

InspectorPanel::Page InspectorPanel::page() const
{
    return Page(m_tabs->currentIndex());
}

void InspectorPanel::onJobChanged()
{
    const LayoutPause pause(this);
    const WatchedJob::State state = m_job->state();
    m_retry.setFailing(m_job->error().has_value());
    m_whole->setCurrentIndex(state == WatchedJob::State::Nothing ? 0 : 1);
    const auto &details = m_job->details();
    m_pin->setEnabled(details || m_pinnedId != 0);
    m_detach->setEnabled(state != WatchedJob::State::Nothing);
    const bool isGone = state == WatchedJob::State::Gone;
    if (details) {
        m_header->showJob(*details, isGone);
        m_payload->setPayload(details->job.id, details->job.payload);
        m_error->setError(details->job.lastError, details->job.attempts > 0);
        m_again.start(details->job.payload.size() > kLong ? kAgainLong : kAgain);
    } else {
        m_header->showId(m_job->id());
    }
    m_tabs->setVisible(bool(details));
    updateDecoded();
    if (!details || isGone)
        m_again.stop();
    if (state == WatchedJob::State::Nothing) {
        m_related->clear();
        m_relatedId = 0;
    }
    updateCommands(this);
    updateNotice();
    updatePage();
}

/// How a job that has left the table ended, as far as the history knows.
const PastRun *InspectorPanel::lastRun() const
{
    const auto &past = m_job->past();
    return past && !past->runs.isEmpty() ? &past->runs.last() : nullptr;
}

void InspectorPanel::updateNotice()
{
    const auto &details = m_job->details();
    if (m_job->state() == WatchedJob::State::Gone) {
        const QString seen = formatInstant(m_job->readAt());
        m_header->setNotice(lastRun() && !lastRun()->isFailure
                                ? tr("%1, %2. This is how it looked at %3.")
                                      .arg(lastRun()->outcomeWord(),
                                           formatInstant(dateTime(lastRun()->finished)), seen)
                                : tr("Completed or deleted before %1. This is how it looked at %2.")
                                      .arg(formatInstant(m_job->goneAt()), seen),
                            false);
    } else if (m_job->state() == WatchedJob::State::Missing) {
        m_header->setNotice(lastRun() ? tr("%1: %2, %3. The job has left the table; this is its "
                                           "recorded past.")
                                            .arg(lastRun()->task, lastRun()->outcomeWord(),
                                                 formatInstant(dateTime(lastRun()->finished)))
                                      : QString(),
                            false);
        const auto &past = m_job->past();
        const QString why = past && !past->presence.isThere ? u' '
                + tr("The history of jobs is not recorded here; the page Maintenance can switch it "
                     "on.")
                                                            : QString();
        m_blank->setTexts(tr("No job %1").arg(m_job->id()),
                          tr("It was completed or deleted, or it never was there.") + why);
    } else if (const Freshness freshness = m_retry.judged({m_job->readAt(), m_job->error(), false});
               freshness.error) {
        const QString sentence = errorSentence(*freshness.error);
        m_header->setNotice(
            details ? tr("%1 Shown as of %2.").arg(sentence, formatInstant(m_job->readAt()))
                    : sentence,
            true);
    } else if (details && freshness.isOverdue) {
        m_header->setNotice(freshnessWords(freshness), true);
    } else if (m_job->state() == WatchedJob::State::Loading && !m_slow.isActive()) {
        m_header->setNotice(tr("Reading…"), false);
    } else {
        m_header->setNotice({}, false);
    }
}

void InspectorPanel::updatePage()
{
    const auto &details = m_job->details();
    const QList<PastRun> past = m_job->past() ? m_job->past()->runs : QList<PastRun>();
    if (!details && lastRun()) {
        m_timeline->setSteps(pastTimeline(past), timestamp(QDateTime::currentDateTimeUtc()),
                             m_addAgain);
        m_pages->setCurrentWidget(m_timeline);
        return;
    }
    if (!details) {
        // What is on the pages is about another job.
        if (m_job->state() != WatchedJob::State::Missing)
            m_blank->setTexts({}, {});
        m_pages->setCurrentWidget(m_blank);
        return;
    }
    m_pages->setCurrentIndex(m_tabs->currentIndex());
    switch (page()) {
    case Page::Overview:
        updateOverview();
        break;
    case Page::Decoded:
        updateDecoded();
        break;
    case Page::Payload:
    case Page::Error:
        break; // they look after themselves
    case Page::Timeline: {
        const bool isGone = m_job->state() == WatchedJob::State::Gone;
        m_timeline->setSteps(
            jobTimeline(*details, past,
                        isGone ? std::optional(timestamp(m_job->goneAt())) : std::nullopt),
            isGone ? timestamp(m_job->goneAt()) : details->now, isGone ? m_addAgain : nullptr);
        break;
    }
    case Page::Related:
        if (m_relatedId != details->job.id) {
            m_relatedId = details->job.id;
            m_related->show(details->job);
        }
        break;
    case Page::Sql:
        updateSql();
        break;
    case Page::Compare:
        updateCompare();
        break;
    }
}

void InspectorPanel::updateOfDocument()
{
    if (page() == Page::Decoded || page() == Page::Sql || page() == Page::Compare)
        updatePage();
}

void InspectorPanel::updateOverview()
{
    const JobDetails &details = *m_job->details();
    if (m_job->state() == WatchedJob::State::Gone) {
        m_whyNot->showGone(
            lastRun() && !lastRun()->isFailure
                ? tr("Nothing is left to explain: %1, %2. What follows is how it was last seen; "
                     "its "
                     "attempts are on the page Timeline.")
                      .arg(lastRun()->outcomeWord(), formatInstant(dateTime(lastRun()->finished)))
                : tr(
                    "Nothing is left to explain: the job was completed or deleted. What follows is "
                    "how it was last seen."));
    } else {
        const WhyNot why = explainWhyNot(details);
        m_whyNot->show(why, helpfulAction(details, why, m_context->target().schema));
    }
    m_facts->setFacts(jobFacts(details, details.now));
}

void InspectorPanel::updateSql()
{
    const auto &document = m_payload->document();
    if (!document)
        return; // documentChanged() comes
    m_sql->setStatements(jobStatements(m_job->details()->job, m_context->target().schema,
                                       m_payload->shownText(),
                                       document->hiddenCount() > 0 && !m_payload->isRevealed()));
}

void InspectorPanel::updateCompare()
{
    if (m_pinnedId != 0)
        m_compare->compare(m_pinnedName, m_pinned->document(), nameOf(*m_job->details()),
                           m_payload->document(), m_payload->isRevealed());
}

void InspectorPanel::help(const HelpfulAction &action)
{
    switch (action.what) {
    case HelpfulAction::What::Nothing:
        break;
    case HelpfulAction::What::Operation:
        Q_EMIT actionRequested(action.kind, action.jobId);
        break;
    case HelpfulAction::What::ShowJob:
        m_context->requestJob(action.jobId);
        break;
    case HelpfulAction::What::ShowJobs:
        m_context->requestFilter(action.filter);
        break;
    case HelpfulAction::What::Sweep:
        m_context->requestSweep(action.worker);
        break;
    case HelpfulAction::What::ShowSql:
        showPage(Page::Sql);
        break;
    case HelpfulAction::What::CopyCommand:
        QGuiApplication::clipboard()->setText(action.command);
        break;
    }
}

void InspectorPanel::setPinned(bool isPinned)
{
    const auto &details = m_job->details();
    isPinned = isPinned && details;
    m_pin->setChecked(isPinned);
    m_pin->setText(isPinned ? tr("Unpin") : tr("Pin"));
    m_pinnedId = isPinned ? details->job.id : 0;
    m_pinnedName = isPinned ? nameOf(*details) : QString();
    m_pinnedText = isPinned ? details->job.payload : QByteArray();
    if (!isPinned && page() == Page::Compare)
        showPage(Page::Payload);
    m_tabs->setTabVisible(int(Page::Compare), isPinned);
    readPinned();
}

void InspectorPanel::readPinned()
{
    if (m_pinnedId == 0)
        m_pinned->clear();
    else
        m_pinned->read(m_pinnedText, m_rules);
}

void InspectorPanel::detach()
{
    if (m_job->id() == 0)
        return;
    m_windows.removeIf([](const QPointer<InspectorPanel> &other) { return !other; });
    for (const QPointer<InspectorPanel> &other : std::as_const(m_windows)) {
        if (other->m_job->id() == m_job->id()) {
            other->setWindowState(other->windowState() & ~Qt::WindowMinimized);
            other->show();
            other->raise();
            other->activateWindow();
            return;
        }
    }
    // Without a parent, so that its commands are not taken for those of this window.
    auto *panel = new InspectorPanel(m_context);
    panel->setAttribute(Qt::WA_DeleteOnClose);
    panel->setAttribute(Qt::WA_QuitOnClose, false);
    panel->setWindowTitle(tr("Job %1 – %2")
                              .arg(QString::number(m_job->id()),
                                   shownText(m_context->target().profileName.isEmpty()
                                                 ? m_context->target().schema
                                                 : m_context->target().profileName)));
    panel->resize(480, 640);
    auto *strip = new EnvironmentStrip(panel);
    strip->showTarget(m_context->target());
    static_cast<QVBoxLayout *>(panel->layout())->insertWidget(0, strip);
    panel->m_settings = m_settings;
    panel->applyRules(m_rules);
    panel->applyDecoders(m_decoders);
    panel->m_previous->setVisible(false);
    panel->m_detach->setVisible(false); // it is in a window
    panel->m_next->setVisible(false);
    connect(panel, &InspectorPanel::actionRequested, this, &InspectorPanel::actionRequested);
    connect(panel, &InspectorPanel::againRequested, this, &InspectorPanel::againRequested);
    m_windows << panel;
    panel->showJob(m_job->id());
    const bool mayBeMissing = page() == Page::Compare || page() == Page::Decoded;
    panel->showPage(mayBeMissing ? Page::Payload : page());
    panel->show();
}

void InspectorPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_job->reload(); // nothing was read while it could not be seen
}

} // namespace yardmaster
