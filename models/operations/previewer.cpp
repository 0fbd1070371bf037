#include "models/operations/previewer.h"

#include "models/operations/scopelist.h"

#include <QFutureWatcher>

namespace yardmaster {

using namespace Qt::StringLiterals;

Previewer::Previewer(const ConnectionSettings &settings, QString folder, QObject *parent)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_session(settings, u"preview"_s)
{ }

Previewer::~Previewer()
{
    cancel();
    if (!m_listed.isNull())
        ScopeList::remove(m_folder, m_listed);
}

template <typename T>
void Previewer::run(const std::function<Result<T>(Session &, const ReadControlPtr &)> &look,
                    void (Previewer::*answer)(const T &))
{
    cancel();
    m_control = std::make_shared<ReadControl>();
    connect(m_control.get(), &ReadControl::progressed, this,
            [this, control = m_control.get()](qint64 jobs) {
                if (control == m_control.get())
                    Q_EMIT progressed(jobs);
            });
    auto *watcher = new QFutureWatcher<Result<T>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this,
            [this, watcher, answer, control = m_control] {
                watcher->deleteLater();
                if (control != m_control || watcher->future().resultCount() == 0)
                    return;
                m_control.reset();
                const Result<T> result = watcher->result();
                if (result)
                    Q_EMIT(this->*answer)(*result);
                else
                    Q_EMIT failed(result.error());
            });
    watcher->setFuture(m_session.run<T>([look, control = m_control](Session &session) -> Result<T> {
        control->enter(session);
        const auto leave = qScopeGuard([&control] { control->leave(); });
        if (control->isCancelled())
            return fail(DbError::Kind::Cancelled, u"cancelled"_s);
        return look(session, control);
    }));
}

void Previewer::ask(const OperationSpec &spec, qint64 cap)
{
    const auto look
        = [spec, cap, folder = m_folder](Session &session, const ReadControlPtr &control) {
              if (spec.change.kind == OperationKind::Undo)
                  return previewUndo(session, spec, folder, cap);
              auto preview = previewOperation(session, spec, folder, [&control](qint64 jobs) {
                  Q_EMIT control->progressed(jobs, 0, 0);
                  return !control->isCancelled();
              });
              if (control->isCancelled()) // the answer is of no use to anybody
                  ScopeList::remove(folder, spec.id);
              return preview;
          };
    m_listed = spec.id;
    run<OperationPreview>(look, &Previewer::answered);
}

void Previewer::askForRest(const QUuid &operation)
{
    const auto look = [operation, folder = m_folder](Session &session, const ReadControlPtr &) {
        return restOf(session, folder, operation);
    };
    run<OperationRest>(look, &Previewer::restFound);
}

void Previewer::cancel()
{
    if (m_control)
        m_control->cancel();
}

} // namespace yardmaster
