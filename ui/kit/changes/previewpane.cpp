#include "ui/kit/changes/previewpane.h"

#include "models/operations/skipreason.h"
#include "models/tables/column.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/changes/sharebars.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/fold.h"
#include "ui/kit/label.h"
#include "ui/kit/tablesetup.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kReasons = 5;

} // namespace

PreviewPane::PreviewPane(const SessionPool &sessions, const QString &folder, QWidget *parent)
    : QWidget(parent)
    , m_previewer(sessions, folder)
    , m_headline(new Label(this))
    , m_status(new Label(this))
    , m_again(new QPushButton(tr("Check again"), this))
    , m_countAll(new QPushButton(tr("Count all"), this))
    , m_skipped(new Label(this))
    , m_holders(new Label(this))
    , m_shares(new QWidget(this))
    , m_states(new ShareBars(tr("By state"), m_shares))
    , m_tasks(new ShareBars(tr("By task"), m_shares))
    , m_queues(new ShareBars(tr("By queue"), m_shares))
{
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    m_headline->setFont(large);
    m_headline->setObjectName("previewHeadline"_L1);
    m_status->setObjectName("previewStatus"_L1);
    m_skipped->setObjectName("previewSkipped"_L1);
    m_holders->setObjectName("previewHolders"_L1);
    for (Label *label : {m_status, m_skipped, m_holders}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    setTone(m_status, Tone::Muted);
    setTone(m_skipped, Tone::Caution);
    m_again->setObjectName("previewAgain"_L1);
    m_countAll->setObjectName("previewCountAll"_L1);
    m_again->setAutoDefault(false);
    m_countAll->setAutoDefault(false);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_headline);
    head->addWidget(m_status, 1);
    head->addWidget(m_countAll);
    head->addWidget(m_again);

    auto *columns = new QHBoxLayout(m_shares);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(16);
    for (ShareBars *bars : {m_states, m_tasks, m_queues})
        columns->addWidget(bars, 1);

    m_samples = new QTableWidget(0, 7, this);
    m_samples->setObjectName("previewSamples"_L1);
    setUpTable(m_samples, tr("Some of the jobs"));
    m_samples->setFrameShape(QFrame::StyledPanel);
    m_samples->setHorizontalHeaderLabels({tr("State"), tr("Id"), tr("Task"), tr("Queue"),
                                          tr("Attempts"), tr("Key"), tr("Skipped because")});
    m_samples->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_samples->horizontalHeader()->setStretchLastSection(true);
    m_samples->setFixedHeight(26 * 7);
    m_sampleFold = new Fold(tr("Some of them"), m_samples, this);

    auto *sqlBox = new QWidget(this);
    m_sql = new QPlainTextEdit(sqlBox);
    m_sql->setLayoutDirection(Qt::LeftToRight); // a formal language
    m_sql->setObjectName("previewSql"_L1);
    m_sql->setAccessibleName(tr("SQL"));
    m_sql->setReadOnly(true);
    m_sql->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_sql->setTabChangesFocus(true);
    m_sql->setFont(tabularFont(font()));
    m_sql->setFixedHeight(110);
    m_copySql = new CopyButton(tr("Copy SQL"), sqlBox);
    m_copySql->setAutoDefault(false);
    auto *sqlLayout = new QVBoxLayout(sqlBox);
    sqlLayout->setContentsMargins(0, 0, 0, 0);
    sqlLayout->setSpacing(4);
    sqlLayout->addWidget(m_sql);
    sqlLayout->addWidget(m_copySql, 0, Qt::AlignLeft);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_skipped);
    layout->addWidget(m_holders);
    layout->addWidget(m_shares);
    layout->addWidget(m_sampleFold);
    layout->addWidget(new Fold(tr("Show SQL"), sqlBox, this));

    connect(&m_previewer, &Previewer::answered, this, &PreviewPane::onAnswered);
    connect(&m_previewer, &Previewer::failed, this, &PreviewPane::onFailed);
    connect(&m_previewer, &Previewer::progressed, this,
            [this](qint64 jobs) { m_status->setText(tr("%1 so far").arg(formatNumber(jobs))); });
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (m_previewer.isAsking())
            m_previewer.cancel();
        else
            look(m_spec);
    });
    connect(m_countAll, &QPushButton::clicked, this, [this] { look(m_spec, 0); });
}

void PreviewPane::look(const OperationSpec &spec, qint64 cap)
{
    m_spec = spec;
    m_preview.reset();
    m_previewer.ask(spec, cap);
    showLooking();
    Q_EMIT changed();
}

void PreviewPane::showLooking()
{
    m_headline->setText(tr("Counting…"));
    m_status->setText({});
    m_again->setText(tr("Stop"));
    m_countAll->hide();
    m_skipped->hide();
    m_holders->hide();
    m_sampleFold->setEnabled(false);
}

