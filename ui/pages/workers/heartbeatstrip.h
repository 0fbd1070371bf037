#pragma once

#include <yardmaster/timestamp.h>

#include <QList>
#include <QWidget>

namespace yardmaster {

/// The heartbeats that were seen in the last two minutes, as ticks on a line that ends now. What
/// it shows is also its accessible description.
class HeartbeatStrip final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeartbeatStrip)

public:
    explicit HeartbeatStrip(QWidget *parent = nullptr);

    /// @param watchedSince  before it nothing can have been seen.
    void setBeats(const QList<Timestamp> &beats, Timestamp now, Timestamp watchedSince,
                  std::chrono::milliseconds staleAfter);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] int x(Timestamp time) const;

    QList<Timestamp> m_beats;
    Timestamp m_now;
    Timestamp m_watchedSince;
    std::chrono::milliseconds m_staleAfter{0};
};

} // namespace yardmaster
