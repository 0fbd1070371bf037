#pragma once

#include <QWidget>

class QLineEdit;

namespace yardmaster {

class Label;

/// Asks for a word or a number to be typed before something is done; hidden where there is nothing
/// to type. GUI thread.
class TypedConfirmation final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TypedConfirmation)

public:
    explicit TypedConfirmation(QWidget *parent = nullptr);

    /// @param word  to be typed exactly; empty: nothing.   @param question  above the field.
    void ask(const QString &word, const QString &question);
    /// A word that may be typed in any case; empty: nothing.
    void askForWord(const QString &word);
    /// A number of jobs, with or without separators.
    void askForCount(qint64 jobs);
    /// Whether it has been typed, or there is nothing to type.
    [[nodiscard]] bool isGiven() const;
    /// Hides the question for a while.
    void setShown(bool isShown);

    [[nodiscard]] QLineEdit *field() const { return m_typed; }

Q_SIGNALS:
    void edited();

private:
    Label *m_label;
    QLineEdit *m_typed;
    QString m_word;
    bool m_isExact = false;
    bool m_isShown = true;
};

} // namespace yardmaster