void PreviewPane::onAnswered(const OperationPreview &preview)
{
    m_preview = preview;
    m_again->setText(tr("Check again"));
    m_countAll->setVisible(preview.isCapped);
    const Count count = Count::counted(preview.jobs, preview.isCapped);
    m_headline->setText(tr("%1 jobs", nullptr, pluralOf(count)).arg(formatCount(count)));
    QStringList notes;
    if (preview.vanished > 0)
        notes << tr("%1 are gone", nullptr, pluralOf(preview.vanished))
                     .arg(formatNumber(preview.vanished));
    if (preview.isCapped)
        notes << tr("counted so far; the shares are those of the first %1")
                     .arg(formatNumber(preview.jobs));
    if (preview.spec.scope.isByFilter() && preview.spec.change.kind != OperationKind::Undo)
        notes << tr("jobs added from now on are not included");
    m_status->setText(notes.join(u"; "_s));

    QList<ShareBars::Row> states;
    for (const auto &share : preview.states)
        states << ShareBars::Row{jobStateWord(share.state), share.jobs, share.state};
    const auto named = [](const QList<OperationPreview::Share> &shares, const QString &none) {
        QList<ShareBars::Row> rows;
        for (const auto &share : shares)
            rows << ShareBars::Row{share.name.isEmpty() ? none : share.name, share.jobs, {}};
        return rows;
    };
    m_states->setRows(states);
    m_tasks->setRows(named(preview.tasks, tr("unknown")));
    m_queues->setRows(named(preview.queues, tr("no queue")));
    showSkipped();
    showHolders();
    fillSamples();
    Q_EMIT changed();
}

void PreviewPane::onFailed(const DbError &error)
{
    const bool isStopped = error.kind == DbError::Kind::Cancelled;
    m_again->setText(tr("Check again"));
    m_headline->setText(isStopped ? tr("Not counted") : errorTitle(error));
    m_status->setText(isStopped ? tr("Check again to continue.") : errorSentence(error));
    Q_EMIT changed();
}

void PreviewPane::showSkipped()
{
    qint64 jobs = 0;
    QStringList reasons;
    for (const auto &share : m_preview->skipped) {
        jobs += share.jobs;
        if (reasons.size() < kReasons)
            reasons << tr("%1 %2").arg(formatNumber(share.jobs), skipReasonText(share.name));
    }
    if (m_preview->skipped.size() > kReasons)
        reasons << tr("and %1 other reasons", nullptr,
                      pluralOf(m_preview->skipped.size() - kReasons))
                       .arg(formatNumber(m_preview->skipped.size() - kReasons));
    m_skipped->setVisible(jobs > 0);
    m_skipped->setText(tr("%1 will be skipped: %2").arg(formatNumber(jobs), reasons.join(u", "_s)));
}

void PreviewPane::showHolders()
{
    QStringList lines;
    for (const auto &holder : m_preview->holders) {
        const auto held = std::chrono::duration_cast<std::chrono::milliseconds>(m_preview->takenAt
                                                                                - holder.since);
        const QString name
            = holder.worker.isEmpty() ? tr("a worker without a name") : isolated(holder.worker);
        QString sign = tr("sends no heartbeats, so it is not known whether it is alive");
        if (holder.silentFor)
            sign = tr("last heartbeat %1").arg(formatAge(*holder.silentFor));
        lines << tr("%1 holds %2, the oldest for %3; %4")
                     .arg(name, formatNumber(holder.jobs), formatDuration(held), sign);
    }
    m_holders->setText(lines.join(u'\n'));
    m_holders->setVisible(!lines.isEmpty());
}

void PreviewPane::fillSamples()
{
    const auto &samples = m_preview->samples;
    m_sampleFold->setEnabled(!samples.isEmpty());
    m_sampleFold->setTitle(samples.size() < m_preview->jobs
                               ? tr("The first %1 jobs").arg(samples.size())
                               : tr("Jobs"));
    m_samples->setRowCount(int(samples.size()));
    for (int row = 0; row < samples.size(); ++row) {
        const auto &sample = samples[row];
        const QStringList cells{jobStateWord(sample.state),
                                QString::number(sample.id),
                                sample.task,
                                sample.queue,
                                tr("%1 of %2").arg(sample.attempts).arg(sample.maxAttempts),
                                sample.key,
                                skipReasonText(sample.skip)};
        for (int column = 0; column < cells.size(); ++column) {
            auto *item = new QTableWidgetItem(shownText(cells[column]));
            item->setToolTip(cells[column]);
            if (column == 0) {
                item->setData(ShapeRole, true);
                item->setData(StateRole, QVariant::fromValue(sample.state));
            }
            if (column == 1 || column == 4)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_samples->setItem(row, column, item);
        }
    }
    m_samples->resizeColumnsToContents(); // of 20 rows
    for (int column = 0; column < m_samples->columnCount(); ++column)
        m_samples->setColumnWidth(column, std::min(240, m_samples->columnWidth(column)));
}

void PreviewPane::setSql(const QByteArray &sql)
{
    const QString text = QString::fromUtf8(sql);
    m_sql->setPlainText(text.isEmpty() ? tr("-- known when the options are complete") : text);
    m_copySql->setContent(text);
    m_copySql->setEnabled(!text.isEmpty());
}

} // namespace yardmaster
