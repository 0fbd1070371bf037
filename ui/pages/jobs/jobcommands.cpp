#include "ui/pages/jobs/jobcommands.h"

#include "models/query/filteredit.h"
#include "models/values/format.h"
#include "ui/kit/command.h"
#include "ui/pages/jobs/jobcolumns.h"
#include "ui/pages/jobs/jobstable.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace yardmaster {

using namespace Qt::StringLiterals;

JobCommands::JobCommands(JobsTable *table, JobColumns *columns)
    : QObject(table)
    , m_table(table)
    , m_columns(columns)
{
    addMoves();
    addSelecting();
    addFiltering();
    addCopying();
    addGoing();
}

CommandAction *JobCommands::add(const QString &id, const QString &text, const QString &sentence,
                                std::initializer_list<QKeySequence> keys,
                                const std::function<void()> &run)
{
    return addCommand(this, m_table, id, text, sentence, run)->withKeysHere(keys);
}

void JobCommands::addMoves()
{
    const QString submenu = tr("Go to");
    add(u"jobs.next"_s, tr("Move down"), tr("Moves the cursor down."), {Qt::Key_J}, [this] {
        m_table->moveCurrent(1);
    })->under(submenu);
    add(u"jobs.previous"_s, tr("Move up"), tr("Moves the cursor up."), {Qt::Key_K}, [this] {
        m_table->moveCurrent(-1);
    })->under(submenu);
    m_going << add(u"jobs.first"_s, tr("First job"),
                   tr("Goes to the top of the whole list, including new jobs."), {Qt::Key_Home},
                   [this] { m_table->goToTop(); })
                   ->alsoCalled(tr("top, start, newest"))
                   ->under(submenu);
    m_going << add(u"jobs.last"_s, tr("Last job"), tr("Goes to the end of the whole list."),
                   {Qt::Key_End}, [this] { m_table->goToEnd(); })
                   ->alsoCalled(tr("bottom, oldest"))
                   ->under(submenu);
}

void JobCommands::addSelecting()
{
    const QString submenu = tr("Select");
    m_selecting << add(u"jobs.select"_s, tr("Select or deselect job"),
                       tr("Toggles the check box of the current job."), {Qt::Key_Space},
                       [this] {
                           if (m_table->currentIndex().isValid())
                               m_table->toggle(m_table->currentIndex().row());
                       })
                       ->alsoCalled(tr("mark, check, tick"))
                       ->under(submenu);
    m_selecting << add(u"jobs.selectLoaded"_s, tr("Select loaded jobs"),
                       tr("Selects the jobs that are loaded here."), {QKeySequence::SelectAll},
                       [this] { m_table->chooseLoaded(); })
                       ->alsoCalled(tr("mark, visible"))
                       ->under(submenu);
    m_selecting << add(u"jobs.selectMatching"_s, tr("Select all that match"),
                       tr("Selects every job that matches the filter, loaded or not."),
                       {Qt::CTRL | Qt::SHIFT | Qt::Key_A}, [this] { m_table->chooseAllMatching(); })
                       ->alsoCalled(tr("mark, everything"))
                       ->under(submenu);
    m_selecting << add(u"jobs.clearSelection"_s, tr("Clear selection"), tr("Deselects all jobs."),
                       {Qt::Key_Escape}, [this] { m_table->clearChosen(); })
                       ->alsoCalled(tr("unselect all, none"))
                       ->under(submenu);
}

void JobCommands::addFiltering()
{
    m_byCell = add(u"filter.byCell"_s, tr("Filter by this value"),
                   tr("Shows only jobs with the value of the current cell."), {Qt::Key_Plus},
                   [this] { filterByCell(false); })
                   ->alsoCalled(tr("same, like this, only"));
    m_excludeCell = add(u"filter.excludeCell"_s, tr("Exclude this value"),
                        tr("Shows only jobs without the value of the current cell."),
                        {Qt::Key_Minus}, [this] { filterByCell(true); })
                        ->alsoCalled(tr("leave out, hide, not"));
}

void JobCommands::addCopying()
{
    const QString submenu = tr("Copy");
    m_copyCell = add(u"jobs.copy"_s, tr("Copy cell"),
                     tr("Copies the text of the current cell, or the selected rows."),
                     {QKeySequence::Copy}, [this] { copyCell(); })
                     ->alsoCalled(tr("clipboard"))
                     ->under(submenu);
    m_copyMenu = new QMenu(tr("Copy as"), m_table);
    const auto make = [this, submenu](const QString &id, const QString &text,
                                      const std::function<void()> &run) {
        m_copyMenu->addAction(
            add(id, text, tr("Copies the selected jobs that are loaded, or the current one."), {},
                run)
                ->alsoCalled(tr("clipboard"))
                ->under(submenu));
    };
    const auto entry = [this, make](const QString &id, const QString &text, RowFormat format) {
        make(id, text, [this, format] { copyJobs(format); });
    };
    make(u"jobs.copyIds"_s, tr("Copy ids"), [this] { copyIds(); });
    entry(u"jobs.copyRows"_s, tr("Copy rows"), RowFormat::Rows);
    entry(u"jobs.copyCsv"_s, tr("Copy as CSV"), RowFormat::Csv);
    entry(u"jobs.copyJson"_s, tr("Copy as JSON"), RowFormat::Json);
    entry(u"jobs.copyNdjson"_s, tr("Copy as NDJSON"), RowFormat::Ndjson);
    entry(u"jobs.copyMarkdown"_s, tr("Copy as Markdown"), RowFormat::Markdown);
    make(u"jobs.copySelect"_s, tr("Copy as SELECT by id"),
         [this] { Q_EMIT selectWanted(idsToCopy()); });
    make(u"jobs.copyAddJob"_s, tr("Copy as add_job() call"),
         [this] { Q_EMIT addCallsWanted(idsToCopy()); });
    add(u"jobs.copyAs"_s, tr("Copy as…"), tr("Opens the list of formats to copy jobs in."),
        {Qt::CTRL | Qt::SHIFT | Qt::Key_C},
        [this] {
            const QRect cell = m_table->visualRect(m_table->currentIndex());
            m_copyMenu->popup(m_table->viewport()->mapToGlobal(cell.bottomLeft()));
        })
        ->alsoCalled(tr("clipboard"))
        ->under(submenu);
}

