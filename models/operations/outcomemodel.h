#pragma once

#include "models/operations/operationreport.h"
#include "models/tables/rowsmodel.h"

namespace yardmaster {

/// What became of each job of an operation, read from its journal in the background, some thousands
/// at a time. GUI thread.
class OutcomeModel final : public RowsModel<JobOutcome, &JobOutcome::id>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OutcomeModel)

public:
    static constexpr int kPage = 5000;

    explicit OutcomeModel(QObject *parent = nullptr);

    /// @param journal  empty: nothing to show.   @param kind  unset: all.
    void show(const QString &journal, std::optional<JobOutcome::Kind> kind);
    void loadMore();
    [[nodiscard]] bool hasMore() const { return m_hasMore; }
    [[nodiscard]] bool isLoading() const { return m_isLoading; }

Q_SIGNALS:
    /// A page has arrived, or with a sentence: it could not be read.
    void loaded(const QString &problem);

private:
    QString m_journal;
    std::optional<JobOutcome::Kind> m_kind;
    bool m_hasMore = false;
    bool m_isLoading = false;
    quint64 m_epoch = 0;
};

/// "Changed", "Skipped", "Gone", "Error", for people.
[[nodiscard]] QString jobOutcomeWord(JobOutcome::Kind kind);

} // namespace yardmaster
