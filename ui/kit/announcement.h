#pragma once

#include <QObject>

namespace yardmaster {

/// Has screen readers say sentences, wherever the focus is: what came of an action, what has
/// changed without one. Nothing is shown. GUI thread.
class Announcer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Announcer)

public:
    [[nodiscard]] static Announcer &instance();

    /// @param widget  of the window that it is about.   @param sentence  empty: nothing is said.
    void announce(const QWidget *widget, const QString &sentence);

Q_SIGNALS:
    /// Whether or not a screen reader listens.
    void announced(const QString &sentence);

private:
    Announcer() = default;
};

inline void announce(const QWidget *widget, const QString &sentence)
{
    Announcer::instance().announce(widget, sentence);
}

} // namespace yardmaster
