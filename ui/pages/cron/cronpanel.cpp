#include "ui/pages/cron/cronpanel.h"

#include "models/console/consolecontext.h"
#include "models/cron/cronforecast.h"
#include "models/cron/cronhelp.h"
#include "models/localworker/localworker.h"
#include "models/values/timedisplay.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"
#include "ui/pages/cron/crondetails.h"
#include "ui/pages/cron/crondiskbar.h"
#include "ui/pages/cron/croneditor.h"
#include "ui/pages/cron/cronentrypane.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kInterval = 10s;
constexpr auto kTick = 10s;
constexpr int kForecastTicks = 6;

} // namespace

CronPanel::CronPanel(ConsoleContext *context, LocalWorker *worker, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_worker(worker)
    , m_poller(context->sessions(), withSession(&readKnownCrontabs, context->target().schema),
               kInterval)
    , m_forecaster(new CronForecaster(this))
    , m_file(new ElidedLabel(Qt::ElideMiddle, this))
    , m_state(new Label(this))
    , m_dialect(new QComboBox(this))
    , m_disk(new CronDiskBar(this))
    , m_pages(new QStackedWidget(this))
    , m_hint(new EmptyHint(m_pages))
    , m_upper(new QSplitter(Qt::Horizontal, m_pages))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_editor(new CronEditor)
    , m_help(new Label)
    , m_entry(new CronEntryPane)
    , m_details(new CronDetails)
{
    setObjectName("cronPanel"_L1);
    makeCommands();
    makeEditorSide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    makeBar();
    layout->addWidget(m_splitter, 1);
    layout->addWidget(m_disk); // where it moves nothing that is under the pointer

    m_document.setSource([this] { return m_editor->text(); });
    connect(&m_document, &CronDocument::opened, this, &CronPanel::onOpened);
    connect(&m_document, &CronDocument::analysed, this, &CronPanel::onAnalysed);
    connect(&m_document, &CronDocument::saved, this, &CronPanel::showFile);
    connect(&m_document, &CronDocument::diskChanged, this, &CronPanel::showFile);
    connect(m_editor, &QPlainTextEdit::textChanged, &m_document, &CronDocument::touch);
    connect(m_editor->document(), &QTextDocument::modificationChanged, this, &CronPanel::showFile);
    connect(m_editor, &CronEditor::caretMoved, this, [this] {
        showHelp();
        showEntry();
    });
    connect(m_editor, &QPlainTextEdit::selectionChanged, this, &CronPanel::showWhatIsPossible);
    connect(&m_poller, &PollerBase::read, this, &CronPanel::onKnownEntries);
    connect(&m_poller, &PollerBase::freshnessChanged, this, &CronPanel::onKnownEntries);
    connect(&m_poller, &PollerBase::changed, this, &CronPanel::askForecast);
    connect(m_forecaster, &CronForecaster::ready, this, &CronPanel::onForecast);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        onForecast();
        showEntry();
    });
    connect(m_details, &CronDetails::leastChanged, this, &CronPanel::askForecast);
    connect(m_details, &CronDetails::placeChosen, this, [this](int line, int column) {
        m_editor->goTo(line, column);
        m_editor->setFocus();
    });
    connect(m_disk, &CronDiskBar::compareRequested, this, &CronPanel::compare);
    connect(m_disk, &CronDiskBar::reloadRequested, this, &CronPanel::reopen);
    connect(m_context->guard(), &WriteGuard::changed, this, &CronPanel::showWhatIsPossible);
    connect(m_worker, &LocalWorker::stateChanged, this, &CronPanel::showWhatIsPossible);
    connect(m_worker, &LocalWorker::setUpChanged, this, [this] {
        updateNames();
        showWhatIsPossible();
    });
    connect(m_dialect, &QComboBox::activated, this, [this] {
        const auto dialect = CrontabDialect(m_dialect->currentData().toInt());
        m_editor->setDialect(dialect);
        m_document.setDialect(dialect);
        showHelp();
    });
    connect(&m_tick, &QTimer::timeout, this, &CronPanel::onTick);
    updateNames();
    m_details->setAnalysis(nullptr);
    m_details->setPage(CronDetails::KnownEntries);
    onKnownEntries();
    showFile();
}

CronPanel::~CronPanel() = default;

