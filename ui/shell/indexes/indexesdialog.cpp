#include "ui/shell/indexes/indexesdialog.h"

#include "models/console/consolecontext.h"
#include "models/query/supportingindexes.h"
#include "ui/kit/command.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/theme.h"
#include "ui/shell/indexes/indexrow.h"

#include <QAction>
#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QFrame *makeLine(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setFixedHeight(1);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

} // namespace

IndexesDialog::IndexesDialog(ConsoleContext *context, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_keeper(context->sessions(), context->target().schema, context->operationsFolder())
    , m_introduction(new QLabel(tr("No queue needs these indexes; they make views of large queues "
                                   "fast, and workers pay a little for each. None is created "
                                   "unasked."),
                                this))
    , m_obstacle(new QLabel(this))
    , m_problem(new QLabel(this))
{
    setWindowTitle(tr("Supporting indexes"));
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());
    m_obstacle->setObjectName("indexObstacle"_L1);
    m_problem->setObjectName("indexProblem"_L1);
    for (QLabel *label : {m_introduction, m_obstacle, m_problem}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setContentsMargins(16, 0, 16, 0);
    }
    auto *close = new QPushButton(tr("Close"), this);
    close->setObjectName("indexesClose"_L1);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &IndexesDialog::reject);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 16);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addSpacing(16);
    layout->addWidget(m_introduction);
    layout->addSpacing(8);
    layout->addWidget(m_obstacle);
    layout->addSpacing(8);
    for (const SupportingIndexInfo &info : supportingIndexes()) {
        auto *row = new IndexRow(info.index, context->target().schema, this);
        m_rows << row;
        layout->addWidget(makeLine(this));
        layout->addWidget(row);
        connect(row, &IndexRow::createConfirmed, this, [this](SupportingIndex index) {
            if (m_context->guard()->mayWrite())
                m_keeper.create(index);
        });
        connect(row, &IndexRow::dropConfirmed, this, [this](SupportingIndex index) {
            if (m_context->guard()->mayWrite())
                m_keeper.drop(index);
        });
        connect(row, &IndexRow::cancelRequested, &m_keeper, &IndexKeeper::cancel);
    }
    layout->addWidget(makeLine(this));
    layout->addStretch(1);
    layout->addSpacing(12);
    layout->addWidget(m_problem);
    layout->addSpacing(12);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(16, 0, 16, 0);
    buttons->addStretch(1);
    buttons->addWidget(close);
    layout->addLayout(buttons);
    resize(720, 520);

    connect(&m_keeper, &IndexKeeper::changed, this, &IndexesDialog::showState);
    connect(&m_keeper, &IndexKeeper::indexesChanged, this, &IndexesDialog::indexesChanged);
    connect(context->guard(), &WriteGuard::changed, this, &IndexesDialog::showState);
    updateColors();
    showState();
    m_keeper.refresh();
}

IndexesDialog::~IndexesDialog() = default;

QAction *IndexesDialog::makeCommand(QWidget *owner)
{
    return addCommand(owner, u"jobs.indexes"_s, tr("Supporting &indexes…"),
                      tr("Creates and drops the indexes that make views of large queues fast"))
        ->alsoCalled(tr("slow, performance"));
}

void IndexesDialog::showState()
{
    const auto &overview = m_keeper.overview();
    QString obstacle;
    if (overview)
        obstacle = overview->obstacle.isEmpty() ? m_context->guard()->reason() : overview->obstacle;
    else
        obstacle = m_keeper.error() ? QString() : tr("Looking at the indexes…");
    m_obstacle->setText(obstacle);
    m_obstacle->setVisible(!obstacle.isEmpty());
    m_problem->setText(m_keeper.error() ? errorSentence(*m_keeper.error()) : QString());
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        IndexState state;
        state.index = supportingIndexes()[size_t(i)].index;
        if (overview)
            state = overview->indexes.at(i);
        const bool isOurs = m_keeper.working() == state.index;
        QString why = obstacle;
        if (why.isEmpty() && !overview)
            why = m_problem->text();
        if (why.isEmpty() && m_keeper.working())
            why = tr("One at a time.");
        m_rows.at(i)->showState(state, isOurs, why);
    }
}

void IndexesDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColors();
}

void IndexesDialog::updateColors()
{
    setInk(m_introduction, mutedColor(palette()));
    setInk(m_obstacle, stateColor(JobState::Retrying, palette()));
    setInk(m_problem, stateColor(JobState::FailedForGood, palette()));
}

} // namespace yardmaster
