#include "ui/pages/inspector/inspectorpanel.h"

#include "models/console/consolecontext.h"
#include "models/related/jobsql.h"
#include "models/related/jobtimeline.h"
#include "models/values/showntext.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/layoutpause.h"
#include "ui/kit/pagetabs.h"
#include "ui/pages/inspector/comparepage.h"
#include "ui/pages/inspector/decodedpage.h"
#include "ui/pages/inspector/errorpage.h"
#include "ui/pages/inspector/inspectorheader.h"
#include "ui/pages/inspector/inspectorrules.h"
#include "ui/pages/inspector/jobnotice.h"
#include "ui/pages/inspector/overviewpage.h"
#include "ui/pages/inspector/payloadpage.h"
#include "ui/pages/inspector/relatedpage.h"
#include "ui/pages/inspector/sqlpage.h"
#include "ui/pages/inspector/timelinepage.h"
#include "ui/pages/inspector/watchtimer.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

InspectorPanel::InspectorPanel(ConsoleContext *context, QWidget *parent)
    : InspectorPanel(context, nullptr, parent)
{ }

InspectorPanel::InspectorPanel(ConsoleContext *context, InspectorRules *rules, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_rules(rules ? rules : new InspectorRules(context, this))
    , m_reader(std::make_shared<JobsReader>(context->sessions(), context->filterContext()))
    , m_job(new WatchedJob(m_reader, this))
    , m_timer(new WatchTimer(m_job, context->sessions(), this))
    , m_whole(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_header(new InspectorHeader(this))
    , m_tabs(new PageTabs(this))
    , m_pages(new QStackedWidget(this))
    , m_overview(new OverviewPage(context, this))
    , m_payload(new PayloadPage(context, this))
    , m_decoded(new DecodedPage(this))
    , m_error(new ErrorPage(this))
    , m_timeline(new TimelinePage(this))
    , m_relatedPage(new RelatedPage(context, m_reader, this))
    , m_sql(new SqlPage(this))
    , m_compare(new ComparePage(this))
    , m_blank(new EmptyHint(this))
{
    setObjectName(u"inspectorPanel"_s);
    setAccessibleName(tr("Inspector"));
    makeCommands();

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
    for (QWidget *page :
         std::initializer_list<QWidget *>{m_overview, m_payload, m_decoded, m_error, m_timeline,
                                          related, m_sql, m_compare, m_blank})
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
    connect(m_overview, &OverviewPage::actionRequested, this, &InspectorPanel::actionRequested);
    connect(m_overview, &OverviewPage::sqlRequested, this, [this] { showPage(Page::Sql); });
    connect(m_payload, &PayloadPage::documentChanged, this, &InspectorPanel::updateOfDocument);
    connect(m_compare, &ComparePage::pinnedChanged, this, &InspectorPanel::updateOfDocument);
    const auto changeDecoders = [this] { m_rules->changeDecoders(this); };
    connect(m_payload, &PayloadPage::rulesRequested, this,
            [this] { m_rules->changeRedaction(this); });
    connect(m_payload, &PayloadPage::decodersRequested, this, changeDecoders);
    connect(m_decoded, &DecodedPage::rulesRequested, this, changeDecoders);
    connect(m_rules, &InspectorRules::redactionChanged, this, &InspectorPanel::applyRedaction);
    connect(m_rules, &InspectorRules::decodersChanged, this, &InspectorPanel::updateDecoded);
    connect(context, &ConsoleContext::jobsChanged, m_job, &WatchedJob::reload);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        updateNotice();
        updatePage();
    });
    connect(m_timer, &WatchTimer::changed, this, &InspectorPanel::updateNotice);
    applyRedaction();
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
                  return m_job->endingRun()
                      ? QString()
                      : tr("First show a job whose end the history has recorded.");
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
    m_rules->setSettings(settings);
}

void InspectorPanel::showJob(qint64 id)
{
    m_timer->restart();
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
    m_whole->setCurrentIndex(state == WatchedJob::State::Nothing ? 0 : 1);
    const auto &details = m_job->details();
    m_pin->setEnabled(details || pinnedId() != 0);
    m_detach->setEnabled(state != WatchedJob::State::Nothing);
    const bool isGone = state == WatchedJob::State::Gone;
    if (details) {
        m_header->showJob(*details, isGone);
        m_payload->setPayload(details->job.id, details->job.payload);
        m_error->setError(details->job.lastError, details->job.attempts > 0);
    } else {
        m_header->showId(m_job->id());
    }
    m_tabs->setVisible(bool(details));
    updateDecoded();
    if (state == WatchedJob::State::Nothing)
        m_relatedPage->forget();
    updateCommands(this);
    updateNotice();
    updatePage();
}

void InspectorPanel::updateNotice()
{
    const JobNotice notice = jobNotice(*m_job, m_timer->freshness(), m_timer->isSlow());
    m_header->setNotice(notice.text, notice.isTrouble);
    if (m_job->state() != WatchedJob::State::Missing)
        return;
    const auto &past = m_job->past();
    const QString why = past && !past->presence.isThere ? u' '
            + tr("The history of jobs is not recorded here; the Maintenance page can turn it on.")
                                                        : QString();
    m_blank->setTexts(tr("No job %1").arg(m_job->id()),
                      tr("It was completed or deleted, or never existed.") + why);
}

void InspectorPanel::updatePage()
{
    const auto &details = m_job->details();
    const QList<PastRun> past = m_job->past() ? m_job->past()->runs : QList<PastRun>();
    if (!details && m_job->lastRun()) {
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
        m_overview->showJob(*m_job);
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
        m_relatedPage->showJob(details->job);
        break;
    case Page::Sql:
        updateSql();
        break;
    case Page::Compare:
        if (pinnedId() != 0)
            m_compare->compare(*details, m_payload->document(), m_payload->isRevealed());
        break;
    }
}

void InspectorPanel::updateOfDocument()
{
    if (page() == Page::Decoded || page() == Page::Sql || page() == Page::Compare)
        updatePage();
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

/// The page is there only for tasks that have a decoder.
void InspectorPanel::updateDecoded()
{
    const auto &details = m_job->details();
    if (!details) { // the page stays: the next job is often of the same task
        m_decoded->clear();
        return;
    }
    const auto rule = m_rules->decoders().ruleFor(details->job.identifier);
    if (!rule && page() == Page::Decoded)
        showPage(Page::Payload);
    m_tabs->setTabVisible(int(Page::Decoded), rule.has_value());
    if (rule)
        m_decoded->setPayload(details->job.id, details->job.identifier, *rule,
                              m_payload->document(), m_payload->isRevealed());
    else
        m_decoded->clear();
}

void InspectorPanel::applyRedaction()
{
    m_payload->setRules(m_rules->redaction());
    m_compare->setRules(m_rules->redaction());
}

qint64 InspectorPanel::pinnedId() const
{
    return m_compare->pinnedId();
}

void InspectorPanel::setPinned(bool isPinned)
{
    const auto &details = m_job->details();
    isPinned = isPinned && details;
    m_pin->setChecked(isPinned);
    m_pin->setText(isPinned ? tr("Unpin") : tr("Pin"));
    if (!isPinned && page() == Page::Compare)
        showPage(Page::Payload);
    m_tabs->setTabVisible(int(Page::Compare), isPinned);
    if (isPinned)
        m_compare->pin(*details);
    else
        m_compare->unpin();
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
    auto *panel = new InspectorPanel(m_context, m_rules, nullptr);
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
