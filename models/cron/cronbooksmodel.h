#pragma once

#include "models/cron/cronanalysis.h"
#include "models/cron/knowncrontabs.h"

#include <QAbstractTableModel>

namespace yardmaster {

/// The entries of the open crontab in its order, with what the database knows of them; then what
/// the database knows and the file does not have. GUI thread.
class CronBooksModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronBooksModel)

public:
    enum class Column { State, Identifier, Task, Schedule, LastRun, NextRun, KnownSince };
    static constexpr int kColumns = 7;
    enum class State {
        InStep,    ///< in the file, and its last run was its last due time
        Overdue,   ///< in the file, a due time has passed without a run
        Waiting,   ///< known, and not due since
        Unseen,    ///< in the file, unknown to the database
        Off,       ///< switched off in the file
        Elsewhere, ///< not in the file
    };
    Q_ENUM(State)
    enum Role {
        StateRole = Qt::UserRole + 1,
        LineRole, ///< in the file; 0: not in it
    };
    /// A run is late by so much before it is called overdue, in seconds.
    static constexpr int kGrace = 120;

    explicit CronBooksModel(QObject *parent = nullptr);

    /// @param analysis  null: no file is open.   @param hasBooks  the database was read.
    void set(CronAnalysisPtr analysis, const KnownCrontabs &known, bool hasBooks);
    /// Times are told anew.
    void setNow(const QDateTime &now);

    [[nodiscard]] State state(int row) const;
    /// Entries whose state is Overdue, looking at no more than the first 2,000 rows.
    [[nodiscard]] int overdue() const;
    /// The due time that has passed without a run; invalid if there is none.
    [[nodiscard]] QDateTime overdueSince(int row) const;
    [[nodiscard]] int rowOfLine(int line) const; ///< -1: none

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    struct Row
    {
        QString identifier;
        const CrontabEntry *entry = nullptr; ///< in m_analysis; null: not in the file
        bool isOff = false;
        std::optional<CronKnown> known;

        [[nodiscard]] bool operator==(const Row &other) const;
    };
    [[nodiscard]] QString text(const Row &row, int number, Column column) const;
    [[nodiscard]] QString toolTip(const Row &row, int number, Column column) const;

    CronAnalysisPtr m_analysis;
    QList<Row> m_rows;
    QDateTime m_now;
    bool m_hasFile = false;
    bool m_hasBooks = false;
};

} // namespace yardmaster
