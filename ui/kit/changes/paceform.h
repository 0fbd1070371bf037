#pragma once

#include "models/query/operationspec.h"

#include <QWidget>

class QSpinBox;

namespace yardmaster {

/// How fast an operation goes: jobs in a batch, jobs a second, errors to stop after. GUI thread.
class PaceForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PaceForm)

public:
    explicit PaceForm(QWidget *parent = nullptr);

    [[nodiscard]] OperationOptions options() const;
    /// "1,000 jobs a batch, as fast as it goes".
    [[nodiscard]] QString summary() const;

Q_SIGNALS:
    void edited();

private:
    QSpinBox *addNumber(const QString &label, const char *name, int least, int most, int value,
                        const QString &special);

    QSpinBox *m_batch;
    QSpinBox *m_pace;
    QSpinBox *m_errors;
};

} // namespace yardmaster
