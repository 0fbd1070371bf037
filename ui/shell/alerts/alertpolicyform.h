#pragma once

#include "models/alerts/alertcommand.h"

#include <QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QTimeEdit;

namespace yardmaster {

class Label;

/// How alerts are told: the ways, reminders, quiet hours. What is wrong stands below the field.
class AlertPolicyForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertPolicyForm)

public:
    /// @param hasNotifications  the desktop shows some.
    explicit AlertPolicyForm(bool hasNotifications, QWidget *parent = nullptr);

    void setPolicy(const AlertPolicy &policy);
    [[nodiscard]] AlertPolicy policy() const;
    /// Shows what is wrong. @returns whether nothing is.
    bool check();
    void focusProblem();
    /// How the program has done.
    void showResult(const AlertCommandResult &result);

Q_SIGNALS:
    void edited();

private:
    void makeWays(QGridLayout *grid, bool hasNotifications);
    void makeQuietHours(QGridLayout *grid);
    void browse();
    void updateFields();

    bool m_isChecking = false; // once it was wrong, problems come and go with the typing
    QCheckBox *m_tray;
    QCheckBox *m_sound;
    QCheckBox *m_command;
    QLineEdit *m_program;
    Label *m_programProblem;
    QLineEdit *m_arguments;
    Label *m_argumentsProblem;
    Label *m_result;
    QComboBox *m_remind;
    QCheckBox *m_quiet;
    QTimeEdit *m_from;
    QTimeEdit *m_to;
    std::array<QCheckBox *, 7> m_days{};
    QCheckBox *m_critical;
    Label *m_quietProblem;
};

} // namespace yardmaster
