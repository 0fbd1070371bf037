#include "models/operations/previewer.h"

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
    if (m_control)
        m_control->cancel();
}

void Previewer::ask(const OperationSpec &spec, qint64 cap)
{
    if (m_control)
        m_control->cancel();
    m_control = std::make_shared<ReadControl>();
    auto *watcher = new QFutureWatcher<Result<OperationPreview>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, control = m_control] {
        watcher->deleteLater();
        if (control != m_control || watcher->future().resultCount() == 0)
            return;
        m_control.reset();
        const Result<OperationPreview> preview = watcher->result();
        if (preview)
            Q_EMIT answered(*preview);
        else
            Q_EMIT failed(preview.error());
    });
    watcher->setFuture(
        m_session.run<OperationPreview>([spec, cap, control = m_control, folder = m_folder](
                                            Session &session) -> Result<OperationPreview> {
            control->enter(session);
            const auto leave = qScopeGuard([&control] { control->leave(); });
            if (control->isCancelled())
                return fail(DbError::Kind::Cancelled, u"cancelled"_s);
            return spec.change.kind == OperationKind::Undo ? previewUndo(session, spec, folder, cap)
                                                           : previewOperation(session, spec, cap);
        }));
}

void Previewer::cancel()
{
    if (m_control)
        m_control->cancel();
}

} // namespace yardmaster
