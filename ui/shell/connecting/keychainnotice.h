#pragma once

#include <QWidget>

namespace yardmaster {

class Label;

/// A line in the window when the system keychain did not take its password. Hidden until then.
class KeychainNotice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeychainNotice)

public:
    explicit KeychainNotice(QWidget *parent = nullptr);

    /// @param reason  the keychain's, one sentence with or without a full stop.
    void tell(const QString &reason);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Label *m_text;
};

} // namespace yardmaster
