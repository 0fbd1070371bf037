#pragma once

#include "ui/kit/confirmdialog.h"
#include <yardmaster/cleanup.h>

namespace yardmaster {

/// Asks whether what was counted is to be deleted.
class CleanupDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CleanupDialog)

public:
    /// `context` is borrowed and must outlive the dialog.
    CleanupDialog(ConsoleContext *context, const CleanupOptions &options,
                  const CleanupReport &counted, QWidget *parent = nullptr);
    ~CleanupDialog() override;

Q_SIGNALS:
    void confirmed();

protected:
    void confirm() override { Q_EMIT confirmed(); }
};

} // namespace yardmaster
