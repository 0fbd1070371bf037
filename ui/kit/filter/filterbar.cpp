#include "ui/kit/filter/filterbar.h"

#include "models/console/consolecontext.h"
#include "models/query/filtercost.h"
#include "models/values/showntext.h"
#include "ui/kit/command.h"
#include "ui/kit/consolehost.h"
#include "ui/kit/filter/filterchip.h"
#include "ui/kit/filter/filtercostpanel.h"
#include "ui/kit/filter/filterdropdown.h"
#include "ui/kit/filter/filtereditor.h"
#include "ui/kit/linebutton.h"
#include "ui/kit/manualviewer.h"
#include "ui/kit/passfocus.h"
#include "ui/kit/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QStandardPaths>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kPause = 400ms;
constexpr int kMostCandidates = 100;
constexpr int kPage = 8;
constexpr int kFieldHeight = 30;

QString historyFile(const QString &profileId, FilterLanguage language)
{
    // An id is made of letters, digits and dashes; whatever else comes along shall not be a path.
    QString name = profileId.isEmpty() ? u"default"_s : profileId;
    for (QChar &c : name) {
        if (!c.isLetterOrNumber() && c != u'-')
            c = u'_';
    }
    const QString folder = language == FilterLanguage::Jobs ? u"/filters/"_s : u"/runfilters/"_s;
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + folder + name
        + u".txt"_s;
}

} // namespace

FilterBar::FilterBar(ConsoleContext *context, QWidget *parent, FilterLanguage language)
    : QWidget(parent)
    , m_context(context)
    , m_language(language)
    , m_editor(new FilterEditor(this, language))
    , m_field(new QWidget(this))
    , m_chip(new FilterChip(this))
    , m_back(new LineButton(LineButton::Shape::Back, tr("Previous filter (Alt+Left)"), this))
    , m_forward(new LineButton(LineButton::Shape::Forward, tr("Next filter (Alt+Right)"), this))
    , m_clear(new LineButton(LineButton::Shape::Clear, tr("Clear the filter"), this))
    , m_history(historyFile(context->target().profileId, language))
{
    setObjectName("filterBar"_L1);
    m_editor->setObjectName("filterEditor"_L1);
    m_editor->setAccessibleName(tr("Filter"));
    m_editor->setHint(language == FilterLanguage::Jobs
                          ? tr("Filter jobs, like state:failed task:send_* run<now-1h")
                          : tr("Filter runs, like outcome:failed task:send_* took>5s"));
    m_editor->installEventFilter(this);
    m_chip->setObjectName("filterChip"_L1);
    m_clear->setObjectName("clearFilter"_L1);
    m_back->setObjectName("filterBack"_L1);
    m_forward->setObjectName("filterForward"_L1);
    auto *help = new LineButton(LineButton::Shape::Help, tr("Filter syntax (F1)"), this);
    help->setObjectName("filterHelp"_L1);

    m_field->setMinimumHeight(std::max(kFieldHeight, m_editor->sizeHint().height() + 8));
    auto *inside = new QHBoxLayout(m_field);
    inside->setContentsMargins(8, 3, 4, 3);
    inside->setSpacing(4);
    inside->addWidget(m_editor, 1);
    inside->addWidget(m_clear);
    inside->addWidget(m_chip);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 8, 8, 8);
    row->setSpacing(4);
    row->addWidget(m_back);
    row->addWidget(m_forward);
    row->addSpacing(4);
    row->addWidget(m_field, 1);
    row->addWidget(help);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setTabOrder(m_editor, m_clear);
    setTabOrder(m_clear, m_chip);
    setTabOrder(m_chip, help);
    passFocus(this, m_editor);

    m_pause.setParent(this);
    m_pause.setObjectName("filterPause"_L1);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPause);
    makeCommands();
    connect(&m_pause, &QTimer::timeout, this, [this] { apply(Trigger::Pause); });
    connect(m_editor, &FilterEditor::textChanged, this, &FilterBar::onEdited);
    connect(m_editor, &FilterEditor::cursorPositionChanged, this, [this] {
        if (m_editor->cursorPosition() != m_completion.replaced.end)
            hideList();
    });
    connect(m_back, &LineButton::clicked, this, &FilterBar::goBack);
    connect(m_forward, &LineButton::clicked, this, &FilterBar::goForward);
    connect(m_clear, &LineButton::clicked, this, &FilterBar::clear);
    // What a filter of runs costs follows from how far back it has to look.
    if (language == FilterLanguage::Runs)
        m_chip->hide();
    connect(m_chip, &FilterChip::clicked, this, &FilterBar::showCost);
    connect(help, &LineButton::clicked, this, &FilterBar::showHelp);
    setState(State::Empty);
}

