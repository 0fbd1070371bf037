#include "ui/shell/closingbar.h"

#include "models/localworker/localworker.h"
#include "ui/kit/announcement.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"
#include "ui/kit/workerwords.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

ClosingBar::ClosingBar(LocalWorker *worker, QWidget *parent)
    : QWidget(parent)
    , m_worker(worker)
    , m_text(new ElidedLabel(Qt::ElideRight, this))
    , m_grace(new QProgressBar(this))
    , m_stopNow(new QPushButton(tr("Stop now"), this))
    , m_tick(this)
{
    auto *keepOpen = new QPushButton(tr("Keep open"), this);
    m_stopNow->setObjectName("closingStopNow"_L1);
    m_stopNow->setToolTip(tr("Running jobs return to the queue; the attempt does not count"));
    setButtonRole(m_stopNow, ButtonRole::Destructive);
    m_grace->setTextVisible(false);
    m_grace->setFixedSize(160, 4);
    m_grace->setAccessibleName(tr("Grace period"));
    m_grace->setRange(0, int(worker->options().gracePeriod.count()));

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(12);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_grace);
    layout->addWidget(keepOpen); // before the destructive one, also for Tab
    layout->addWidget(m_stopNow);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    connect(keepOpen, &QPushButton::clicked, this, &ClosingBar::keepOpenRequested);
    connect(m_stopNow, &QPushButton::clicked, worker, &LocalWorker::kill);
    connect(worker, &LocalWorker::stateChanged, this, &ClosingBar::showProgress);
    connect(worker, &LocalWorker::jobsChanged, this, &ClosingBar::showProgress);
    connect(&m_tick, &QTimer::timeout, this, &ClosingBar::showProgress);
    m_tick.start(200ms);
    showProgress();
    announce(this, m_text->text());
}

void ClosingBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), hairlineColor(palette()));
}

void ClosingBar::showProgress()
{
    m_text->setText(tr("Closing. %1.").arg(stoppingSentence(*m_worker)));
    const qint64 left
        = std::max<qint64>(0, QDateTime::currentDateTimeUtc().msecsTo(m_worker->graceEnds()));
    m_grace->setValue(m_grace->maximum() - int(std::min<qint64>(left, m_grace->maximum())));
    m_stopNow->setEnabled(left > 0);
}

} // namespace yardmaster
