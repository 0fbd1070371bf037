#pragma once

#include "models/views/viewstore.h"
#include "ui/kit/consoledialog.h"

class QCheckBox;
class QLineEdit;

namespace yardmaster {

/// Asks for the name of a view and saves it. One that exists is replaced only when the button says
/// so.
class SaveViewDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SaveViewDialog)

public:
    /// `store` is borrowed and must outlive the dialog. `view` has a name to propose, or none.
    SaveViewDialog(ViewStore *store, SavedView view, QWidget *parent);

Q_SIGNALS:
    void saved(const QString &name);

protected:
    void confirm() override;

private:
    void onEdited();

    ViewStore *const m_store;
    SavedView m_view;
    QStringList m_taken;
    QLineEdit *m_name;
    QCheckBox *m_shared;
};

} // namespace yardmaster
