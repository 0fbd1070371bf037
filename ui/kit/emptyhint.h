#pragma once

#include <QWidget>

namespace yardmaster {

class CopyButton;
class Label;

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
    Label *m_title;
    Label *m_sentence;
    Label *m_command;
    CopyButton *m_copy;
};

} // namespace yardmaster