FilterBar::~FilterBar()
{
    m_editor->removeEventFilter(this); // losing the focus tells nobody any more
    delete m_dropDown;
}

void FilterBar::makeCommands()
{
    const bool isOfJobs = m_language == FilterLanguage::Jobs;
    const QString group = isOfJobs ? u"filter"_s : u"history"_s;
    addCommand(this, group + u".focus"_s, tr("Edit filter"), tr("Goes to the filter."),
               &FilterBar::focusEditor)
        ->withKeys({Qt::CTRL | Qt::Key_F, Qt::Key_Slash})
        ->alsoCalled(tr("search, find jobs"));
    addCommand(this, group + u".back"_s, tr("Previous filter"),
               tr("Shows the filter before this one."), &FilterBar::goBack)
        ->withKeys({Qt::ALT | Qt::Key_Left})
        ->unless(
            [this] { return m_trail.hasBefore() ? QString() : tr("There is no earlier filter."); })
        ->alsoCalled(tr("previous, undo"));
    addCommand(this, group + u".forward"_s, tr("Next filter"),
               tr("Shows the filter after this one."), &FilterBar::goForward)
        ->withKeys({Qt::ALT | Qt::Key_Right})
        ->unless(
            [this] { return m_trail.hasAfter() ? QString() : tr("There is no later filter."); })
        ->alsoCalled(tr("next"));
    addCommand(this, group + u".clear"_s, tr("Clear filter"),
               isOfJobs ? tr("Lists all jobs.") : tr("Lists all runs."), &FilterBar::clear)
        ->unless([this] { return m_text.isEmpty() ? tr("There is no filter.") : QString(); })
        ->alsoCalled(tr("reset, remove"));
    if (isOfJobs) {
        addCommand(this, u"filter.cost"_s, tr("Cost and SQL of the filter"),
                   tr("Shows what each term costs, and the statement."), &FilterBar::showCost)
            ->alsoCalled(tr("explain, query, performance"));
    }
    addCommand(this, group + u".help"_s, tr("Filter syntax"),
               tr("Opens the manual's page about filters."), &FilterBar::showHelp)
        ->alsoCalled(tr("how filters are written, language"));
}

void FilterBar::setFilterText(const QString &text)
{
    m_isProgram = true;
    m_editor->setText(text);
    m_isProgram = false;
    m_historyAt = -1;
    hideList();
    apply(Trigger::Program);
}

QString FilterBar::filterText() const
{
    return m_text;
}

void FilterBar::setIndexes(const QSet<SupportingIndex> &indexes)
{
    m_indexes = indexes;
    showChip();
}

void FilterBar::setNames(FilterNames names)
{
    m_names = std::move(names);
}

void FilterBar::setHistoryFile(const QString &file)
{
    m_history = FilterHistory(file);
    m_historyAt = -1;
}

void FilterBar::onEdited()
{
    const QString text = m_editor->text();
    if (text == m_text)
        return; // colours have changed
    m_text = text;
    m_parsed = parseFilter(text, m_language);
    showWhatIsPossible();
    if (m_isProgram)
        return;
    m_historyAt = -1;
    m_editor->setTypingAt(m_editor->cursorPosition());
    setState(State::Typing);
    m_pause.start();
    complete();
}

