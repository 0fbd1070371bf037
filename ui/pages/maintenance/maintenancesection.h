#pragma once

#include <QWidget>

class QVBoxLayout;

namespace yardmaster {

/// A titled part of the maintenance page, under a hairline: what it is about, and then its content.
class MaintenanceSection : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MaintenanceSection)

public:
    /// @param sentence  below the title; may be empty.
    MaintenanceSection(const QString &title, const QString &sentence, QWidget *parent = nullptr);
    ~MaintenanceSection() override;

    [[nodiscard]] QVBoxLayout *body() { return m_body; }

private:
    QVBoxLayout *m_body;
};

} // namespace yardmaster
