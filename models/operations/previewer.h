#pragma once

#include "models/backgroundsession.h"
#include "models/jobs/readcontrol.h"
#include "models/operations/operationpreview.h"

#include <QObject>

namespace yardmaster {

/// Looks at what an operation would touch, in the background; a new question drops the one before.
/// GUI thread.
class Previewer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Previewer)

public:
    /// @param folder  of the journals, which an undo is looked up in.
    Previewer(const ConnectionSettings &settings, QString folder, QObject *parent = nullptr);
    ~Previewer() override;

    /// @param cap  see previewOperation().
    void ask(const OperationSpec &spec, qint64 cap);
    /// The answer will be a failure, Kind::Cancelled.
    void cancel();
    [[nodiscard]] bool isAsking() const { return m_control != nullptr; }

Q_SIGNALS:
    void answered(const yardmaster::OperationPreview &preview);
    void failed(const yardmaster::DbError &error);

private:
    QString m_folder;
    BackgroundSession m_session;
    ReadControlPtr m_control; // of the question under way
};

} // namespace yardmaster
