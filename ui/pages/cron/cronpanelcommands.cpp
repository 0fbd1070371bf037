#include "ui/kit/messagebox.h"
#include "ui/kit/passfocus.h"
#include "ui/pages/cron/cronpanel.h"

#include "models/console/consolecontext.h"
#include "models/cron/cronlineparts.h"
#include "models/cron/cronsaveplan.h"
#include "models/localworker/localworker.h"
#include "ui/kit/command.h"
#include "ui/kit/flatstyle.h"
#include "ui/pages/cron/crondetails.h"
#include "ui/pages/cron/crondiskbar.h"
#include "ui/pages/cron/croneditor.h"
#include "ui/pages/cron/cronrundialog.h"
#include "ui/pages/cron/cronsavedialog.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

void CronPanel::makeCommands()
{
    passFocus(this, m_editor); // where the keys belong
    const auto needsFile
        = [this] { return m_document.isOpen() ? QString() : tr("Open a crontab first."); };
    addCommand(this, u"cron.open"_s, tr("Open…"), tr("Opens a crontab file."),
               &CronPanel::chooseFile)
        ->withKeysHere({QKeySequence::Open})
        ->alsoCalled(tr("load, file"));
    addCommand(this, u"cron.new"_s, tr("New"), tr("Starts a new crontab."), &CronPanel::chooseNew)
        ->withKeysHere()
        ->alsoCalled(tr("create"));
    m_save = addCommand(this, u"cron.save"_s, tr("Save…"),
                        tr("Shows what changes, then writes the crontab in one step and keeps a "
                           "copy of the old one."),
                        &CronPanel::save)
                 ->withKeysHere({QKeySequence::Save})
                 ->unless(needsFile)
                 ->alsoCalled(tr("write"));
    addCommand(this, u"cron.save-as"_s, tr("Save as…"),
               tr("Writes the crontab under another name."), &CronPanel::saveAs)
        ->withKeysHere({Qt::CTRL | Qt::SHIFT | Qt::Key_S})
        ->unless(needsFile)
        ->alsoCalled(tr("write, copy"));
    m_toggle
        = addCommand(this, u"cron.toggle"_s, tr("Disable entry"),
                     tr("Turns the selected entries into marked comments, or back into entries."),
                     &CronPanel::toggle)
              ->withKeysHere({Qt::CTRL | Qt::Key_Slash})
              ->unless([this, needsFile] {
                  return !m_document.isOpen() ? needsFile()
                      : isOffHere()           ? QString()
                                              : tr("There is no entry in this line.");
              })
              ->alsoCalled(tr("comment, switch off, pause"));
    m_runNow = addCommand(this, u"cron.run-now"_s, tr("Run now…"),
                          tr("Adds the job of the selected entry now, as cron would."),
                          &CronPanel::runNow)
                   ->withKeysHere({Qt::CTRL | Qt::Key_Return})
                   ->unless([this, needsFile] {
                       return !m_document.isOpen() ? needsFile()
                           : entryHere()           ? QString()
                                         : tr("Place the cursor in an entry without errors first.");
                   })
                   ->writes(m_context->guard())
                   ->alsoCalled(tr("trigger, start, execute"));
    m_reload = addCommand(this, u"cron.reload-worker"_s, tr("Reload local worker"),
                          tr("Makes the local worker read its crontab again at once."),
                          &CronPanel::reloadWorker)
                   ->withKeysHere()
                   ->unless([this] {
                       return m_worker->state() == LocalWorker::State::Running
                           ? QString()
                           : tr("The local worker is not running; it reads the crontab when it "
                                "starts.");
                   })
                   ->alsoCalled(tr("refresh, apply"));
    addCommand(this, u"cron.next-problem"_s, tr("Next problem"),
               tr("Goes to the next error or warning in the crontab."), &CronPanel::nextProblem)
        ->withKeysHere({Qt::Key_F8})
        ->unless(needsFile)
        ->alsoCalled(tr("error, warning"));
    addCommand(this, u"cron.previous-problem"_s, tr("Previous problem"),
               tr("Goes to the previous error or warning in the crontab."),
               &CronPanel::previousProblem)
        ->withKeysHere({Qt::SHIFT | Qt::Key_F8})
        ->unless(needsFile)
        ->alsoCalled(tr("error, warning"));
    addCommand(this, u"cron.complete"_s, tr("Autocomplete"),
               tr("Suggests how to continue at the cursor."), &CronPanel::complete)
        ->withKeysHere({Qt::CTRL | Qt::Key_Space})
        ->alsoCalled(tr("suggest, fill in"));
}

void CronPanel::showWhatIsPossible()
{
    m_toggle->setText(isOffHere().value_or(false) ? tr("Enable entry") : tr("Disable entry"));
    const QString crontab = m_worker->crontabFile();
    m_reload->setVisible(m_document.isOpen() && !crontab.isEmpty()
                         && QFileInfo(crontab).absoluteFilePath() == m_document.file().path);
    updateCommands(this);
}

void CronPanel::afterDiscarding(const std::function<void()> &then)
{
    if (!hasUnsavedChanges()) {
        then();
        return;
    }
    QMessageBox *box
        = makeMessageBox(this, u"cronDiscard"_s, tr("Changes are not saved"),
                         tr("The open crontab has unsaved changes. They would be lost."));
    QPushButton *cancel = box->addButton(tr("Keep editing"), QMessageBox::RejectRole);
    QPushButton *discard = box->addButton(tr("Discard changes"), QMessageBox::DestructiveRole);
    discard->setObjectName("cronDiscardButton"_L1);
    setButtonRole(discard, ButtonRole::Destructive);
    box->setDefaultButton(cancel);
    box->setEscapeButton(cancel);
    connect(discard, &QPushButton::clicked, this, then);
    box->open();
}

