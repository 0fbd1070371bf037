#pragma once

#include <QWidget>

class QLabel;

namespace yardmaster {

class CopyButton;

/// Fills an empty view: what would appear here, and the one thing to do next.
class EmptyHint final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EmptyHint)

public:
    explicit EmptyHint(QWidget *parent = nullptr);

    /// @param command  to copy and run elsewhere; may be empty.
    void setTexts(const QString &title, const QString &sentence, const QString &command = {});

private:
    QLabel *m_title;
    QLabel *m_sentence;
    QLabel *m_command;
    CopyButton *m_copy;
};

} // namespace yardmaster
