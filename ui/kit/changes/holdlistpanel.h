#pragma once

#include "models/console/consolecontext.h"
#include "models/history/pasthourpoller.h"
#include "models/holds/holdtracker.h"
#include "models/session/poller.h"
#include "models/values/timedisplay.h"
#include "ui/kit/changes/holdactions.h"
#include "ui/kit/consolepanel.h"
#include "ui/kit/listpage.h"

#include <QVBoxLayout>

namespace yardmaster {

class JobActions;

/// A page that lists what can be held, queues or tasks, each with its jobs, its past hour and its
/// holds. Reads while it is seen, and never for more than a twentieth of the time. GUI thread.
/// @tparam Model  shows a `Snapshot`: setReading(), setPastHours(), setHoldTracker().
template <typename Model, typename Snapshot> class HoldListPanel : public ConsolePanel
{
public:
    ~HoldListPanel() override
    {
        m_list->disconnect(this);
        delete m_list; // before the model it shows
    }

    [[nodiscard]] Model *model() { return &m_model; }
    [[nodiscard]] HoldTracker *holds() { return &m_holdTracker; }
    void refresh()
    {
        m_poller.refreshSoon();
        m_pastHour.refresh();
        m_holdTracker.refresh();
    }

protected:
    /// All borrowed. @param worker  null: there is none here.   @param prefix  of the names of its
    /// widgets and commands.   @param title  of its list.   @param read  on a background thread.
    HoldListPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
                  RunSubject subject, const QString &prefix, const QString &title,
                  DbWork<Snapshot> read, QWidget *parent)
        : ConsolePanel(parent)
        , m_context(context)
        , m_model(this)
        , m_holdTracker(context, worker, this)
        , m_poller(context->sessions(), std::move(read), std::chrono::seconds(5))
        , m_pastHour(
              context->sessions(), context->target().schema, subject,
              [this](std::optional<PastHours> hours) { m_model.setPastHours(std::move(hours)); })
        , m_holds(new HoldActions(context, &m_holdTracker, actions, prefix, this))
        , m_list(new ListPage(&m_model, prefix, title, this))
    {
        setObjectName(prefix + QLatin1StringView("Panel"));
        m_model.setHoldTracker(&m_holdTracker);
        m_list->sortBy(m_model.section(QLatin1StringView("due")), Qt::DescendingOrder);
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(m_list);

        const auto showIt = [this] { showCurrent(); };
        connect(m_list, &ListPage::currentChanged, this, showIt);
        connect(m_list, &ListPage::refreshRequested, this, [this] { refresh(); });
        connect(&m_poller, &PollerBase::read, this, [this] { onRead(); });
        connect(&m_poller, &PollerBase::freshnessChanged, this, [this] { showState(); });
        connect(&m_holdTracker, &HoldTracker::changed, this, showIt);
        connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, showIt);
        connect(context->jobCounts(), &JobCountsPoller::read, this, [this] {
            if (m_poller.latest())
                onRead();
        });
        connect(context, &ConsoleContext::jobsChanged, &m_poller, &PollerBase::refreshSoon);
    }

    /// What the list says beside its rows, above them or instead of them.
    virtual void showState() = 0;
    /// The row in front, and what can be done to it.
    virtual void showCurrent() = 0;
    /// Null: none is chosen. Borrowed until the model changes.
    [[nodiscard]] auto current() const
    {
        const int row = m_list->currentRow();
        return row >= 0 ? &m_model.at(row) : nullptr;
    }
    void setActive(bool isActive) override
    {
        if (isActive)
            m_holdTracker.refresh();
        m_poller.setPaused(!isActive);
        m_pastHour.setPaused(!isActive);
    }

private:
    void onRead()
    {
        Snapshot reading = *m_poller.latest();
        if (const auto &counts = m_context->jobCounts()->latest())
            improve(&reading, *counts);
        m_model.setReading(reading);
        m_holdTracker.refresh();
        showState();
        showCurrent();
    }

protected:
    ConsoleContext *const m_context;
    Model m_model;
    HoldTracker m_holdTracker;
    Poller<Snapshot> m_poller;
    PastHourPoller m_pastHour;
    HoldActions *const m_holds;
    ListPage *const m_list;
};

} // namespace yardmaster