void CronPanel::makeBar()
{
    QFont strong = m_file->font();
    strong.setWeight(QFont::DemiBold);
    m_file->setFont(strong);
    m_file->setObjectName("cronFile"_L1);
    m_state->setObjectName("cronState"_L1);
    setTone(m_state, Tone::Muted);
    m_dialect->setObjectName("cronDialect"_L1);
    m_dialect->setAccessibleName(tr("Which crontabs are accepted"));
    m_dialect->addItem(tr("Extended"), int(CrontabDialect::Extended));
    m_dialect->addItem(tr("Strict"), int(CrontabDialect::Strict));
    m_dialect->setToolTip(tr("Strict accepts what graphile-worker 0.18 accepts. Extended adds time "
                             "zones, flags, names of days and months, and steps of ranges."));
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(8);
    bar->addWidget(m_file, 1);
    bar->addWidget(m_state);
    bar->addSpacing(4);
    const QList<QAction *> actions{findChild<QAction *>(u"cron.open"_s),
                                   findChild<QAction *>(u"cron.new"_s),
                                   m_save,
                                   m_toggle,
                                   m_runNow,
                                   m_reload};
    for (QAction *action : actions) {
        auto *button = new QPushButton(this);
        button->setObjectName(action->objectName().replace("cron."_L1, "cronButton-"_L1));
        const auto show = [button, action] {
            button->setText(action->text());
            button->setEnabled(action->isEnabled());
            button->setVisible(action->isVisible());
            button->setToolTip(action->toolTip());
        };
        connect(action, &QAction::changed, button, show);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        show();
        bar->addWidget(button);
        m_buttons << button;
    }
    bar->addWidget(m_dialect);
    static_cast<QVBoxLayout *>(layout())->addLayout(bar);
}

void CronPanel::makeEditorSide()
{
    auto *column = new QWidget(m_upper);
    m_help->setParent(column);
    m_help->setObjectName("cronHelp"_L1);
    m_help->setContentsMargins(16, 4, 16, 4);
    m_help->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_help);
    m_upper->addWidget(column);
    m_upper->addWidget(m_entry);
    m_upper->setStretchFactor(0, 3);
    m_upper->setStretchFactor(1, 2);
    m_upper->setHandleWidth(1);
    m_upper->setChildrenCollapsible(false);
    m_hint->setTexts(
        tr("No crontab is open"),
        tr("Open the crontab of your workers, or start a new one. It is checked as you type, and "
           "you see when its jobs will be due before any worker uses it."));
    m_pages->addWidget(m_hint);
    m_pages->addWidget(m_upper);
    m_splitter->addWidget(m_pages);
    m_splitter->addWidget(m_details);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({440, 300});
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setObjectName("cronSplitter"_L1);
}

void CronPanel::setSettings(QSettings *settings)
{
    m_settings = settings;
}

void CronPanel::remember()
{
    if (m_settings && !m_document.file().path.isEmpty())
        m_settings->setValue(u"cron/file-"_s + m_context->target().profileId,
                             m_document.file().path);
}

QString CronPanel::openFile(const QString &path)
{
    m_hasOpenedByItself = true;
    const QString trouble = m_document.open(path);
    if (!trouble.isEmpty())
        say(trouble, true);
    return trouble;
}

void CronPanel::newFile()
{
    m_hasOpenedByItself = true;
    m_document.create(u"# m  h  d  M  w  task ?options {payload}\n"_s);
    m_editor->moveCursor(QTextCursor::End);
}

bool CronPanel::hasUnsavedChanges() const
{
    return m_document.isOpen() && m_editor->document()->isModified();
}

QString CronPanel::unsavedChanges() const
{
    return hasUnsavedChanges() ? tr("The crontab has unsaved changes.") : QString();
}

void CronPanel::onOpened()
{
    const QString text = m_document.file().text;
    if (m_editor->text() != text)
        m_editor->setText(text);
    m_editor->document()->setModified(false);
    if (m_pages->currentWidget() == m_hint) {
        m_pages->setCurrentWidget(m_upper);
        m_details->setAnalysis(m_document.analysis());
        m_details->setPage(CronDetails::Problems);
    }
    m_disk->say(m_document.file().losses.join(u' '), false);
    remember();
    showFile();
    showHelp();
}

void CronPanel::onAnalysed()
{
    m_editor->setMarks(*m_document.analysis());
    m_details->setAnalysis(m_document.analysis());
    onKnownEntries();
    showEntry();
    showWhatIsPossible();
    askForecast();
}

