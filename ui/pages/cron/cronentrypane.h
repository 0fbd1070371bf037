#pragma once

#include "models/cron/cronanalysis.h"
#include "models/cron/knowncrontabs.h"

#include <QTimeZone>
#include <QWidget>

class QTreeWidget;

namespace yardmaster {

class ElidedLabel;
class Label;

/// The entry at the caret in words: when it is due, by which clocks, and what changes of the clock
/// do to it. GUI thread.
class CronEntryPane final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronEntryPane)

public:
    static constexpr int kRuns = 8;

    explicit CronEntryPane(QWidget *parent = nullptr);

    /// Beside UTC; the system's by default.
    void setLocalZone(const QTimeZone &zone);
    /// @param entry  copied; null: the caret is in none.   @param isOff  it is switched off.
    /// @param known  of its identifier; nullopt: the database does not know it, or was not asked.
    void showEntry(const CrontabEntry *entry, bool isOff,
                   const std::optional<KnownCronEntry> &known, const QDateTime &now);
    /// The line has errors, of which `sentence` is the first.
    void showProblem(const QString &sentence);

private:
    void fillRuns(const CrontabEntry &entry, const QDateTime &now);
    void fillNotes(const CrontabEntry &entry, const QDateTime &now);

    QTimeZone m_local = QTimeZone::systemTimeZone();
    ElidedLabel *m_name;
    Label *m_sentence;
    Label *m_facts;
    QTreeWidget *m_runs;
    Label *m_notes;
};

} // namespace yardmaster
