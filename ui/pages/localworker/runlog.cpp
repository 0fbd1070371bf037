#include "ui/pages/localworker/runlog.h"

#include "models/live/joblogs.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/sourceeditor.h"
#include "ui/kit/tooltips.h"
#include "worker/json/visibletext.h"

#include <QContextMenuEvent>
#include <QFontDatabase>
#include <QMenu>
#include <QScrollBar>
#include <QTextBlock>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostFiles = 200; // that are looked at for one job
constexpr int kLead = 16;       // of a line of output: time and mark, see lineFor()

QString headOf(const JobLogLine &line, bool isDry)
{
    const QString time = formatDuration(line.duration);
    switch (line.end) {
    case RunEnd::None:
        return RunLog::tr("started, attempt %1").arg(line.attempt);
    case RunEnd::Completed:
        return RunLog::tr("completed after %1").arg(time);
    case RunEnd::Retrying:
        return isDry ? RunLog::tr("failed after %1").arg(time)
                     : RunLog::tr("failed after %1, will be retried").arg(time);
    case RunEnd::FailedForGood:
        return isDry ? RunLog::tr("failed after %1, and would have failed for good").arg(time)
                     : RunLog::tr("failed for good after %1").arg(time);
    case RunEnd::GivenBack:
        return isDry ? RunLog::tr("would have returned to the queue after %1").arg(time)
                     : RunLog::tr("returned to the queue after %1").arg(time);
    case RunEnd::LostLease:
        return RunLog::tr("lost its lock after %1").arg(time);
    }
    Q_UNREACHABLE();
}

QString lineFor(const JobLogLine &line, bool isDry)
{
    using Kind = JobLogLine::Kind;
    const QString time
        = TimeDisplay::instance().shown(line.time).toString(u"HH:mm:ss.zzz"_s) + u"  "_s;
    if (line.kind == Kind::Output)
        return time + u"  "_s + line.text;
    if (line.kind == Kind::ErrorOutput)
        return time + u"! "_s + line.text;
    return time + u"— "_s + headOf(line, isDry)
        + (line.text.isEmpty() ? QString() : u": "_s + line.text);
}

/// @param since  older points are of another run; unset: nothing runs.
QString progressOf(const JobLogRecord &record, const std::optional<QDateTime> &since)
{
    if (!since || !record.isRunning || record.history.isEmpty())
        return {};
    const JobProgressPoint &last = record.history.last();
    if (last.attempt != record.job.attempts || last.time < *since)
        return {};
    const QString percent = RunLog::tr("%1 %").arg(qRound(last.fraction * 100));
    return last.text.isEmpty() ? percent : u"%1 · %2"_s.arg(percent, visibleLine(last.text));
}

} // namespace

RunLog::RunLog(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_look(this)
    , m_opener(&SourceEditor::open)
{
    setObjectName("runLog"_L1);
    setAccessibleName(tr("Output of the job"));
    setAccessibleDescription(tr("Enter opens the source file that a line names; F8 and Shift+F8 go "
                                "to the next and the previous one."));
    setReadOnly(true);
    setLayoutDirection(Qt::LeftToRight); // what programs put out
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    viewport()->setMouseTracking(true);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(NoWrap);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    setFont(fixed);
    setPlaceholderText(tr("Select a run to see its output."));
    document()->setDocumentMargin(8);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this](int value) { m_isAtEnd = value == verticalScrollBar()->maximum(); });
    // More lines, and less room for them, as when a scroll bar appears below.
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_isAtEnd)
            goToEnd();
    });
    connect(&m_look, &QFutureWatcherBase::finished, this, [this] {
        m_there.insert(m_look.result());
        lookForFiles(); // what has come meanwhile
    });
}

void RunLog::setJob(const JobLogs *logs, qint64 jobId, bool isDry,
                    const std::optional<QDateTime> &progressSince)
{
    if (std::exchange(m_progressSince, progressSince) != progressSince)
        m_revision = 0;
    if (logs == m_logs && jobId == m_jobId) {
        refresh();
        return;
    }
    m_logs = logs;
    m_jobId = jobId;
    m_isDry = isDry;
    m_revision = 0;
    m_progress.clear();
    m_there.clear();
    setLines({});
    setPlaceholderText(jobId == 0 ? tr("Select a run to see its output.")
                                  : tr("Job %1 has no output yet.").arg(jobId));
    refresh();
}

void RunLog::refresh()
{
    if (!m_logs || m_jobId == 0)
        return;
    const quint64 revision = m_logs->revision(m_jobId);
    if (revision == m_revision)
        return;
    m_revision = revision;
    const auto record = m_logs->record(m_jobId);
    QStringList lines;
    if (record.dropped > 0)
        lines << tr("(%1 older lines are gone)", nullptr, pluralOf(qint64(record.dropped)))
                     .arg(formatNumber(record.dropped));
    for (const JobLogLine &line : record.lines)
        lines << lineFor(line, m_isDry);
    m_progress = progressOf(record, m_progressSince);
    const bool isAtEnd = m_isAtEnd;
    const int place = verticalScrollBar()->value();
    setLines(visibleText(lines.join(u'\n')));
    verticalScrollBar()->setValue(isAtEnd ? verticalScrollBar()->maximum() : place);
    m_isAtEnd = isAtEnd;
}

