#include "models/operations/previewer.h"

#include "models/operations/scopelist.h"
#include "models/operations/undopreview.h"

namespace yardmaster {

Previewer::Previewer(SessionPool sessions, QString folder, QObject *parent)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_query(std::move(sessions), SessionPool::Use::Long)
{
    connect(&m_query, &Query::progressed, this, &Previewer::progressed);
}

Previewer::~Previewer()
{
    m_query.cancel();
    if (!m_listed.isNull())
        ScopeList::remove(m_folder, m_listed);
}

template <typename T, typename Work>
void Previewer::run(Work look, void (Previewer::*answer)(const T &))
{
    m_query.ask(std::move(look), [this, answer](const Result<T> &result) {
        if (result)
            Q_EMIT(this->*answer)(*result);
        else
            Q_EMIT failed(result.error());
    });
}

void Previewer::ask(const OperationSpec &spec, qint64 cap)
{
    m_listed = spec.id;
    run(
        [spec, cap, folder = m_folder](Session &session, ReadControl &control) {
            if (spec.change.kind == OperationKind::Undo)
                return previewUndo(session, spec, folder, cap);
            auto preview = previewOperation(session, spec, folder, [&control](qint64 jobs) {
                Q_EMIT control.progressed(jobs, 0, 0);
                return !control.isCancelled();
            });
            if (control.isCancelled()) // the answer is dropped
                ScopeList::remove(folder, spec.id);
            return preview;
        },
        &Previewer::answered);
}

void Previewer::askForRest(const QUuid &operation)
{
    run(withSession(&restOf, m_folder, operation), &Previewer::restFound);
}

} // namespace yardmaster