void FilterBar::apply(Trigger trigger)
{
    m_pause.stop();
    // What a completion is offered for is not wrong yet.
    if (!m_parsed.isValid() && trigger == Trigger::Pause && m_editor->hasFocus()
        && !m_completion.candidates.isEmpty())
        return;
    m_editor->setTypingAt(-1);
    if (!m_parsed.isValid()) {
        setState(State::Invalid);
        return;
    }
    const bool isNew = m_parsed.filter != m_filter;
    m_filter = m_parsed.filter;
    setState(m_filter.isEmpty() ? State::Empty : State::Valid);
    if (trigger == Trigger::Enter)
        m_history.add(m_text.trimmed());
    m_trail.visit(m_text.trimmed(),
                  trigger == Trigger::Pause ? FilterTrail::Visit::Passing
                                            : FilterTrail::Visit::Deliberate);
    showWhatIsPossible();
    if (isNew || trigger == Trigger::Enter) {
        const Filter filter = m_filter; // whoever hears it may set another
        Q_EMIT filterApplied(filter);
    }
}

void FilterBar::showWhatIsPossible()
{
    m_back->setEnabled(m_trail.hasBefore());
    m_forward->setEnabled(m_trail.hasAfter());
    m_clear->setVisible(!m_text.isEmpty());
    updateCommands(this);
}

void FilterBar::setState(State state)
{
    m_state = state;
    showWhatIsPossible();
    showChip();
    showNote();
    update();
    Q_EMIT stateChanged();
}

void FilterBar::showChip()
{
    switch (m_state) {
    case State::Empty:
        m_chip->setKind(FilterChip::Kind::Everything);
        break;
    case State::Typing:
        m_chip->setKind(FilterChip::Kind::Typing);
        break;
    case State::Invalid:
        m_chip->setKind(FilterChip::Kind::Invalid);
        break;
    case State::Valid:
        m_chip->setCost(filterCost(termCosts(m_filter, naturalOrder(m_filter), m_indexes)));
        break;
    }
}

bool FilterBar::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        switch (static_cast<QKeyEvent *>(event)->key()) {
        case Qt::Key_F1:
        case Qt::Key_Escape:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            event->accept(); // they mean something else here than in the rest of the window
            return true;
        default:
            break;
        }
        break;
    case QEvent::KeyPress:
        if (onKey(static_cast<QKeyEvent *>(event)))
            return true;
        break;
    case QEvent::FocusIn:
        showNote();
        update();
        break;
    case QEvent::FocusOut:
        hideList();
        if (m_trail.settle())
            m_history.add(m_text);
        if (m_dropDown)
            m_dropDown->hide();
        update();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

bool FilterBar::onKey(QKeyEvent *event)
{
    const bool hasList = m_dropDown && m_dropDown->isVisible() && m_dropDown->hasList();
    const bool isPlain = !(event->modifiers() & ~Qt::KeypadModifier);
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (hasList && m_dropDown->currentRow() >= 0 && isPlain) {
            accept(m_dropDown->currentRow());
        } else {
            hideList();
            apply(Trigger::Enter);
        }
        return true;
    case Qt::Key_Tab:
        if (!hasList || !isPlain)
            return false;
        accept(std::max(0, m_dropDown->currentRow()));
        return true;
    case Qt::Key_Escape:
        if (hasList)
            hideList();
        else
            Q_EMIT leaveRequested();
        return true;
    case Qt::Key_F1:
        showHelp();
        return true;
    case Qt::Key_Space:
        if (event->modifiers() != Qt::ControlModifier)
            return false;
        complete();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        if (!isPlain)
            return false;
        const int step = event->key() == Qt::Key_Up ? -1 : 1;
        if (hasList)
            m_dropDown->step(step);
        else if (step > 0 && m_historyAt < 0)
            complete();
        else
            walkHistory(step);
        return true;
    }
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (hasList)
            m_dropDown->step(event->key() == Qt::Key_PageUp ? -kPage : kPage);
        return true;
    default:
        return false;
    }
}

void FilterBar::complete()
{
    m_completion = completeFilter(m_text, m_editor->cursorPosition(), m_names, m_language);
    QList<FilterCandidate> &candidates = m_completion.candidates;
    const TextSpan span = m_completion.replaced;
    const QString typed = m_text.sliced(span.begin, span.end - span.begin);
    if (candidates.size() == 1 && candidates.first().text == typed)
        candidates.clear();
    candidates = candidates.first(std::min<qsizetype>(candidates.size(), kMostCandidates));
    // Nobody wants a list for having deleted everything.
    const bool isUnasked = m_text.isEmpty() && m_state == State::Typing;
    if (isUnasked || !m_editor->hasFocus())
        candidates.clear();
    placeDropDown();
}