void JobCommands::addGoing()
{
    const auto entry = [this](const QString &id, const QString &text, Qt::Key key,
                              GoToDialog::Kind kind) {
        m_going << add(id, text, tr("Asks where to go in the list."),
                       {QKeySequence(Qt::Key_G, key)}, [this, kind] { Q_EMIT goToWanted(kind); })
                       ->alsoCalled(tr("jump, find, open"));
    };
    entry(u"go.id"_s, tr("Go to id…"), Qt::Key_I, GoToDialog::Kind::Id);
    entry(u"go.key"_s, tr("Go to key…"), Qt::Key_K, GoToDialog::Kind::Key);
    entry(u"go.time"_s, tr("Go to time…"), Qt::Key_T, GoToDialog::Kind::Time);
}

void JobCommands::fillMenu(QMenu *menu) const
{
    menu->addActions({m_byCell, m_excludeCell});
    menu->addSeparator();
    menu->addAction(m_copyCell);
    menu->addMenu(m_copyMenu);
    menu->addSeparator();
    menu->addMenu(tr("Select"))->addActions(m_selecting);
    menu->addMenu(tr("Go to"))->addActions(m_going);
}

void JobCommands::filterByCell(bool isExcluded)
{
    const auto job = m_table->current();
    if (!job)
        return;
    const auto column = JobColumn(m_table->currentIndex().column());
    const JobColumnEntry &entry = m_table->jobs()->entry(column);
    const auto term = entry.term ? entry.term(*job) : std::nullopt;
    if (!term) {
        const QString reason = isPayloadColumn(column) ? entry.toolTip(*job) : QString();
        Q_EMIT m_table->refused(
            reason.isEmpty()
                ? tr("There is no filter for one value of the column %1.").arg(entry.title)
                : tr("There is no filter for this value of %1. %2").arg(entry.title, reason));
        return;
    }
    const Filter &filter = m_table->jobs()->query().filter;
    Q_EMIT filterWanted(isExcluded ? filterWithout(filter, *term) : filterWith(filter, *term));
}

void JobCommands::copyCell()
{
    if (m_table->actsOnChosen())
        return copyJobs(RowFormat::Rows);
    const auto job = m_table->current();
    if (!job)
        return;
    // All of it that is here, not the line that is shown.
    const auto column = JobColumn(m_table->currentIndex().column());
    QString text = m_table->jobs()->entry(column).text(*job);
    if (column == JobColumn::Error)
        text = job->error;
    else if (isPayloadColumn(column))
        text = job->payload.value(int(column) - kJobColumns).shown;
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT copied(tr("Copied the cell."));
}

QList<JobRow> JobCommands::jobsToCopy() const
{
    QList<JobRow> jobs;
    if (!m_table->actsOnChosen()) {
        if (const auto job = m_table->current())
            jobs << *job;
        return jobs;
    }
    const JobsModel *model = m_table->jobs();
    for (int row = 0; row < model->rowCount(); ++row) {
        if (m_table->isChosen(row))
            jobs << model->jobs().at(row);
    }
    return jobs;
}

QList<qint64> JobCommands::idsToCopy() const
{
    QList<qint64> ids;
    const QList<JobRow> jobs = jobsToCopy();
    for (const JobRow &job : jobs)
        ids << job.id;
    return ids;
}

void JobCommands::copyJobs(RowFormat format)
{
    const QList<JobRow> jobs = jobsToCopy();
    if (jobs.isEmpty())
        return;
    putOnClipboard(textOf(withShownColumns(jobs), format), jobs.size());
}

CopiedRows JobCommands::withShownColumns(const QList<JobRow> &jobs) const
{
    QList<JobColumnEntry> columns;
    for (const JobColumn column : m_columns->order()) {
        if (m_columns->isShown(column))
            columns << m_table->jobs()->entry(column);
    }
    return copiedJobs(jobs, columns);
}

CopiedRows JobCommands::rowsToDrag(int row) const
{
    if (m_table->isChosen(row))
        return withShownColumns(jobsToCopy());
    return withShownColumns({m_table->jobs()->jobs().at(row)});
}

void JobCommands::copyIds()
{
    QStringList lines;
    const QList<qint64> ids = idsToCopy();
    for (const qint64 id : ids)
        lines << QString::number(id);
    if (!lines.isEmpty())
        putOnClipboard(lines.join(u'\n'), lines.size());
}

void JobCommands::putOnClipboard(const QString &text, qsizetype jobs)
{
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT copied(tr("Copied %1 jobs.", nullptr, pluralOf(jobs)).arg(formatNumber(jobs)));
}

} // namespace yardmaster
