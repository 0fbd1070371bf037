#pragma once

#include "models/localworker/singlejob.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace yardmaster {

class ConsoleContext;
class Label;
class LocalWorker;

/// "Run this one job here": its id, for real or dry, and what became of it.
class SingleJobBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SingleJobBar)

public:
    /// Both are borrowed and must outlive the bar.
    SingleJobBar(ConsoleContext *context, LocalWorker *worker, QWidget *parent = nullptr);

    /// Fills in the id, unless a run is under way.
    void setJob(qint64 id);
    /// 0: what was typed is no id.
    [[nodiscard]] qint64 job() const;
    void run(bool isDry);
    /// Why it cannot run now; empty if it can.
    [[nodiscard]] QString obstacle() const;

Q_SIGNALS:
    /// What it put out is worth a look. `isDry`: it is in the log of dry runs.
    void logRequested(qint64 id, bool isDry);
    void stateChanged();

private:
    void start(const SingleJobRequest &request);
    void onEnded(const SingleJobResult &result);
    void updateState();
    [[nodiscard]] QString sentenceFor(const SingleJobResult &result) const;

    ConsoleContext *const m_context;
    LocalWorker *const m_worker;
    QLineEdit *m_id;
    QPushButton *m_run;
    QPushButton *m_dry;
    QPushButton *m_stop;
    QPushButton *m_anyway;
    Label *m_help;
    Label *m_result;
    SingleJobResult m_last;
};

} // namespace yardmaster
