#include "ui/shell/operationstrip.h"

#include "models/console/consolecontext.h"
#include "models/operations/operationlist.h"
#include "models/values/format.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kBarWidth = 160;
constexpr int kBarSteps = 1000;

} // namespace

OperationStrip::OperationStrip(OperationList *list, ConsoleContext *context, QWidget *parent)
    : QWidget(parent)
    , m_list(list)
    , m_context(context)
    , m_title(new ElidedLabel(Qt::ElideMiddle, this))
    , m_bar(new QProgressBar(this))
    , m_progress(new Label(this))
    , m_pause(new QPushButton(tr("Pause"), this))
    , m_cancel(new QPushButton(tr("Cancel operation"), this))
{
    setObjectName("operationStrip"_L1);
    m_title->setObjectName("stripTitle"_L1);
    m_bar->setObjectName("stripBar"_L1);
    m_progress->setObjectName("stripProgress"_L1);
    m_pause->setObjectName("stripPause"_L1);
    m_cancel->setObjectName("stripCancel"_L1);
    m_cancel->setToolTip(
        tr("Starts no further batch. Changes made so far stay and can be undone."));
    auto *show = new QPushButton(tr("Show"), this);
    show->setObjectName("stripShow"_L1);
    show->setToolTip(tr("Brings “Operations” to the front."));
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(kBarWidth, 6);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 4);
    layout->setSpacing(8);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_bar);
    layout->addWidget(m_progress);
    layout->addWidget(m_pause);
    layout->addWidget(m_cancel);
    layout->addWidget(show);

    connect(m_pause, &QPushButton::clicked, this, &OperationStrip::pause);
    connect(m_cancel, &QPushButton::clicked, this, &OperationStrip::cancel);
    connect(show, &QPushButton::clicked, context,
            [context] { context->requestPage(u"operations"_s); });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(list, signal, this, &OperationStrip::showNewest);
    connect(list, &QAbstractItemModel::dataChanged, this, &OperationStrip::showNewest);
    connect(list, &QAbstractItemModel::modelReset, this, &OperationStrip::showNewest);
    connect(context->guard(), &WriteGuard::changed, this, &OperationStrip::showNewest);
    showNewest();
}

int OperationStrip::row() const
{
    const int row = m_operation.isNull() ? -1 : m_list->rowOf(m_operation);
    return row >= 0 && m_list->at(row).isRunning() ? row : -1;
}

void OperationStrip::showNewest()
{
    QList<int> running;
    for (int i = 0; i < m_list->rowCount(); ++i) {
        if (m_list->at(i).isRunning())
            running << i;
    }
    setVisible(!running.isEmpty());
    if (running.isEmpty())
        return;
    const OperationEntry &entry = m_list->at(running.first());
    m_operation = operationIdOf(entry);
    const QString trouble = entry.live->progress().trouble;
    QString title = m_list->titleAt(running.first());
    if (running.size() > 1)
        title = tr("%1, and %2 more").arg(title, formatNumber(running.size() - 1));
    if (entry.isPaused())
        title = tr("Paused: %1").arg(title);
    else if (!trouble.isEmpty())
        title = tr("Waiting, %1: %2").arg(trouble, title);
    m_title->setText(title);
    setTone(m_title, trouble.isEmpty() ? Tone::Plain : Tone::Caution);
    const double share = entry.progress();
    m_bar->setVisible(share >= 0);
    m_bar->setRange(0, kBarSteps);
    m_bar->setValue(int(share * kBarSteps));
    QString progress = entry.progressText();
    if (const auto left = entry.timeLeft())
        progress += tr(" · %1 left").arg(formatWholeDuration(*left));
    m_progress->setText(progress);
    m_bar->setAccessibleName(m_title->text());
    setAccessibleName(u"%1: %2"_s.arg(m_title->text(), m_progress->text()));
    const bool mayWrite = m_context->guard()->mayWrite();
    m_pause->setText(entry.isPaused() ? tr("Resume") : tr("Pause"));
    m_pause->setEnabled(mayWrite || !entry.isPaused());
    m_pause->setToolTip(mayWrite || !entry.isPaused() ? QString() : m_context->guard()->reason());
}

void OperationStrip::pause()
{
    if (row() < 0)
        return;
    const OperationEntry &entry = m_list->at(row());
    const bool resumes = entry.isPaused();
    if (!resumes || m_context->guard()->mayWrite())
        entry.live->setPaused(!resumes);
}

void OperationStrip::cancel()
{
    if (row() >= 0)
        m_list->at(row()).live->cancel();
}

void OperationStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    painter.fillRect(0, 0, width(), 1, hairlineColor(palette()));
}

} // namespace yardmaster
