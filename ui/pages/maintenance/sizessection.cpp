#include "ui/pages/maintenance/sizessection.h"

#include "models/console/consolecontext.h"
#include "models/operations/loggedmaintenance.h"
#include "models/values/format.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/plainlist.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kVisibleRows = 9;

QString numberOrDash(const std::optional<qint64> &number)
{
    return number ? formatNumber(*number) : u"–"_s;
}

QString adviceText(SizeAdvice advice)
{
    switch (advice) {
    case SizeAdvice::Fine:
        return {};
    case SizeAdvice::Vacuum:
        return SizesSection::tr("Vacuum…");
    case SizeAdvice::Reindex:
        return SizesSection::tr("Rebuild…");
    case SizeAdvice::Leftover:
        return SizesSection::tr("Drop leftover…");
    case SizeAdvice::Create:
        return SizesSection::tr("Create…");
    }
    return {};
}

QString whatItDoes(SizeAdvice advice)
{
    switch (advice) {
    case SizeAdvice::Fine:
        return {};
    case SizeAdvice::Vacuum:
        return SizesSection::tr("Reads the table, makes the space of dead rows usable again and "
                                "updates the statistics, alongside the workers and without making "
                                "them wait. The file does not shrink.");
    case SizeAdvice::Reindex:
        return SizesSection::tr(
            "Builds a new index next to the old one, then replaces the old one, without making "
            "workers wait. This needs space for both, and several minutes for a large table; if it "
            "is cancelled, the unfinished index has to be dropped.");
    case SizeAdvice::Leftover:
        return SizesSection::tr("Drops the unfinished index, without making workers wait.");
    case SizeAdvice::Create:
        return SizesSection::tr(
            "Creates the index, without making workers wait. This takes several minutes for a "
            "large table; if it is cancelled, the unfinished index has to be dropped.");
    }
    return {};
}

QString confirmText(SizeAdvice advice)
{
    switch (advice) {
    case SizeAdvice::Fine:
        return {};
    case SizeAdvice::Vacuum:
        return SizesSection::tr("Vacuum table");
    case SizeAdvice::Reindex:
        return SizesSection::tr("Rebuild index");
    case SizeAdvice::Leftover:
        return SizesSection::tr("Drop index");
    case SizeAdvice::Create:
        return SizesSection::tr("Create index");
    }
    return {};
}

/// In the operator log.
QString logKind(SizeAdvice advice)
{
    switch (advice) {
    case SizeAdvice::Fine:
        return {};
    case SizeAdvice::Vacuum:
        return u"vacuum"_s;
    case SizeAdvice::Reindex:
        return u"reindex"_s;
    case SizeAdvice::Leftover:
        return u"drop-index"_s;
    case SizeAdvice::Create:
        return u"create-index"_s;
    }
    return {};
}

QString progressWords(const WorkProgress &progress)
{
    if (progress.phase.isEmpty())
        return SizesSection::tr("Working…");
    return progress.share < 0 ? progress.phase
                              : u"%1, %2 %"_s.arg(progress.phase).arg(int(progress.share * 100));
}

} // namespace

