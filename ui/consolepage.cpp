#include "ui/consolepage.h"

#include "models/eventlistmodel.h"
#include "models/localworker.h"
#include "models/queuemonitor.h"
#include "ui/connectionbar.h"
#include "ui/countsbar.h"
#include "ui/environmentstrip.h"
#include "ui/eventpanel.h"
#include "ui/localworkerpanel.h"

#include <QVBoxLayout>

namespace yardmaster {

ConsolePage::ConsolePage(const MainWindowSetup &setup, QWidget *parent)
    : QWidget(parent)
    , m_monitor(std::make_unique<QueueMonitor>())
    , m_panels(new QWidget(this))
{
    if (setup.worker) {
        m_worker = std::make_unique<LocalWorker>(*setup.worker, setup.registry);
        // What our own worker does shows at once; everybody else's jobs with the next poll.
        connect(m_worker.get(), &LocalWorker::jobsChanged, m_monitor.get(),
                &QueueMonitor::refreshSoon);
        connect(m_worker.get(), &LocalWorker::stateChanged, m_monitor.get(),
                &QueueMonitor::refreshSoon);
    }

    auto *strip = new EnvironmentStrip(m_panels);
    strip->setEnvironment(setup.environment, setup.profileName, setup.colour);
    auto *column = new QVBoxLayout(m_panels);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(strip);
    column->addWidget(new ConnectionBar(m_monitor.get(), setup.connection, setup.schema, m_panels));
    column->addWidget(new CountsBar(m_monitor.get(), m_panels));
    column->addWidget(new LocalWorkerPanel(m_worker.get(), m_panels));
    column->addWidget(new EventPanel(m_worker.get(), setup.schema, m_panels), 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_panels);

    m_monitor->watch(setup.connection, setup.schema);
    if (m_worker && setup.startWorker)
        m_worker->start();
}

ConsolePage::~ConsolePage()
{
    delete m_panels;
}

} // namespace yardmaster
