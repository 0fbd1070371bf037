#pragma once

#include "models/operations/jsontext.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace yardmaster {

/// Edits JSON as text: says at once where it is wrong, lays it out on demand, and changes nothing
/// on its own. GUI thread.
class PayloadEditor final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadEditor)

public:
    explicit PayloadEditor(QWidget *parent = nullptr);

    void setText(const QByteArray &json);
    /// To the letter. (Line and paragraph separators within strings are escaped: no text field
    /// keeps them.)
    [[nodiscard]] QByteArray text() const;
    [[nodiscard]] const std::optional<JsonProblem> &problem() const { return m_problem; }

Q_SIGNALS:
    void edited();

private:
    void check();
    void goToProblem();

    QPlainTextEdit *m_edit;
    QLabel *m_status;
    QPushButton *m_format;
    std::optional<JsonProblem> m_problem;
};

} // namespace yardmaster
