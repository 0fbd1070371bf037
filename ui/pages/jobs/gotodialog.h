#pragma once

#include <yardmaster/timestamp.h>

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;

namespace yardmaster {

/// Asks where in the list to go: to a job's id, its key, or to when it was added.
class GoToDialog final : public QDialog
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

private:
    void updateTexts();
    void onAccepted();
    [[nodiscard]] Kind kind() const;

    QComboBox *m_kind;
    QLineEdit *m_field;
    QLabel *m_help;
    QLabel *m_problem;
};

} // namespace yardmaster
