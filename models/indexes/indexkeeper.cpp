#include "models/indexes/indexkeeper.h"

#include "models/jobs/supportingindexes.h"
#include "models/maintenance/loggedmaintenance.h"

#include <QFutureWatcher>

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace std::chrono_literals;

IndexKeeper::IndexKeeper(ConnectionSettings connection, QString schema, QString logFolder,
                         QObject *parent)
    : QObject(parent)
    , m_schema(std::move(schema))
    , m_logFolder(std::move(logFolder))
    , m_where(connection.describe())
    , m_looks(connection, QStringLiteral("indexes"))
    , m_works(std::move(connection), QStringLiteral("index"))
    , m_again(this)
{
    m_again.setSingleShot(true);
    m_again.setInterval(700ms);
    connect(&m_again, &QTimer::timeout, this, &IndexKeeper::refresh);
}

IndexKeeper::~IndexKeeper()
{
    cancel();
}

void IndexKeeper::refresh()
{
    if (m_isReading)
        return;
    m_isReading = true;
    m_again.stop();
    auto *watcher = new QFutureWatcher<Result<IndexOverview>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        if (watcher->future().resultCount() > 0)
            onRead(watcher->result());
    });
    watcher->setFuture(m_looks.run<IndexOverview>(
        [schema = m_schema](Session &session) { return readIndexStates(session, schema); }));
}

void IndexKeeper::onRead(const Result<IndexOverview> &answer)
{
    m_isReading = false;
    if (answer) {
        m_overview = *answer;
        if (std::exchange(m_hasFailedToRead, false))
            m_error.reset();
    } else {
        m_error = answer.error();
        m_hasFailedToRead = true;
    }
    const bool isBuilding
        = m_overview && std::ranges::any_of(m_overview->indexes, [](const IndexState &state) {
              return state.kind == IndexState::Kind::Building;
          });
    if (answer && (m_working || isBuilding))
        m_again.start();
    Q_EMIT changed();
}

void IndexKeeper::create(SupportingIndex index)
{
    work(index, QStringLiteral("create-index"), createIndexSql(index, m_schema));
}

void IndexKeeper::drop(SupportingIndex index)
{
    work(index, QStringLiteral("drop-index"), dropIndexSql(index, m_schema));
}

void IndexKeeper::cancel()
{
    if (m_control)
        m_control->cancel();
}

void IndexKeeper::work(SupportingIndex index, const QString &kind, const QByteArray &sql)
{
    if (m_working)
        return;
    m_working = index;
    m_error.reset();
    m_hasFailedToRead = false;
    m_control = std::make_shared<ReadControl>();
    auto *watcher = new QFutureWatcher<Result<bool>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        if (watcher->future().resultCount() > 0)
            onWorked(watcher->result());
    });
    watcher->setFuture(
        m_works.run<bool>([log = MaintenanceLog{m_schema, m_logFolder, m_where}, kind, sql,
                           control = m_control](Session &session) -> Result<bool> {
            // It takes as long as it takes, whatever the role is used to.
            if (auto set = session.script("set statement_timeout = 0; set lock_timeout = 0"); !set)
                return tl::make_unexpected(set.error());
            control->enter(session);
            const auto done = control->isCancelled()
                ? Result<void>(fail(DbError::Kind::Cancelled, QStringLiteral("cancelled")))
                : runStatementLogged(session, log, kind, sql);
            control->leave();
            return done.map([] { return true; });
        }));
    m_again.start();
    Q_EMIT changed();
}

void IndexKeeper::onWorked(const Result<bool> &answer)
{
    m_working.reset();
    m_control.reset();
    if (!answer && answer.error().kind != DbError::Kind::Cancelled)
        m_error = answer.error();
    refresh();
    Q_EMIT changed();
    Q_EMIT indexesChanged();
}

} // namespace yardmaster
