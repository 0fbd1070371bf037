#pragma once

#include "models/errors/errorgroups.h"
#include "models/session/freshness.h"
#include "models/tables/rowsmodel.h"

#include <QElapsedTimer>

namespace yardmaster {

/// The failures of a queue, grouped by task and by what went wrong; the largest group first.
///
///   Nothing ──read()──> Loading ──window read──> Ready ──lookFurther()──> Loading
///                          ├──cancel()──> Ready (isCancelled)
///                          └──error, lose()──> Failed; what came so far stays
///
/// Looks at the newest failures only, kWindow of them, and at further ones when asked; they stream
/// in. While Ready, refresh() reads the same window again, and shows nothing of it before it has
/// all of it. Answers to earlier questions are dropped. GUI thread; never waits for the database.
class ErrorGroupsModel final : public RowsModel<ErrorGroup, &groupKey>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ErrorGroupsModel)

public:
    enum class Phase { Nothing, Loading, Ready, Failed };
    Q_ENUM(Phase)
    static constexpr int kWindow = 10000;

    explicit ErrorGroupsModel(QObject *parent = nullptr);
    ~ErrorGroupsModel() override;

    /// Where to read from; forgets everything. Null: nowhere.
    void setReader(std::shared_ptr<ErrorReader> reader);
    /// The newest failures afresh. The groups on show stay until the first answer.
    void read(FailureScope scope);
    /// What is shown, as it is now. Does nothing unless Ready, nor where the user stopped, nor
    /// before it has rested as long as Poller does.
    void refresh();
    /// Another window further down. Does nothing while loading, or at the end.
    void lookFurther();
    void cancel();
    /// The server cannot be reached any more: what is shown is old.
    void lose(const DbError &error);
    /// Compares the filter of a group with what was read; checked() tells.
    void check(int row);

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] const DbError &error() const { return m_error; } ///< only in Failed
    [[nodiscard]] FailureScope scope() const { return m_scope; }
    [[nodiscard]] qint64 failures() const { return m_shown.failures; } ///< in all groups
    [[nodiscard]] qint64 rowsLooked() const { return m_shown.rowsLooked; }
    /// All failures there were have been looked at.
    [[nodiscard]] bool isComplete() const { return m_shown.isComplete; }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }
    [[nodiscard]] Freshness freshness() const;
    [[nodiscard]] QString filterOf(int row) const;
    /// When its first failure was, if that is new; see NewErrors.
    [[nodiscard]] std::optional<Timestamp> newSince(const ErrorGroup &group) const;

    /// Default kWindow and 1,000,000 rows. To be set before read().
    void setLimits(int window, qint64 rowBudget);

Q_SIGNALS:
    void phaseChanged();
    /// Groups are about to come, go and change their places.
    void aboutToAdd();
    /// They have: more failures, or the same ones looked at: progress too.
    void batchRead();
    /// @param key  of the group.   @param extra  jobs the filter finds beyond it; -1: it could not
    /// be found out.
    void checked(const QString &key, qint64 extra);

private:
    /// What a reading has found so far.
    struct Found
    {
        QList<ErrorGroup> groups; // the largest first
        qint64 failures = 0;
        qint64 rowsLooked = 0;
        std::optional<JobPosition> next;
        bool isComplete = false;

        void add(const ErrorBatch &batch);
    };

    template <typename T, typename Handler> void await(const QFuture<T> &future, Handler handler);
    void stopReading();
    void begin();
    void readBatch();
    void onBatch(const Result<ErrorBatch> &answer);
    void askForNews();
    [[nodiscard]] double shareOf(const ErrorGroup &group) const;
    void setPhase(Phase phase);

    std::shared_ptr<ErrorReader> m_reader;
    FailureScope m_scope = FailureScope::ForGood;
    Phase m_phase = Phase::Nothing;
    DbError m_error;
    Found m_shown;               // its groups are the rows, once it has any answer
    std::optional<Found> m_next; // set: refresh() reads it
    bool m_isCancelled = false;
    bool m_isCatchingUp = false; // reading after a failure, and nothing has come
    NewErrors m_new;             // as of the last answer of the history
    QDateTime m_readAt;
    QElapsedTimer m_sinceBegin; // of the last reading
    QElapsedTimer m_sinceEnd;
    std::chrono::milliseconds m_cost{0}; // of the last reading, with the check of its group
    qint64 m_wanted = 0;                 // failures, before it stops
    qint64 m_budgetEnd = 0;              // rows looked at, likewise

    quint64 m_epoch = 0;
    ReadControlPtr m_load;
    ReadControlPtr m_check;
    int m_window = kWindow;
    qint64 m_rowBudget = 1000000;
};

} // namespace yardmaster