void FilterBar::accept(int row)
{
    const FilterCandidate candidate = m_completion.candidates.value(row);
    if (!candidate.text.isEmpty())
        m_editor->replace(m_completion.replaced, candidate.text);
}

void FilterBar::hideList()
{
    if (m_completion.candidates.isEmpty())
        return;
    m_completion.candidates.clear();
    if (m_state == State::Typing && !m_pause.isActive())
        apply(Trigger::Pause); // it waited for the list
    placeDropDown();
}

void FilterBar::showNote()
{
    placeDropDown();
    const bool isWrong = m_state == State::Invalid;
    m_editor->setAccessibleDescription(isWrong ? shownText(m_parsed.errors.first().message)
                                               : QString());
}

void FilterBar::placeDropDown()
{
    const bool isWrong = m_state == State::Invalid && m_editor->hasFocus();
    const bool hasContent = isWrong || !m_completion.candidates.isEmpty();
    if (!m_dropDown && !hasContent)
        return;
    QWidget *host = consoleHost(this);
    if (!m_dropDown || m_dropDown->parentWidget() != host) {
        delete m_dropDown;
        m_dropDown = new FilterDropDown(host);
        connect(m_dropDown, &FilterDropDown::chosen, this, &FilterBar::accept);
    }
    const FilterError error = isWrong ? m_parsed.errors.first() : FilterError();
    m_dropDown->setCandidates(m_completion.candidates);
    m_dropDown->setNote(error.message, error.hint);
    m_dropDown->place(QRect(m_field->mapTo(host, QPoint()), m_field->size()));
}

void FilterBar::walkHistory(int step)
{
    const QStringList &filters = m_history.filters();
    if (filters.isEmpty())
        return;
    if (m_historyAt < 0) {
        m_draft = m_text;
        m_historyAt = filters.size();
        // The last one is on the line already, as a rule.
        if (step < 0 && filters.last() == m_text.trimmed() && filters.size() > 1)
            --m_historyAt;
    }
    const qsizetype next = std::clamp<qsizetype>(m_historyAt + step, 0, filters.size());
    m_isProgram = true;
    m_editor->setText(next == filters.size() ? m_draft : filters.at(next));
    m_isProgram = false;
    m_historyAt = next == filters.size() ? -1 : next;
    setState(State::Typing);
    m_pause.start();
}

void FilterBar::walkTrail(int step)
{
    if (const auto filter = m_trail.move(step))
        setFilterText(*filter); // which is where we stand, so nothing is added
}

void FilterBar::focusEditor()
{
    m_editor->setFocus(Qt::ShortcutFocusReason);
    m_editor->selectAll();
}

void FilterBar::clear()
{
    setFilterText({});
    m_editor->setFocus(Qt::OtherFocusReason);
}

void FilterBar::showCost()
{
    if (m_state == State::Typing)
        apply(Trigger::Pause);
    if (m_state == State::Invalid) {
        focusEditor(); // where the fault is explained
        return;
    }
    auto *panel = new FilterCostPanel(m_filter, m_context->filterContext(), m_indexes, this);
    connect(panel, &FilterCostPanel::indexRequested, this, &FilterBar::indexRequested);
    panel->popUp(m_chip);
}

void FilterBar::showHelp()
{
    hideList();
    Q_EMIT helpRequested();
    ManualViewer::showFor(consoleHost(this), u"filters.md"_s);
}

void FilterBar::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (m_dropDown)
        m_dropDown->hide();
}

void FilterBar::moveEvent(QMoveEvent *event)
{
    QWidget::moveEvent(event);
    placeDropDown();
}

void FilterBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeDropDown();
}

void FilterBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isActive = m_editor->hasFocus();
    QColor edge = isActive ? palette().color(QPalette::Highlight) : hairlineColor(palette());
    if (m_state == State::Invalid)
        edge = stateColor(JobState::FailedForGood, palette());
    painter.setBrush(palette().color(QPalette::Base));
    painter.setPen(QPen(edge, isActive ? 1.5 : 1));
    painter.drawRoundedRect(QRectF(m_field->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace yardmaster
