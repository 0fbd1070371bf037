#pragma once

#include "models/alerts/alertdraft.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace yardmaster {

class Label;

/// The fields of one rule. What is wrong stands below the field.
class AlertRuleForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertRuleForm)

public:
    explicit AlertRuleForm(QWidget *parent = nullptr);

    void setDraft(const AlertDraft &draft);
    [[nodiscard]] AlertDraft draft() const { return m_draft; }
    /// Puts the cursor where the first problem is.
    void focusProblem();

Q_SIGNALS:
    void edited();

private:
    void onKindChosen();
    void onEdited();
    void showProblems();

    AlertDraft m_draft;
    bool m_isFilling = false;
    QFormLayout *m_layout;
    QComboBox *m_kind;
    Label *m_help;
    Label *m_taskLabel;
    QLineEdit *m_task;
    Label *m_thresholdLabel;
    QWidget *m_thresholdRow;
    QLineEdit *m_threshold;
    Label *m_unit;
    Label *m_thresholdProblem;
    QLineEdit *m_hold;
    Label *m_holdProblem;
    QComboBox *m_severity;
};

} // namespace yardmaster
