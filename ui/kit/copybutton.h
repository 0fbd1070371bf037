#pragma once

#include <QPushButton>

namespace yardmaster {

/// Puts a text on the clipboard and says so for a moment. The tooltip shows what it copies.
class CopyButton final : public QPushButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CopyButton)

public:
    explicit CopyButton(const QString &label, QWidget *parent = nullptr);

    void setContent(const QString &content);

private:
    void onClicked();

    const QString m_label;
    QString m_content;
};

} // namespace yardmaster