SizesSection::SizesSection(ConsoleContext *context, QWidget *parent)
    : MaintenanceSection(
        tr("Tables and indexes"),
        tr("From the server's statistics; the packed size is an estimate. Queues delete many rows; "
           "dead rows slow down every fetch until VACUUM removes them."),
        parent)
    , m_context(context)
    , m_work(context->sessions(), SessionPool::Use::Maintenance)
    , m_progress(context->sessions(), SessionPool::Use::Background)
    , m_again(this)
    , m_caution(new Label(this))
    , m_list(makePlainList(this, "sizesList"))
    , m_reason(new Label(this))
    , m_button(new QPushButton(this))
    , m_question(new QWidget(this))
    , m_what(new Label(m_question))
    , m_sql(new Label(m_question))
    , m_confirm(new QPushButton(m_question))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_status(new Label(this))
{
    m_list->setAccessibleName(tr("Tables and indexes"));
    m_list->setHeaderLabels({tr("Name"), tr("Size"), tr("Packed"), tr("Rows"), tr("Dead"),
                             tr("Vacuumed"), tr("Remark")});
    alignRight(m_list, {1, 2, 3, 4, 5});
    m_list->setMinimumHeight(kVisibleRows * (m_list->fontMetrics().height() + 10));
    for (Label *label : {m_caution, m_reason, m_what, m_sql, m_status})
        label->setWordWrap(true);
    m_caution->setObjectName("sizesCaution"_L1);
    setTone(m_caution, Tone::Caution);
    m_reason->setObjectName("sizesReason"_L1);
    setTone(m_reason, Tone::Muted);
    m_button->setObjectName("sizesButton"_L1);
    m_question->setObjectName("sizesQuestion"_L1);
    m_sql->setObjectName("sizesSql"_L1);
    m_sql->setFont(tabularFont(font()));
    m_sql->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTone(m_what, Tone::Muted);
    m_confirm->setObjectName("sizesConfirm"_L1);
    setButtonRole(m_confirm, ButtonRole::Primary);
    m_bar->setObjectName("sizesBar"_L1);
    m_bar->setFixedHeight(6);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress"));
    m_cancel->setObjectName("sizesCancel"_L1);
    m_status->setObjectName("sizesStatus"_L1);

    auto *back = new QPushButton(tr("Back"), m_question);
    auto *answers = new QHBoxLayout;
    answers->setSpacing(8);
    answers->addWidget(m_sql, 1);
    answers->addWidget(back);
    answers->addWidget(m_confirm);
    auto *question = new QVBoxLayout(m_question);
    question->setContentsMargins(0, 0, 0, 0);
    question->setSpacing(8);
    question->addWidget(m_what);
    question->addLayout(answers);
    m_question->hide();
    auto *line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(m_reason, 1);
    line->addWidget(m_button);
    auto *work = new QHBoxLayout;
    work->setSpacing(12);
    work->addWidget(m_status, 1);
    work->addWidget(m_cancel);
    body()->addWidget(m_caution);
    body()->addWidget(m_list, 1);
    body()->addLayout(line);
    body()->addWidget(m_question);
    body()->addWidget(m_bar);
    body()->addLayout(work);

    m_again.setSingleShot(true);
    m_again.setInterval(700ms);
    connect(&m_again, &QTimer::timeout, this, &SizesSection::readProgress);
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this] {
        m_question->hide();
        showState();
    });
    connect(m_button, &QPushButton::clicked, this, &SizesSection::ask);
    connect(back, &QPushButton::clicked, this, [this] {
        m_question->hide();
        m_button->setFocus();
    });
    connect(m_confirm, &QPushButton::clicked, this, &SizesSection::start);
    connect(m_cancel, &QPushButton::clicked, &m_work, &Query::cancel);
    connect(&m_work, &Query::changed, this, &SizesSection::showState);
    connect(context->guard(), &WriteGuard::changed, this, &SizesSection::showState);
    showState();
}

SizesSection::~SizesSection() = default;

void SizesSection::showSizes(const SchemaSizes &sizes)
{
    m_sizes = sizes;
    QList<QStringList> lines;
    QList<QVariant> keys;
    for (const RelationSize &relation : sizes.relations) {
        const auto since = relation.vacuumedAt
            ? std::optional(std::chrono::duration_cast<std::chrono::milliseconds>(
                sizes.now - *relation.vacuumedAt))
            : std::nullopt;
        lines << QStringList{relation.isIndex ? u"    "_s + relation.name : relation.name,
                             relation.isMissing ? u"–"_s : formatBytes(relation.bytes),
                             relation.packed ? u'~' + formatBytes(*relation.packed) : u"–"_s,
                             numberOrDash(relation.live),
                             numberOrDash(relation.dead),
                             relation.isIndex ? u"–"_s
                                 : since      ? formatAge(std::max(*since, 0ms))
                                              : tr("never"),
                             adviceReason(relation, sizes.now)};
        keys << relation.name;
    }
    setLines(m_list, lines, keys);
    if (!m_list->currentItem())
        chooseAdvised();
    showCaution();
    showState();
}

void SizesSection::chooseAdvised()
{
    int row = 0;
    for (int i = int(m_sizes.relations.size()) - 1; i >= 0; --i) {
        if (adviceOn(m_sizes.relations.at(i)) != SizeAdvice::Fine)
            row = i;
    }
    m_list->setCurrentItem(m_list->topLevelItem(row));
}

