#include "ui/pages/localworker/setupform.h"

#include "models/tasks/tasksnapshot.h"
#include "models/values/format.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/plainlist.h"
#include "ui/kit/tone.h"
#include "ui/pages/localworker/pathfield.h"
#include "worker/queue/namelist.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>
#include <QtConcurrentRun>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kMostLines = 8; // of the list, before it scrolls

QSpinBox *makeSpin(int least, int most, const QString &unit, QWidget *parent)
{
    auto *spin = new QSpinBox(parent);
    spin->setRange(least, most);
    spin->setSuffix(unit);
    spin->setMaximumWidth(140);
    return spin;
}

} // namespace

SetupForm::SetupForm(WorkerOptions options, QWidget *parent)
    : QWidget(parent)
    , m_options(std::move(options))
    , m_folder(new PathField(PathField::Kind::Folder, u"setupTasks"_s, tr("Folder of tasks"), this))
    , m_plugins(new PathField(PathField::Kind::Files, u"setupPlugins"_s, tr("Plugins"), this))
    , m_found(makeLine("setupFound"))
    , m_list(makePlainList(this, "setupTaskList"))
    , m_crontab(new PathField(PathField::Kind::File, u"setupCrontab"_s, tr("Crontab"), this))
    , m_crontabLine(makeLine("setupCrontabTrouble"))
    , m_jobs(makeSpin(1, 1000, {}, this))
    , m_grace(makeSpin(0, 86400, tr(" s"), this))
    , m_poll(makeSpin(1, 86400000, tr(" ms"), this))
    , m_forbidden(new QLineEdit(this))
    , m_accepted(new QLineEdit(this))
    , m_startsByItself(new QCheckBox(tr("Start the worker when this window opens"), this))
    , m_trouble(makeLine("setupTrouble"))
    , m_use(new QPushButton(tr("Use this setup"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_soon(this)
{
    setObjectName("workerSetup"_L1);
    m_jobs->setObjectName("setupJobs"_L1);
    m_grace->setObjectName("setupGrace"_L1);
    m_poll->setObjectName("setupPoll"_L1);
    m_forbidden->setObjectName("setupForbidden"_L1);
    m_accepted->setObjectName("setupAccepted"_L1);
    m_startsByItself->setObjectName("setupStartsByItself"_L1);
    m_use->setObjectName("setupUse"_L1);
    m_cancel->setObjectName("setupCancel"_L1);
    m_grace->setToolTip(tr("How long running jobs have to finish when the worker stops."));
    m_poll->setToolTip(tr("How often it polls for jobs that were not announced."));
    m_forbidden->setPlaceholderText(tr("none; separate with commas"));
    m_accepted->setPlaceholderText(tr("all jobs; separate with commas"));
    setButtonRole(m_use, ButtonRole::Primary);

    auto *form = new QFormLayout(this);
    form->setContentsMargins(16, 12, 16, 12);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    addRow(form, tr("Folder of tasks"), m_folder);
    addRow(form, tr("Plugins"), m_plugins, m_found);
    m_list->setHeaderLabels({tr("Task"), tr("Kind"), tr("File or server"), tr("Problem")});
    m_list->setAccessibleName(tr("Tasks found"));
    m_list->hide();
    form->addRow(QString(), m_list);
    addRow(form, tr("Crontab"), m_crontab, m_crontabLine);
    auto *numbers = new QHBoxLayout;
    numbers->setSpacing(8);
    const auto addNumber = [&](const QString &label, QSpinBox *spin) {
        auto *name = new Label(label, this);
        name->setBuddy(spin);
        spin->setAccessibleName(label);
        if (numbers->count() > 0)
            numbers->addSpacing(16);
        numbers->addWidget(name);
        numbers->addWidget(spin);
    };
    addNumber(tr("Jobs at a time"), m_jobs);
    addNumber(tr("Grace period"), m_grace);
    addNumber(tr("Poll interval"), m_poll);
    numbers->addStretch(1);
    form->addRow(tr("Work"), numbers);
    addRow(form, tr("Flags to refuse"), m_forbidden);
    addRow(form, tr("Only with flags"), m_accepted);
    form->addRow(QString(), m_startsByItself);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_use);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_trouble, 1);
    form->addRow(QString(), buttons);

    m_soon.setSingleShot(true);
    m_soon.setInterval(300ms);
    connect(&m_soon, &QTimer::timeout, this, &SetupForm::check);
    const auto later = [this] {
        m_checked = {};
        updateButton();
        m_soon.start();
    };
    for (PathField *field : {m_folder, m_plugins, m_crontab})
        connect(field, &PathField::edited, this, later);
    for (QSpinBox *spin : {m_jobs, m_grace, m_poll})
        connect(spin, &QSpinBox::valueChanged, this, later);
    for (QLineEdit *line : {m_forbidden, m_accepted})
        connect(line, &QLineEdit::textChanged, this, later);
    connect(m_startsByItself, &QCheckBox::toggled, this, later);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &SetupForm::onChecked);
    connect(m_use, &QPushButton::clicked, this, [this] { Q_EMIT accepted(m_checked); });
    connect(m_cancel, &QPushButton::clicked, this, &SetupForm::cancelled);
    setSetup(WorkerSetup::from(m_options));
}

