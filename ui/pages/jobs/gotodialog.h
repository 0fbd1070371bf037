#pragma once

#include "ui/kit/consoledialog.h"
#include <yardmaster/timestamp.h>

class QComboBox;
class QLineEdit;

namespace yardmaster {

/// Asks where in the list to go: to a job's id, its key, or to when it was added.
class GoToDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GoToDialog)

public:
    enum class Kind { Id, Key, Time };

    explicit GoToDialog(Kind kind, QWidget *parent = nullptr);

Q_SIGNALS:
    void idWanted(qint64 id);
    void keyWanted(const QString &key);
    void timeWanted(yardmaster::Timestamp time);

protected:
    void confirm() override;

private:
    void updateTexts();
    [[nodiscard]] Kind kind() const;

    QComboBox *m_kind;
    QLineEdit *m_field;
    Label *m_help;
    Label *m_problem;
};

} // namespace yardmaster
