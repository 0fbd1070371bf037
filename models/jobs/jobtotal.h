#pragma once

#include "models/query/jobsreader.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>

namespace yardmaster {

/// How many jobs the filter of a list has. Nothing is counted unless asked for; what was counted is
/// kept up to date where that takes little of the time.
///
/// GUI thread; never waits for the database.
class JobTotal final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobTotal)

public:
    explicit JobTotal(QObject *parent);
    ~JobTotal() override;

    /// Null: nothing can be counted.
    void setReader(std::shared_ptr<JobsReader> reader) { m_reader = std::move(reader); }
    /// A count under way is dropped.
    void cancel();
    /// The same, and what was counted is forgotten.
    void forget();
    /// Up to ten thousand, or exactly, however long that takes.
    void count(const JobQuery &query, bool isExact);
    /// Counts again if what is here was exact, at most ten thousand, and has become old.
    /// @param hasChanged  the list shows that it is wrong by now.
    void refresh(const JobQuery &query, bool hasChanged);

    /// Unset until count() is answered.
    [[nodiscard]] const Count &value() const { return m_value; }
    /// When it was asked for, UTC; invalid: never.
    [[nodiscard]] QDateTime askedAt() const { return m_askedAt; }
    [[nodiscard]] bool isCounting() const { return m_control != nullptr; }

Q_SIGNALS:
    /// A count has ended, well or not.
    void changed();

private:
    std::shared_ptr<JobsReader> m_reader;
    ReadControlPtr m_control; // set while counting
    Count m_value;
    QDateTime m_askedAt;
    QElapsedTimer m_clock; // since counting was last begun
    std::chrono::milliseconds m_took{0};
};

} // namespace yardmaster
