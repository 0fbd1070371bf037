#include "ui/shell/indexes/indexesdialog.h"

#include "models/console/consolecontext.h"
#include "models/query/supportingindexes.h"
#include "ui/kit/command.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"
#include "ui/shell/indexes/indexrow.h"

#include <QAction>
#include <QFrame>

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
    : ConsoleDialog(tr("Supporting indexes"), &context->target(), parent)
    , m_context(context)
    , m_indexManager(context->sessions(), context->target().schema, context->operationsFolder())
    , m_obstacle(new Label(this))
{
    setNames(nullptr, nullptr, "indexesClose", "indexProblem");
    auto *introduction
        = new Label(tr("No queue needs these indexes; they make views of large queues fast, and "
                       "each costs the workers a little. None is created automatically."),
                    this);
    setTone(introduction, Tone::Muted);
    m_obstacle->setObjectName("indexObstacle"_L1);
    setTone(m_obstacle, Tone::Caution);
    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 16, 0, 0);
    layout->setSpacing(0);
    for (Label *label : {introduction, m_obstacle}) {
        label->setWordWrap(true);
        label->setContentsMargins(16, 0, 16, 0);
        layout->addWidget(label);
        layout->addSpacing(8);
    }
    for (const SupportingIndexInfo &info : supportingIndexes()) {
        auto *row = new IndexRow(info.index, context->target().schema, this);
        m_rows << row;
        layout->addWidget(makeLine(this));
        layout->addWidget(row);
        connect(row, &IndexRow::createConfirmed, this, [this](SupportingIndex index) {
            if (m_context->guard()->mayWrite())
                m_indexManager.create(index);
        });
        connect(row, &IndexRow::dropConfirmed, this, [this](SupportingIndex index) {
            if (m_context->guard()->mayWrite())
                m_indexManager.drop(index);
        });
        connect(row, &IndexRow::cancelRequested, &m_indexManager, &IndexManager::cancel);
    }
    layout->addWidget(makeLine(this));
    layout->addStretch(1);
    setWide(content);
    setConfirmRole(ButtonRole::Plain, Keys::None);
    resize(720, 520);

    connect(&m_indexManager, &IndexManager::changed, this, &IndexesDialog::showState);
    connect(&m_indexManager, &IndexManager::indexesChanged, this, &IndexesDialog::indexesChanged);
    connect(context->guard(), &WriteGuard::changed, this, [this] {
        showState();
        m_indexManager.refresh(); // the obstacle may be gone, or there is one now
    });
    showState();
    m_indexManager.refresh();
}

IndexesDialog::~IndexesDialog() = default;

QAction *IndexesDialog::makeCommand(QWidget *owner)
{
    return addCommand(owner, u"jobs.indexes"_s, tr("Supporting &indexes…"),
                      tr("Creates and drops the indexes that make views of large queues fast."))
        ->alsoCalled(tr("slow, performance"));
}

void IndexesDialog::showState()
{
    const auto &overview = m_indexManager.overview();
    QString obstacle;
    if (overview)
        obstacle = overview->obstacle.isEmpty() ? m_context->guard()->reason() : overview->obstacle;
    else
        obstacle = m_indexManager.error() ? QString() : tr("Reading the indexes…");
    m_obstacle->setText(obstacle);
    m_obstacle->setVisible(!obstacle.isEmpty());
    const QString problem
        = m_indexManager.error() ? errorSentence(*m_indexManager.error()) : QString();
    setProblem(problem);
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        IndexState state;
        state.index = supportingIndexes()[size_t(i)].index;
        if (overview)
            state = overview->indexes.at(i);
        const bool isOurs = m_indexManager.working() == state.index;
        QString why = obstacle;
        if (why.isEmpty() && !overview)
            why = problem;
        if (why.isEmpty() && m_indexManager.working())
            why = tr("Only one at a time.");
        m_rows.at(i)->showState(state, isOurs, why);
    }
}

} // namespace yardmaster
