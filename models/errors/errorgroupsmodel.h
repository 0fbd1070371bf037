#pragma once

#include "models/errors/errorgroups.h"

#include <QAbstractTableModel>

namespace yardmaster {

/// The failures of a queue, grouped by what went wrong; the largest group first.
///
///   Nothing ──read()──> Loading ──window read──> Ready ──lookFurther()──> Loading
///                          ├──cancel()──> Ready (isCancelled)
///                          └──error──> Failed; what came so far stays
///
/// Looks at the newest failures only, kWindow of them, and at further ones when asked; they stream
/// in. Answers to earlier questions are dropped. GUI thread; never waits for the database.
class ErrorGroupsModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ErrorGroupsModel)

public:
    enum class Phase { Nothing, Loading, Ready, Failed };
    Q_ENUM(Phase)
    enum class Column { Count, Signature, Tasks, FirstSeen, LastSeen };
    static constexpr int kColumns = 5;
    enum Role {
        RawValueRole = Qt::UserRole + 1, ///< for sorting and export
        ShareRole,                       ///< double: of the largest group
    };

    static constexpr int kWindow = 10000;

    explicit ErrorGroupsModel(QObject *parent = nullptr);
    ~ErrorGroupsModel() override;

    /// Where to read from; forgets everything. Null: nowhere.
    void setReader(std::shared_ptr<ErrorReader> reader);
    /// The newest failures afresh. The groups on show stay until the first answer.
    void read(FailureScope scope);
    /// Another window further down. Does nothing while loading, or at the end.
    void lookFurther();
    void cancel();
    /// Compares the filter of a group with what was read; checked() tells.
    void check(int row);

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] const DbError &error() const { return m_error; } ///< only in Failed
    [[nodiscard]] FailureScope scope() const { return m_scope; }
    [[nodiscard]] const QList<ErrorGroup> &groups() const { return m_groups; }
    [[nodiscard]] qint64 failures() const { return m_failures; } ///< in all groups
    [[nodiscard]] qint64 rowsLooked() const { return m_rowsLooked; }
    /// All failures there were have been looked at.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }
    [[nodiscard]] QDateTime readAt() const { return m_readAt; }
    [[nodiscard]] int rowOf(const QString &signature) const; ///< -1: there is none
    [[nodiscard]] QString filterOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

    /// Default kWindow and 1,000,000 rows. To be set before read().
    void setLimits(int window, qint64 rowBudget);

Q_SIGNALS:
    void phaseChanged();
    /// More failures, or the same ones looked at: progress too.
    void batchRead();
    /// @param extra  jobs the filter finds beyond the group; -1: it could not be found out.
    void checked(const QString &signature, qint64 extra);

private:
    template <typename T, typename Handler> void await(const QFuture<T> &future, Handler handler);
    void readBatch();
    void onBatch(const Result<ErrorBatch> &answer);
    void merge(const QList<ErrorGroup> &fresh);
    void setPhase(Phase phase);

    std::shared_ptr<ErrorReader> m_reader;
    FailureScope m_scope = FailureScope::ForGood;
    QList<ErrorGroup> m_groups; // the largest first
    Phase m_phase = Phase::Nothing;
    DbError m_error;
    qint64 m_failures = 0;
    qint64 m_rowsLooked = 0;
    bool m_isComplete = false;
    bool m_isCancelled = false;
    bool m_isAfresh = false; // the next answer takes the place of all groups
    QDateTime m_readAt;
    std::optional<JobPosition> m_next;
    qint64 m_wanted = 0;    // failures, before it stops
    qint64 m_budgetEnd = 0; // rows looked at, likewise

    quint64 m_epoch = 0;
    ReadControlPtr m_load;
    ReadControlPtr m_check;
    int m_window = kWindow;
    qint64 m_rowBudget = 1000000;
};

} // namespace yardmaster
