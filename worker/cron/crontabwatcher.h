#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace yardmaster {

/// Signals that a file may have changed: was written, replaced, moved into place, removed. Changes
/// within a fifth of a second are signalled once, because editors write in several steps.
class CrontabWatcher final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CrontabWatcher)

public:
    explicit CrontabWatcher(const QString &file, QObject *parent = nullptr);

Q_SIGNALS:
    void mayHaveChanged();

private:
    void watch();

    const QString m_file;
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
};

} // namespace yardmaster
