#pragma once

#include "models/related/jobsql.h"
#include "ui/kit/scrollpage.h"

namespace yardmaster {

/// Statements about a job, each with a button that copies it.
class SqlPage final : public ScrollPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SqlPage)

public:
    explicit SqlPage(QWidget *parent = nullptr);

    /// The same ones change nothing.
    void setStatements(const QList<JobSql> &statements);
    [[nodiscard]] const QList<JobSql> &statements() const { return m_statements; }

private:
    QList<JobSql> m_statements;
};

} // namespace yardmaster
