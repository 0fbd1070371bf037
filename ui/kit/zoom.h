#pragma once

#include <QFont>
#include <QObject>

namespace yardmaster {

/// How large all text of the program is, in percent of the desktop's size. Widgets that are made
/// later follow by themselves. GUI thread.
class Zoom final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Zoom)

public:
    /// Lives as long as the application.
    [[nodiscard]] static Zoom *instance();

    [[nodiscard]] int percent() const { return m_percent; }
    /// The nearest of the steps.
    void setPercent(int percent);
    /// The next step that is larger, or smaller. @returns its percent; the present one at the end.
    [[nodiscard]] int next(bool isLarger) const;

Q_SIGNALS:
    void changed();

private:
    explicit Zoom(QObject *parent);

    const QFont m_usual;
    int m_percent = 100;
};

} // namespace yardmaster