void CronPanel::chooseFile()
{
    afterDiscarding([this] {
        const QString &open = m_document.file().path;
        const QString folder = QFileInfo(open.isEmpty() ? m_worker->crontabFile() : open).path();
        auto *chooser = new QFileDialog(this, tr("Open a crontab"), folder);
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setObjectName("cronChooser"_L1);
        chooser->setFileMode(QFileDialog::ExistingFile);
        connect(chooser, &QFileDialog::fileSelected, this, [this](const QString &path) {
            if (openFile(path).isEmpty())
                m_editor->setFocus();
        });
        chooser->open();
    });
}

void CronPanel::chooseNew()
{
    afterDiscarding([this] {
        newFile();
        m_editor->setFocus();
    });
}

QSet<QString> CronPanel::knownIdentifiers() const
{
    QSet<QString> identifiers;
    for (const KnownCrontabs::Entry &entry : known().entries)
        identifiers.insert(entry.identifier);
    return identifiers;
}

void CronPanel::save()
{
    if (m_document.file().path.isEmpty()) {
        saveAs();
        return;
    }
    const auto plan = planSave(m_document, m_editor->text(), knownIdentifiers());
    if (!plan) {
        say(plan.error(), true);
        return;
    }
    if (plan->isEmpty()) {
        m_editor->document()->setModified(false);
        say(tr("Nothing to save: the file has the same text."));
        return;
    }
    askAndSave(*plan, plan->overwrites);
}

void CronPanel::askAndSave(const CronSavePlan &plan, bool overwrites)
{
    auto *dialog = new CronSaveDialog(plan, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, overwrites] {
        const auto saved = m_document.save(overwrites);
        if (!saved) {
            // Of somebody else's change the bar tells already, with what can be done.
            say(saved.error().sentence, true);
            return;
        }
        m_editor->document()->setModified(false);
        m_editor->setFocus(); // also where a button was clicked: one goes on typing
        remember();
        say(saved->backup.isEmpty() ? tr("Saved.")
                                    : tr("Saved; the old file is kept as %1.")
                                          .arg(QFileInfo(saved->backup).fileName()));
    });
    dialog->open();
}

void CronPanel::saveAs()
{
    auto *chooser = new QFileDialog(this, tr("Save the crontab as"),
                                    QFileInfo(m_document.file().path).path());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setObjectName("cronChooser"_L1);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->selectFile(m_document.file().path.isEmpty() ? u"crontab"_s : m_document.file().path);
    connect(chooser, &QFileDialog::fileSelected, this, &CronPanel::saveTo);
    chooser->open();
}

void CronPanel::saveTo(const QString &path)
{
    const auto saved = m_document.saveAs(path);
    if (!saved) {
        say(saved.error().sentence, true);
        return;
    }
    m_editor->document()->setModified(false);
    remember();
    say(m_document.analysis()->isValid()
            ? tr("Saved.")
            : tr("Saved. Workers refuse it as long as it has errors."));
}

void CronPanel::compare()
{
    const auto plan = planSave(m_document, m_editor->text(), {});
    if (plan)
        CronSaveDialog::compare(*plan, this);
    else
        say(plan.error(), true);
}

void CronPanel::reopen()
{
    afterDiscarding([this] {
        const int line = m_editor->currentLine();
        if (openFile(m_document.file().path).isEmpty())
            m_editor->goTo(line, 1);
    });
}

std::optional<bool> CronPanel::isOffHere() const
{
    const auto [first, last] = m_editor->selectedLines();
    for (int line = first; line <= last; ++line) {
        const QString text = m_editor->lineText(line);
        if (isSwitchedOff(text))
            return true;
        if (switchedOff(text) != text)
            return false;
    }
    return std::nullopt;
}

void CronPanel::toggle()
{
    const std::optional<bool> isOffFirst = isOffHere();
    if (!isOffFirst)
        return;
    const bool isOff = *isOffFirst;
    const auto [first, last] = m_editor->selectedLines();
    QStringList lines;
    for (int line = first; line <= last; ++line) {
        const QString text = m_editor->lineText(line);
        lines << (isOff ? switchedOn(text) : switchedOff(text));
    }
    m_editor->replaceLines(first, lines);
}

void CronPanel::runNow()
{
    // What the line says now, not what it said a moment ago.
    const CronAnalysis now = m_document.analyseNow();
    const CrontabEntry *entry = now.entryAt(m_editor->currentLine());
    if (!entry) {
        QApplication::beep();
        return;
    }
    auto *dialog = new CronRunDialog(m_context, *entry, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CronRunDialog::added, this, [this](qint64 id) {
        say(tr("Job %1 was added.").arg(id));
        m_context->announceChange();
        m_context->requestJob(id);
    });
    dialog->open();
}

void CronPanel::reloadWorker()
{
    m_worker->reloadCrontab();
    m_poller.refreshSoon();
    say(tr("The local worker reads its crontab again; see Live for the result."));
}

void CronPanel::nextProblem()
{
    if (!m_editor->goToProblem(true))
        QApplication::beep();
    m_editor->setFocus();
}

void CronPanel::previousProblem()
{
    if (!m_editor->goToProblem(false))
        QApplication::beep();
    m_editor->setFocus();
}

void CronPanel::complete()
{
    m_editor->setFocus();
    m_editor->complete();
}

void CronPanel::say(const QString &sentence, bool isTrouble)
{
    m_disk->say(sentence, isTrouble);
}

} // namespace yardmaster