void SizesSection::showCaution()
{
    QString text;
    if (m_sizes.oldest) {
        const SchemaSizes::Transaction &oldest = *m_sizes.oldest;
        text = tr("Process %1 (%2) has had a transaction open for %3. Rows that died since then "
                  "cannot be removed until it ends.")
                   .arg(QString::number(oldest.pid),
                        oldest.application.isEmpty() ? tr("without a name") : oldest.application,
                        formatDuration(
                            std::chrono::duration_cast<std::chrono::seconds>(oldest.openFor)));
    }
    m_caution->setText(text);
    m_caution->setVisible(!text.isEmpty());
}

const RelationSize *SizesSection::current() const
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    return row >= 0 && row < m_sizes.relations.size() ? &m_sizes.relations.at(row) : nullptr;
}

SizeAdvice SizesSection::action() const
{
    const RelationSize *relation = current();
    if (!relation)
        return SizeAdvice::Fine;
    if (const SizeAdvice advice = adviceOn(*relation); advice != SizeAdvice::Fine)
        return advice;
    return relation->isIndex ? SizeAdvice::Reindex : SizeAdvice::Vacuum;
}

void SizesSection::ask()
{
    const RelationSize *relation = current();
    if (!relation || m_work.isAsking())
        return;
    m_what->setText(whatItDoes(action()));
    m_sql->setText(
        QString::fromUtf8(adviceSql(action(), m_context->target().schema, relation->name)) + u';');
    m_confirm->setText(confirmText(action()));
    m_question->show();
    m_sql->setFocus();
}

void SizesSection::start()
{
    const RelationSize *relation = current();
    m_question->hide();
    if (!relation || m_work.isAsking() || !m_context->guard()->mayWrite()
        || !m_sizes.obstacle.isEmpty())
        return;
    m_report.clear();
    m_problem.clear();
    const QByteArray sql = adviceSql(action(), m_context->target().schema, relation->name);
    m_working = QString::fromUtf8(sql);
    const QString kind = logKind(action());
    const MaintenanceLog log = m_context->maintenanceLog();
    m_work.ask(withSession(&runStatementLogged, log, kind, sql),
               [this](const Result<void> &answer) { onWorked(answer); });
    m_bar->setRange(0, 0);
    m_again.start();
}

void SizesSection::onWorked(const Result<void> &answer)
{
    m_again.stop();
    if (answer)
        m_report = tr("Done: %1").arg(m_working);
    else
        m_problem = answer.error().kind == DbError::Kind::Cancelled
            ? tr("Cancelled: %1").arg(m_working)
            : errorSentence(answer.error());
    m_working.clear();
    showState();
    Q_EMIT worked();
}

void SizesSection::readProgress()
{
    const int pid = m_work.backendPid();
    if (!m_work.isAsking())
        return;
    if (pid == 0 || !isVisible()) {
        m_again.start();
        return;
    }
    m_progress.ask(withSession(&readWorkProgress, pid),
                   [this](const Result<WorkProgress> &progress) {
                       if (!m_work.isAsking())
                           return;
                       if (progress) {
                           m_bar->setRange(0, progress->share < 0 ? 0 : 1000);
                           m_bar->setValue(std::max(0, int(progress->share * 1000)));
                           m_status->setText(progressWords(*progress));
                       }
                       m_again.start();
                   });
}

void SizesSection::showState()
{
    const bool isBusy = m_work.isAsking();
    const RelationSize *relation = current();
    QString why = m_sizes.obstacle.isEmpty() ? m_context->guard()->reason() : m_sizes.obstacle;
    if (isBusy)
        why = tr("Only one at a time.");
    if (!why.isEmpty())
        m_question->hide();
    m_button->setVisible(relation != nullptr);
    m_button->setText(adviceText(action()));
    m_button->setEnabled(why.isEmpty());
    m_button->setToolTip(why);
    QString reason = relation ? adviceReason(*relation, m_sizes.now) : QString();
    if (relation && reason.isEmpty())
        reason = tr("%1: nothing to do.").arg(relation->name);
    if (!m_sizes.obstacle.isEmpty())
        reason = m_sizes.obstacle;
    m_reason->setText(reason);
    m_bar->setVisible(isBusy);
    m_cancel->setVisible(isBusy);
    if (!isBusy)
        m_status->setText(m_problem.isEmpty() ? m_report : m_problem);
    else if (m_status->text().isEmpty() || m_status->text() == m_report)
        m_status->setText(tr("Working…"));
    m_status->setVisible(!m_status->text().isEmpty());
    setTone(m_status, m_problem.isEmpty() || isBusy ? Tone::Muted : Tone::Trouble);
}

} // namespace yardmaster
