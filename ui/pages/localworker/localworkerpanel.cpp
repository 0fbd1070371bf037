#include "ui/pages/localworker/localworkerpanel.h"

#include "models/console/writeguard.h"
#include "models/localworker/localworker.h"
#include "models/values/format.h"
#include "ui/kit/announcement.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/kit/workerwords.h"

#include <QGridLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

LocalWorkerPanel::LocalWorkerPanel(LocalWorker *worker, QWidget *parent)
    : QWidget(parent)
    , m_worker(worker)
    , m_word(new Label(this))
    , m_sentence(new ElidedLabel(Qt::ElideRight, this))
    , m_totals(new ElidedLabel(Qt::ElideRight, this))
    , m_button(new QPushButton(this))
    , m_tick(this)
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_word->setFont(strong);
    m_word->setObjectName("workerState"_L1);
    m_sentence->setObjectName("workerSentence"_L1);
    m_totals->setObjectName("workerTotals"_L1);
    m_totals->setFont(tabularFont(font()));
    setTone(m_totals, Tone::Muted);
    m_button->setObjectName("workerButton"_L1);

    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setHorizontalSpacing(12);
    layout->setVerticalSpacing(4);
    layout->addWidget(m_word, 0, 0);
    layout->addWidget(m_sentence, 0, 1);
    layout->addWidget(m_totals, 1, 0, 1, 2);
    layout->addWidget(m_button, 0, 2, 2, 1, Qt::AlignVCenter);
    layout->setColumnStretch(1, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    connect(m_button, &QPushButton::clicked, this, &LocalWorkerPanel::onButton);
    connect(&m_tick, &QTimer::timeout, this, &LocalWorkerPanel::showState);
    m_tick.setInterval(1s);
    for (const auto signal :
         {&LocalWorker::stateChanged, &LocalWorker::jobsChanged, &LocalWorker::setUpChanged})
        connect(m_worker, signal, this, &LocalWorkerPanel::showState);
    connect(m_worker, &LocalWorker::stateChanged, this, &LocalWorkerPanel::announceState);
    // As wide as the longest thing it will say, so that it stays where the hand is.
    int width = 0;
    for (const QString &text : {tr("Start worker"), tr("Stop worker"), tr("Stop now")}) {
        m_button->setText(text);
        width = std::max(width, m_button->sizeHint().width());
    }
    m_button->setMinimumWidth(width);
    showState();
}

void LocalWorkerPanel::setGuard(WriteGuard *guard)
{
    m_guard = guard;
    connect(guard, &WriteGuard::changed, this, &LocalWorkerPanel::showState);
    showState();
}

void LocalWorkerPanel::onButton()
{
    switch (m_worker->state()) {
    case LocalWorker::State::Stopped:
        if (!m_guard || m_guard->mayWrite())
            m_worker->start();
        else
            showState(); // it had not heard of it
        break;
    case LocalWorker::State::Starting:
    case LocalWorker::State::Running:
        m_worker->stop();
        break;
    case LocalWorker::State::Stopping:
        m_worker->kill();
        break;
    }
}

void LocalWorkerPanel::showState()
{
    const bool hasTasks = !m_worker->tasks().isEmpty();
    m_button->setVisible(hasTasks);
    m_totals->setVisible(hasTasks);
    const auto state = m_worker->state();
    const bool failed = hasTasks && state == LocalWorker::State::Stopped && m_worker->outcome()
        && !m_worker->outcome()->error.message.isEmpty();
    setTone(m_sentence, failed ? Tone::Trouble : Tone::Muted);
    if (!hasTasks) {
        m_word->setText(tr("No worker in this window"));
        m_sentence->setText(tr("It only watches the queue; set it up below to run jobs here"));
        return;
    }

    m_word->setText(workerStateWord(state));
    m_sentence->setText(sentence());
    m_totals->setText(totals());
    setAccessibleName(u"%1. %2. %3"_s.arg(m_word->text(), m_sentence->text(), m_totals->text()));

    switch (state) {
    case LocalWorker::State::Stopped:
        m_button->setText(tr("Start worker"));
        setButtonRole(m_button, ButtonRole::Primary);
        break;
    case LocalWorker::State::Starting:
    case LocalWorker::State::Running:
        m_button->setText(tr("Stop worker"));
        setButtonRole(m_button, ButtonRole::Plain);
        break;
    case LocalWorker::State::Stopping:
        m_button->setText(tr("Stop now"));
        setButtonRole(m_button, ButtonRole::Destructive);
        break;
    }
    const bool mayStart = state != LocalWorker::State::Stopped || !m_guard || m_guard->mayWrite();
    m_button->setEnabled(mayStart);
    m_button->setToolTip(mayStart ? QString() : m_guard->reason());
    if (state == LocalWorker::State::Stopping)
        m_tick.start();
    else
        m_tick.stop();
}

void LocalWorkerPanel::announceState()
{
    const auto &outcome = m_worker->outcome();
    const bool failed = m_worker->state() == LocalWorker::State::Stopped && outcome
        && !outcome->error.message.isEmpty();
    const QString word = workerStateWord(m_worker->state());
    announce(this, failed ? u"%1. %2"_s.arg(word, outcome->error.message) : word);
}

QString LocalWorkerPanel::sentence() const
{
    switch (m_worker->state()) {
    case LocalWorker::State::Stopped:
        if (m_worker->outcome() && !m_worker->outcome()->error.message.isEmpty())
            return m_worker->outcome()->error.message;
        return tr("Jobs wait until a worker runs them");
    case LocalWorker::State::Starting:
        return tr("Preparing the schema");
    case LocalWorker::State::Running: {
        const QStringList tasks = m_worker->tasks();
        return tr("%1 running, %2 at most · serves %3: %4")
            .arg(countedJobs(m_worker->runningJobs()))
            .arg(m_worker->options().concurrency)
            .arg(tr("%1 tasks", nullptr, pluralOf(tasks.size())).arg(formatNumber(tasks.size())))
            .arg(tasks.join(u", "_s));
    }
    case LocalWorker::State::Stopping:
        return stoppingSentence(*m_worker);
    }
    Q_UNREACHABLE();
}

QString LocalWorkerPanel::totals() const
{
    const RunRecorder::Totals &totals = m_worker->totals();
    QStringList parts{tr("Runs ended here: %1 completed").arg(formatNumber(totals.completed)),
                      tr("%1 failed with attempts left").arg(formatNumber(totals.retrying)),
                      tr("%1 failed for good").arg(formatNumber(totals.failedForGood))};
    if (totals.givenBack > 0)
        parts << tr("%1 returned to the queue").arg(formatNumber(totals.givenBack));
    if (totals.lostLease > 0)
        parts << tr("%1 lost their lock", nullptr, pluralOf(totals.lostLease))
                     .arg(formatNumber(totals.lostLease));
    return parts.join(u" · "_s);
}

} // namespace yardmaster
