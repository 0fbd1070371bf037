#include "ui/pages/jobs/liverefresh.h"

#include "models/jobs/jobsmodel.h"
#include "ui/kit/consolehost.h"

#include <QWidget>

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kShare = 20;
/// More than four times the answer before.
constexpr std::chrono::milliseconds kHeldUp = 250ms;
constexpr std::chrono::milliseconds kBehindMenu = 500ms;
constexpr std::chrono::milliseconds kLongest = 60s;
constexpr std::chrono::milliseconds kAfterRefusal = 30s;
constexpr std::chrono::milliseconds kUnanswered = 5s;

} // namespace

LiveRefresh::LiveRefresh(JobsModel *model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LiveRefresh::look);
    connect(model, &JobsModel::refreshed, this, &LiveRefresh::onLooked);
    connect(model, &JobsModel::phaseChanged, this, [this] {
        if (m_model->phase() == JobsModel::Phase::Failed)
            m_clock.invalidate(); // the time until the failure says nothing about the cost
        plan();
    });
}

void LiveRefresh::setPaused(PauseReason reason, bool isOn)
{
    if (m_pauseReasons.testFlag(reason) == isOn)
        return;
    const bool wasPaused = isPaused();
    m_pauseReasons.setFlag(reason, isOn);
    if (isPaused())
        m_timer.stop();
    else if (wasPaused)
        plan();
    Q_EMIT pauseReasonsChanged();
}

/// After a failure, what is chosen does not keep from finding out that the server is back.
bool LiveRefresh::isPaused() const
{
    const bool hasFailed = m_model->phase() == JobsModel::Phase::Failed;
    return (hasFailed ? m_pauseReasons & ~PauseReasons(Choosing) : m_pauseReasons)
        != PauseReasons();
}

void LiveRefresh::setInterval(std::chrono::milliseconds interval)
{
    m_interval = interval;
    m_delay = interval;
    if (m_timer.isActive())
        plan();
}

void LiveRefresh::refreshNow()
{
    m_clock.start();
    m_model->refresh();
}

void LiveRefresh::look()
{
    if (auto *panel = qobject_cast<QWidget *>(parent()); panel && isBehindChoice(panel)) {
        m_timer.start(kBehindMenu);
        return;
    }
    const auto phase = m_model->phase();
    const bool canLook = phase == JobsModel::Phase::Ready || phase == JobsModel::Phase::Stopped
        || (phase == JobsModel::Phase::Failed && m_model->mayPass());
    if (canLook)
        refreshNow();
    // An answer plans the next look; should none come, this does.
    m_timer.start(std::max(m_delay, kUnanswered));
}

void LiveRefresh::onLooked()
{
    if (m_clock.isValid()) {
        // One answer that took much longer than the one before was held up, and cost no more.
        const std::chrono::milliseconds took(m_clock.elapsed());
        const auto cost = std::min(took, 4 * std::exchange(m_took, took) + kHeldUp);
        m_delay = std::clamp(kShare * cost, m_interval, std::max(m_interval, kLongest));
        m_clock.invalidate();
    }
    plan();
}

void LiveRefresh::plan()
{
    if (isPaused())
        return;
    // Each try at what is missing or forbidden leaves a line in the server's log.
    const bool isRefused = m_model->phase() == JobsModel::Phase::Failed
        && (m_model->error().kind == DbError::Kind::SchemaMissing
            || m_model->error().sqlState == "42P01"_L1
            || m_model->error().kind == DbError::Kind::PermissionDenied);
    m_timer.start(isRefused ? std::max(m_delay, kAfterRefusal) : m_delay);
}

} // namespace yardmaster