Label *SetupForm::makeLine(const char *name)
{
    auto *line = new Label(this);
    line->setObjectName(QString::fromLatin1(name));
    line->setWordWrap(true);
    QSizePolicy wide(QSizePolicy::MinimumExpanding, QSizePolicy::Preferred);
    wide.setHeightForWidth(true);
    line->setSizePolicy(wide);
    line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setTone(line, Tone::Muted);
    return line;
}

void SetupForm::addRow(QFormLayout *form, const QString &label, QWidget *field, Label *below)
{
    if (field->accessibleName().isEmpty())
        field->setAccessibleName(label);
    form->addRow(label, field);
    if (below)
        form->addRow(QString(), below);
}

void SetupForm::setSetup(const WorkerSetup &setup)
{
    m_folder->setPath(setup.tasks.folder);
    m_plugins->setPaths(setup.tasks.plugins);
    m_sources = setup.tasks;
    m_sources.isFolderOptional = false;
    m_crontab->setPath(setup.crontab);
    m_jobs->setValue(setup.concurrency);
    m_grace->setValue(int(setup.gracePeriod.count()));
    m_poll->setValue(int(setup.pollInterval.count()));
    m_forbidden->setText(setup.forbiddenFlags.join(u", "_s));
    m_accepted->setText(setup.acceptedFlags.join(u", "_s));
    m_startsByItself->setChecked(setup.startsByItself);
    m_soon.stop();
    check();
}

WorkerSetup SetupForm::setup() const
{
    WorkerSetup setup;
    setup.tasks = m_sources;
    setup.tasks.folder = m_folder->path();
    setup.tasks.plugins = m_plugins->paths();
    setup.crontab = m_crontab->path();
    setup.concurrency = m_jobs->value();
    setup.gracePeriod = std::chrono::seconds(m_grace->value());
    setup.pollInterval = std::chrono::milliseconds(m_poll->value());
    setup.forbiddenFlags = namesIn(m_forbidden->text());
    setup.acceptedFlags = namesIn(m_accepted->text());
    setup.startsByItself = m_startsByItself->isChecked();
    return setup;
}

void SetupForm::setKnown(const TaskSources &sources, const TaskListing &listing)
{
    m_knownSources = sources;
    m_known = listing;
    if (!m_soon.isActive() && m_watcher.isFinished() && m_watcher.future().isValid())
        onChecked();
}

void SetupForm::setObstacle(const QString &reason)
{
    m_obstacle = reason;
    updateButton();
}

void SetupForm::check()
{
    m_checked = {};
    // A folder may be on a disk that takes its time. The newest look replaces the one before. No
    // code of a folder runs because its path is being typed.
    m_watcher.setFuture(QtConcurrent::run([setup = setup(), options = m_options] {
        return checkSetup(setup, options, ModuleCheck::Skip);
    }));
    updateButton();
}

void SetupForm::onChecked()
{
    m_checked = m_watcher.result();
    m_list->hide();
    m_crontabLine->setText(m_checked.crontabProblems.join(u'\n'));
    m_crontabLine->setVisible(!m_checked.crontabProblems.isEmpty());
    setTone(m_crontabLine, Tone::Trouble);
    const bool isKnown = m_checked.setup.tasks == m_knownSources && !m_known.tasks.empty();
    const TaskListing &listing = isKnown ? m_known : m_checked.listing;
    if (!listing.tasks.empty())
        showTasks(listing);
    if (!m_checked.taskProblems.isEmpty()) {
        m_found->setText(m_checked.taskProblems.join(u'\n'));
        setTone(m_found, m_checked.setup.isEmpty() ? Tone::Muted : Tone::Trouble);
    } else if (m_checked.tasks.registry) {
        const auto run
            = std::count_if(listing.tasks.begin(), listing.tasks.end(),
                            [](const ListedTask &task) { return task.problem.isEmpty(); });
        const QStringList lines{tr("%1 tasks", nullptr, pluralOf(run)).arg(formatNumber(run))};
        m_found->setText((lines + listing.warnings).join(u'\n'));
        setTone(m_found, listing.warnings.isEmpty() ? Tone::Muted : Tone::Caution);
    } else {
        m_found->clear(); // the crontab or a number is what is wrong
    }
    m_found->setVisible(!m_found->text().isEmpty());
    updateButton();
}

void SetupForm::showTasks(const TaskListing &listing)
{
    QList<QStringList> lines;
    for (const ListedTask &task : listing.tasks) {
        const TaskFacts &facts = task.facts;
        lines << QStringList{task.identifier, taskKindWord(facts.kind),
                             facts.file.isEmpty() ? facts.host : facts.file, task.problem};
    }
    for (const UnusedFile &file : listing.notTasks)
        lines << QStringList{{}, tr("not a task"), file.file, file.reason};
    setLines(m_list, lines);
    const auto shown = std::min<qsizetype>(lines.size(), kMostLines);
    const int line = std::max(m_list->sizeHintForRow(0), m_list->fontMetrics().height());
    m_list->setFixedHeight(m_list->header()->sizeHint().height() + int(shown) * line
                           + 2 * m_list->frameWidth() + 2);
    m_list->show();
}

void SetupForm::updateButton()
{
    QString text = m_obstacle;
    if (text.isEmpty())
        text = m_checked.optionProblems.join(u". "_s);
    m_trouble->setText(text);
    setTone(m_trouble, m_obstacle.isEmpty() ? Tone::Trouble : Tone::Caution);
    m_use->setEnabled(m_obstacle.isEmpty() && m_checked.isUsable());
    m_use->setToolTip(m_obstacle);
}

} // namespace yardmaster
