#pragma once

#include "models/query/operationspec.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;

namespace yardmaster {

class Label;

/// The fields of what an operation does to each job: when, how many attempts, why. Empty for a verb
/// that has no options. GUI thread.
class ChangeForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChangeForm)

public:
    /// @param change  its kind, what cannot be edited here, and what the fields begin with.
    explicit ChangeForm(OperationChange change, QWidget *parent = nullptr);

    /// What the fields say; InvalidInput with a sentence that stands below the field as well.
    [[nodiscard]] Result<OperationChange> change() const { return m_result; }
    /// It has fields.
    [[nodiscard]] bool hasFields() const { return m_hasFields; }

Q_SIGNALS:
    void edited();

private:
    /// A text that may also be taken away.
    struct Place
    {
        QLineEdit *field = nullptr;
        QCheckBox *none = nullptr;
    };
    Place addPlace(QFormLayout *form, const QString &label, const QString &none, const char *name);
    static void putPlace(const Place &place, const std::optional<QString> &text);
    /// Unset: as it is; empty: taken away.
    [[nodiscard]] static std::optional<QString> placeOf(const Place &place);
    QLineEdit *makeLine(const QString &label, const char *name, const QString &placeholder);
    QLineEdit *addLine(QFormLayout *form, const QString &label, const char *name,
                       const QString &placeholder);
    Label *addHint(QFormLayout *form, const char *name);
    void addReschedule(QFormLayout *form);
    void addNumbers(QFormLayout *form);
    void fillIn();
    void update();
    [[nodiscard]] Result<OperationChange> read();
    [[nodiscard]] Result<OperationChange> readTiming();
    [[nodiscard]] Result<OperationChange> readNumbers() const;
    void showTiming();
    void say(const QString &text, bool isProblem);

    OperationChange m_change;
    Result<OperationChange> m_result;
    bool m_hasFields = false;
    bool m_isTouched = false;
    QFormLayout *m_form = nullptr;
    QComboBox *m_timing = nullptr;
    QLineEdit *m_time = nullptr;
    QLineEdit *m_shift = nullptr;
    QLineEdit *m_window = nullptr;
    QLineEdit *m_priority = nullptr;
    QLineEdit *m_attempts = nullptr;
    QLineEdit *m_maxAttempts = nullptr;
    Place m_queue;
    Place m_flags;
    Place m_key;
    QLineEdit *m_reason = nullptr;
    Label *m_hint = nullptr;
};

/// "in 10 minutes" and the like become a moment; the hint says which.
[[nodiscard]] QString timeHelp();

} // namespace yardmaster
