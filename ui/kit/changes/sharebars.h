#pragma once

#include "models/values/jobstate.h"

#include <QList>
#include <QWidget>

#include <optional>

namespace yardmaster {

/// What jobs consist of: a few names with their numbers, a bar behind each for its part of all.
class ShareBars final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ShareBars)

public:
    struct Row
    {
        QString name;
        qint64 jobs = 0;
        std::optional<JobState> state; ///< drawn before the name
    };

    explicit ShareBars(const QString &title, QWidget *parent = nullptr);

    /// The largest first; what does not fit is summed up in a last row.
    void setRows(QList<Row> rows);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] int rowHeight() const;

    QString m_title;
    QList<Row> m_rows;
    qint64 m_all = 0;
};

} // namespace yardmaster
