#pragma once

#include "models/session/freshness.h"
#include "models/session/sessionpool.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace yardmaster {

/// When something that is read on demand is read again because it could not be: as soon as the
/// server is back, and every three seconds. Poller does this by itself. GUI thread.
class Retry final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Retry)

public:
    explicit Retry(SessionPool sessions, QObject *parent = nullptr);
    ~Retry() override;

    /// The last attempt has failed, or what it read is old since lost(); else it has not.
    /// @param isTriedAgain  also while nothing has changed; else only when the server is back.
    void setFailing(bool isFailing, bool isTriedAgain = true);
    /// Begins paused. When it resumes, what fails is due at once.
    void setPaused(bool isPaused);
    /// How fresh what a page has read is, given what else is known of the server: trying again does
    /// not mean that it is back.
    [[nodiscard]] Freshness judged(Freshness own) const;

Q_SIGNALS:
    /// The server cannot be reached, or refuses: what is shown is old from now on.
    void lost(const yardmaster::DbError &error);
    /// What judged() says may have changed.
    void judgedAnew();
    /// It is time to read again.
    void due();

private:
    const SessionPool m_sessions;
    QTimer m_timer;
    bool m_isFailing = false;
    bool m_isPaused = true;
};

} // namespace yardmaster