void CronPanel::onKnownEntries()
{
    const CronAnalysisPtr analysis = m_document.isOpen() ? m_document.analysis() : nullptr;
    m_details->setKnownEntries(analysis, known(), m_poller.freshness());
    m_details->setNow(QDateTime::currentDateTimeUtc());
    updateNames();
    showEntry();
}

void CronPanel::askForecast()
{
    if (!m_document.isOpen() || !isVisible())
        return;
    std::optional<QHash<QString, KnownCronEntry>> runs;
    if (m_poller.hasRead() && known().isThere && !known().isHidden)
        runs = known().byIdentifier();
    m_forecaster->ask(m_document.analysis(), std::move(runs), QDateTime::currentDateTimeUtc(),
                      m_details->least());
}

void CronPanel::onForecast()
{
    m_details->setForecast(m_forecaster->forecast());
    m_details->setCurrentLine(m_editor->currentLine());
}

void CronPanel::onTick()
{
    m_details->setNow(QDateTime::currentDateTimeUtc());
    showEntry();
    if (++m_ticks % kForecastTicks == 0)
        askForecast();
}

void CronPanel::updateNames()
{
    CronNames names = known().names;
    names.tasks += m_worker->tasks();
    names.tasks.sort();
    names.tasks.removeDuplicates();
    m_editor->setNames(names);
    m_document.setNames(names);
}

const KnownCrontabs &CronPanel::known() const
{
    static const KnownCrontabs kNone;
    return m_poller.latest() ? *m_poller.latest() : kNone;
}

const CrontabEntry *CronPanel::entryHere() const
{
    return m_document.isOpen() ? m_document.analysis()->entryAt(m_editor->currentLine()) : nullptr;
}

void CronPanel::showEntry()
{
    const int line = m_editor->currentLine();
    const CrontabEntry *entry = entryHere();
    if (!entry) {
        for (const CronEditor::Mark &mark : m_editor->marksOf(line)) {
            if (mark.isError) {
                m_entry->showProblem(mark.problem.text());
                showWhatIsPossible();
                return;
            }
        }
    }
    std::optional<KnownCronEntry> run;
    if (entry) {
        const auto &entries = known().entries;
        const auto found
            = std::ranges::find(entries, entry->item.identifier, &KnownCrontabs::Entry::identifier);
        if (found != entries.end())
            run = found->known;
    }
    m_entry->showEntry(entry, entry && m_document.analysis()->isOff(line), run,
                       QDateTime::currentDateTimeUtc());
    m_details->setCurrentLine(line);
    showWhatIsPossible();
}

void CronPanel::showHelp()
{
    const CronHelp help = cronHelpAt(m_editor->lineText(m_editor->currentLine()),
                                     m_editor->currentColumn() - 1, m_document.dialect());
    QString text;
    if (!help.title.isEmpty()) {
        if (!help.range.isEmpty())
            text += u' ' + help.range;
        text += u" · "_s + help.text;
        if (!help.value.isEmpty())
            text += u" · "_s + tr("here: %1").arg(help.value);
    }
    m_help->setMarkup(text.isEmpty() ? u"&nbsp;"_s
                                     : u"<b>%1</b>"_s.arg(markupOf(help.title)) + markupOf(text));
    m_help->setToolTip(help.title + text);
}

void CronPanel::showFile()
{
    const bool isOpen = m_document.isOpen();
    const CronFile &file = m_document.file();
    const QString path = QDir::toNativeSeparators(file.path);
    m_file->setText(!isOpen ? tr("Crontab") : path.isEmpty() ? tr("New crontab") : path);
    QString state;
    if (isOpen && hasUnsavedChanges())
        state = tr("not saved");
    else if (isOpen && !file.exists)
        state = tr("not on disk yet");
    m_state->setText(state);
    m_state->setVisible(!state.isEmpty());
    m_dialect->setVisible(isOpen);
    m_disk->setState(isOpen ? m_document.diskState() : CronFileState::Same, hasUnsavedChanges());
    showWhatIsPossible();
}

void CronPanel::setActive(bool isActive)
{
    m_poller.setPaused(!isActive);
    if (!isActive) {
        m_tick.stop();
        return;
    }
    m_tick.start(kTick);
    if (!std::exchange(m_hasOpenedByItself, true)) {
        QString path = m_worker->crontabFile();
        if (path.isEmpty() && m_settings)
            path = m_settings->value(u"cron/file-"_s + m_context->target().profileId).toString();
        if (!path.isEmpty() && QFileInfo::exists(path))
            (void)openFile(path);
    }
    onTick();
    askForecast();
}

} // namespace yardmaster
