#include "models/indexes/indexmanager.h"

#include "models/query/supportingindexes.h"

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace std::chrono_literals;

IndexManager::IndexManager(const SessionPool &sessions, QString schema, QString logFolder,
                           QObject *parent)
    : QObject(parent)
    , m_schema(std::move(schema))
    , m_log{m_schema, std::move(logFolder), sessions.settings().describe()}
    , m_look(sessions, SessionPool::Use::Foreground)
    , m_work(sessions, SessionPool::Use::Maintenance)
    , m_again(this)
{
    m_again.setSingleShot(true);
    m_again.setInterval(700ms);
    connect(&m_again, &QTimer::timeout, this, &IndexManager::refresh);
}

IndexManager::~IndexManager() = default;

void IndexManager::refresh()
{
    if (m_look.isAsking())
        return;
    m_again.stop();
    m_look.ask(withSession(&readIndexStates, m_schema),
               [this](const Result<IndexOverview> &answer) { onRead(answer); });
}

void IndexManager::onRead(const Result<IndexOverview> &answer)
{
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

void IndexManager::create(SupportingIndex index)
{
    work(index, QStringLiteral("create-index"), createIndexSql(index, m_schema));
}

void IndexManager::drop(SupportingIndex index)
{
    work(index, QStringLiteral("drop-index"), dropIndexSql(index, m_schema));
}

void IndexManager::cancel()
{
    m_work.cancel();
}

void IndexManager::work(SupportingIndex index, const QString &kind, const QByteArray &sql)
{
    if (m_working)
        return;
    m_working = index;
    m_error.reset();
    m_hasFailedToRead = false;
    m_work.ask(withSession(&runStatementLogged, m_log, kind, sql),
               [this](const Result<void> &answer) { onWorked(answer); });
    m_again.start();
    Q_EMIT changed();
}

void IndexManager::onWorked(const Result<void> &answer)
{
    m_working.reset();
    if (!answer && answer.error().kind != DbError::Kind::Cancelled)
        m_error = answer.error();
    refresh();
    Q_EMIT changed();
    Q_EMIT indexesChanged();
}

} // namespace yardmaster