void RunLog::goToEnd()
{
    m_isAtEnd = true;
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

/// Where `text` begins with what is shown, only the rest is added: caret and selection stay.
void RunLog::setLines(const QString &text)
{
    int changedFrom = 0;
    if (!m_text.isEmpty() && text.startsWith(m_text)) {
        QTextCursor end(document());
        end.movePosition(QTextCursor::End);
        changedFrom = end.block().position();
        end.insertText(text.mid(m_text.size()));
    } else {
        setPlainText(text);
    }
    m_text = text;
    findLinks(changedFrom);
}

void RunLog::findLinks(int from)
{
    m_links.removeIf([from](const Link &link) { return link.begin >= from; });
    for (QTextBlock block = document()->findBlock(from); block.isValid(); block = block.next()) {
        const QString line = block.text();
        int lead = line.size() > kLead ? kLead : 0;
        auto location = sourceLocationIn(line.mid(lead));
        if (!location && lead > 0) { // an error of several lines has no time in front
            lead = 0;
            location = sourceLocationIn(line);
        }
        if (!location)
            continue;
        const int begin = block.position() + lead + location->begin;
        m_links << Link{begin, begin + location->length, *location};
    }
    lookForFiles();
}

void RunLog::lookForFiles()
{
    showLinks();
    if (m_look.isRunning())
        return;
    QStringList unknown;
    for (const Link &link : std::as_const(m_links)) {
        const QString &file = link.location.file;
        if (!m_there.contains(file) && !unknown.contains(file)
            && m_there.size() + unknown.size() < kMostFiles)
            unknown << file;
    }
    if (unknown.isEmpty())
        return;
    // A path may lead to a disk that does not answer.
    m_look.setFuture(QtConcurrent::run([unknown] {
        QHash<QString, bool> there;
        for (const QString &file : unknown)
            there.insert(file, !openableSource(file).isEmpty());
        return there;
    }));
}

void RunLog::showLinks()
{
    QList<QTextEdit::ExtraSelection> selections;
    for (const Link &link : std::as_const(m_links)) {
        if (!isThere(link))
            continue;
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(document());
        selection.cursor.setPosition(link.begin);
        selection.cursor.setPosition(link.end, QTextCursor::KeepAnchor);
        selection.format.setForeground(palette().color(QPalette::Link));
        selection.format.setFontUnderline(true);
        selections << selection;
    }
    setExtraSelections(selections);
}

bool RunLog::isThere(const Link &link) const
{
    return m_there.value(link.location.file);
}

const RunLog::Link *RunLog::linkAt(const QPoint &point) const
{
    for (const Link &link : m_links) {
        if (!isThere(link))
            continue;
        QTextCursor cursor(document());
        cursor.setPosition(link.begin);
        const QRect first = cursorRect(cursor);
        if (point.y() < first.top() || point.y() > first.bottom() || point.x() < first.left())
            continue;
        cursor.setPosition(link.end); // lines are not broken
        if (point.x() < cursorRect(cursor).left())
            return &link;
    }
    return nullptr;
}

const RunLog::Link *RunLog::linkInLineOf(const QTextCursor &cursor) const
{
    const QTextBlock block = cursor.block();
    const auto found = std::ranges::find_if(
        m_links, [&](const Link &link) { return isThere(link) && block.contains(link.begin); });
    return found == m_links.cend() ? nullptr : &*found;
}

void RunLog::goToLink(bool isForward)
{
    const int here = textCursor().selectionStart();
    const Link *next = nullptr;
    const Link *around = nullptr; // the first, or the last
    for (const Link &link : std::as_const(m_links)) {
        if (!isThere(link))
            continue;
        if (isForward) {
            next = !next && link.begin > here ? &link : next;
            around = around ? around : &link;
        } else {
            next = link.begin < here ? &link : next;
            around = &link;
        }
    }
    if (!next)
        next = around;
    if (!next)
        return;
    QTextCursor cursor(document());
    cursor.setPosition(next->end);
    cursor.setPosition(next->begin, QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    ensureCursorVisible();
}

void RunLog::open(const Link &link)
{
    const QString file = openableSource(link.location.file); // once more: it may be another by now
    if (!file.isEmpty() && m_opener(file, link.location.line))
        return;
    showToolTip(mapToGlobal(cursorRect().bottomLeft()),
                tr("No program could open %1.").arg(link.location.file), this);
}

void RunLog::keyPressEvent(QKeyEvent *event)
{
    const bool isPlain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    if (event->key() == Qt::Key_F8 && isPlain) {
        goToLink(!(event->modifiers() & Qt::ShiftModifier));
    } else if (isPlain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        if (const Link *link = linkInLineOf(textCursor()))
            open(*link);
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

void RunLog::mouseMoveEvent(QMouseEvent *event)
{
    QPlainTextEdit::mouseMoveEvent(event);
    viewport()->setCursor(linkAt(event->pos()) ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void RunLog::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->pos();
    QPlainTextEdit::mousePressEvent(event);
}

void RunLog::mouseReleaseEvent(QMouseEvent *event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    const Link *link = linkAt(event->pos());
    if (link && event->button() == Qt::LeftButton && !textCursor().hasSelection()
        && linkAt(m_pressed) == link)
        open(*link);
}

void RunLog::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu *menu = createStandardContextMenu(event->pos());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool isMouse = event->reason() == QContextMenuEvent::Mouse;
    const Link *link = isMouse ? linkAt(event->pos()) : linkInLineOf(textCursor());
    if (link) {
        auto *action = new QAction(tr("Open source file"), menu);
        connect(action, &QAction::triggered, this, [this, copy = *link] { open(copy); });
        menu->insertAction(menu->actions().value(0), action);
    }
    menu->popup(event->globalPos());
}

void RunLog::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showLinks();
}

bool RunLog::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const Link *link = linkAt(help->pos());
        showToolTip(help->globalPos(),
                    link ? tr("Opens %1; line %2").arg(link->location.file).arg(link->location.line)
                         : QString(),
                    viewport());
        return true;
    }
    return QPlainTextEdit::viewportEvent(event);
}

} // namespace yardmaster
