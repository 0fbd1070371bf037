#pragma once

#include "models/query/jobsreader.h"
#include "models/values/redaction.h"
#include "ui/kit/consoledialog.h"

#include <QTimer>

class QLineEdit;

namespace yardmaster {

/// Asks which place of the payloads a further column is to show. Says at once what is wrong with
/// the path, and what the current job has there.
class PayloadColumnDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadColumnDialog)

public:
    /// @param jobId  the example; 0: none.   @param rules  what of it is not to be seen.
    PayloadColumnDialog(std::shared_ptr<JobsReader> reader, qint64 jobId, RedactionRules rules,
                        QWidget *parent = nullptr);
    ~PayloadColumnDialog() override;

Q_SIGNALS:
    void pathChosen(const QStringList &path);

protected:
    void confirm() override;

private:
    void onEdited();
    void readExample();
    void showExample(const QStringList &path, const Result<JobRefresh> &answer);

    const std::shared_ptr<JobsReader> m_reader;
    const qint64 m_jobId;
    const RedactionRules m_rules;
    QLineEdit *m_field;
    Label *m_problem;
    Label *m_example;
    QTimer m_pause; // while somebody types
    ReadControlPtr m_read;
};

} // namespace yardmaster
