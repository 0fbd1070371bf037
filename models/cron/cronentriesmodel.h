#pragma once

#include "models/cron/cronanalysis.h"
#include "models/cron/knowncrontabs.h"
#include "models/tables/rowsmodel.h"

namespace yardmaster {

/// An entry of a crontab, or of what the database knows.
struct CronEntryRow
{
    QString identifier;
    const CrontabEntry *entry = nullptr; ///< of the analysis in the model; null: not in the file
    bool isOff = false;
    std::optional<KnownCronEntry> known;
};

/// The entries of the open crontab in its order, with what the database knows of them; then what
/// the database knows and the file does not have. GUI thread.
class CronEntriesModel final : public RowsModel<CronEntryRow, &CronEntryRow::identifier>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronEntriesModel)

public:
    enum class State {
        InStep,    ///< in the file, and its last run was its last due time
        Overdue,   ///< in the file, a due time has passed without a run
        Waiting,   ///< known, and not due since
        Unseen,    ///< in the file, unknown to the database
        Off,       ///< switched off in the file
        Elsewhere, ///< not in the file
    };
    Q_ENUM(State)
    /// A run is late by so much before it is called overdue, in seconds.
    static constexpr int kGrace = 120;

    explicit CronEntriesModel(QObject *parent = nullptr);

    /// @param analysis  null: no file is open.   @param hasKnownEntries  the database was read.
    void set(CronAnalysisPtr analysis, const KnownCrontabs &known, bool hasKnownEntries);
    /// Times are told anew.
    void setNow(const QDateTime &now);

    [[nodiscard]] State state(const CronEntryRow &row) const;
    /// Entries whose state is Overdue, looking at no more than the first 2,000 rows.
    [[nodiscard]] int overdue() const;
    /// The due time that has passed without a run; invalid if there is none.
    [[nodiscard]] QDateTime overdueSince(const CronEntryRow &row) const;
    [[nodiscard]] int lineOf(int row) const;     ///< in the file; 0: it is not in it
    [[nodiscard]] int rowOfLine(int line) const; ///< -1: none

private:
    [[nodiscard]] QString stateText(const CronEntryRow &row) const;
    [[nodiscard]] QString stateToolTip(const CronEntryRow &row) const;
    [[nodiscard]] std::optional<QDateTime> nextRun(const CronEntryRow &row) const;
    [[nodiscard]] QString age(const QDateTime &time) const;

    CronAnalysisPtr m_analysis;
    QDateTime m_now;
    bool m_hasFile = false;
    bool m_hasKnownEntries = false;
};

} // namespace yardmaster
