#pragma once

#include "models/views/viewstore.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace yardmaster {

/// Asks for the name of a view and saves it. One that exists is replaced only when the button says
/// so.
class SaveViewDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SaveViewDialog)

public:
    /// `store` is borrowed and must outlive the dialog. `view` has a name to propose, or none.
    SaveViewDialog(ViewStore *store, SavedView view, QWidget *parent);

Q_SIGNALS:
    void saved(const QString &name);

private:
    void onEdited();
    void save();

    ViewStore *const m_store;
    SavedView m_view;
    QStringList m_taken;
    QLineEdit *m_name;
    QCheckBox *m_shared;
    QLabel *m_problem;
    QPushButton *m_save;
};

} // namespace yardmaster
