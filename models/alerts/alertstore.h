#pragma once

#include "models/alerts/alertpolicy.h"

#include <QByteArray>
#include <QDateTime>

class QSettings;

namespace yardmaster {

/// An alert that was raised.
struct AlertRecord
{
    QString rule; ///< id
    AlertKind kind = AlertKind::FailureRate;
    AlertSeverity severity = AlertSeverity::Warning;
    QString text; ///< as it was when it was raised
    QDateTime raisedAt;
    QDateTime overAt; ///< invalid: still active, or the window was closed before its end

    [[nodiscard]] bool operator==(const AlertRecord &) const = default;
};

/// Where the alerts of one profile are kept: `alerts/<profile>/…` of the program's settings. What
/// cannot be read is left out: rules of a later version, hand-made values out of range. GUI thread.
class AlertStore final
{
public:
    /// @param settings  borrowed; null: nothing is kept.   @param profileId  empty: of no profile.
    AlertStore(QSettings *settings, const QString &profileId);

    /// Without any kept: the suggested rules, none enabled.
    [[nodiscard]] AlertSettings settings() const;
    void setSettings(const AlertSettings &settings);

    /// The latest first.
    [[nodiscard]] QList<AlertRecord> history() const;
    void setHistory(const QList<AlertRecord> &history);

    /// Invalid: alerts are told.
    [[nodiscard]] QDateTime snoozedUntil() const;
    void setSnoozedUntil(const QDateTime &time);

private:
    [[nodiscard]] QString key(const char *name) const;

    QSettings *m_settings;
    QString m_group;
};

} // namespace yardmaster
