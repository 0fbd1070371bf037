#pragma once

#include "ui/kit/consoledialog.h"

class QComboBox;
class QLineEdit;

namespace yardmaster {

class ConsoleContext;

/// Arms the guard of a production window for some minutes, once the name of the profile is typed.
class ArmDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ArmDialog)

public:
    /// @param context  borrowed.
    explicit ArmDialog(ConsoleContext *context, QWidget *parent = nullptr);

    /// Shows one over `parent`; it goes by itself.
    static void openOver(ConsoleContext *context, QWidget *parent);

protected:
    [[nodiscard]] QString obstacle() const override;
    void confirm() override;

private:
    [[nodiscard]] QString word() const;

    ConsoleContext *const m_context;
    QComboBox *m_minutes;
    QLineEdit *m_typed;
};

} // namespace yardmaster
