#pragma once

#include "models/values/environment.h"

#include <QWidget>

class QLabel;

namespace yardmaster {

struct ConsoleTarget;

/// The coloured strip that says where one is: "SANDBOX  my queue". On top of the window, and of
/// every dialog that writes.
class EnvironmentStrip final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EnvironmentStrip)

public:
    explicit EnvironmentStrip(QWidget *parent = nullptr);

    /// @param colour  "#rrggbb", on which white is readable; empty: the environment's.
    void setEnvironment(Environment environment, const QString &profileName,
                        const QString &colour = {});
    void showTarget(const ConsoleTarget &target);

private:
    QLabel *m_word;
    QLabel *m_profile;
};

} // namespace yardmaster
