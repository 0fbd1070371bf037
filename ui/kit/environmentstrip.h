#pragma once

#include "models/values/environment.h"

#include <QWidget>

namespace yardmaster {

class Label;
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
    Label *m_word;
    Label *m_profile;
};

} // namespace yardmaster
