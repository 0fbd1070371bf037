#pragma once

#include "worker/history/history.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace yardmaster {

class Label;

/// Whether a history keeps payloads too, and which. GUI thread.
class PayloadForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadForm)

public:
    /// @param state  as it is now.
    explicit PayloadForm(const HistoryState &state, QWidget *parent = nullptr);

    /// Puts in what is to be changed of payloads.
    void addTo(HistoryOptions *options) const;
    /// What is wrong, one sentence; empty: nothing.
    [[nodiscard]] QString problem() const;
    /// Payloads that are kept are to be deleted.
    [[nodiscard]] bool deletes() const;
    /// Something is to be changed.
    [[nodiscard]] bool isChanged() const;

Q_SIGNALS:
    void edited();

private:
    QLineEdit *addLine(QFormLayout *form, const QString &label, const char *name,
                       const QStringList &names, const QString &placeholder, const QString &help);
    void update();

    const bool m_wasKept;
    const bool m_areRulesLost; ///< what the form says are not those that were there
    const PayloadRules m_rules;
    const qint64 m_bytes; ///< of those that are kept
    QCheckBox *m_keep;
    Label *m_price;
    QWidget *m_fields;
    QLineEdit *m_tasks;
    QLineEdit *m_except;
    QLineEdit *m_keys;
    QSpinBox *m_limit;
};

} // namespace yardmaster
