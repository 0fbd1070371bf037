#pragma once

#include "models/operations/previewer.h"

#include <QWidget>

#include <optional>

class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace yardmaster {

class CopyButton;
class Fold;
class Label;
class ShareBars;

/// What an operation is about to touch, looked at in the background: how many jobs, of which kinds,
/// which will be left alone and why, some of them, and the SQL. GUI thread.
class PreviewPane final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PreviewPane)

public:
    static constexpr qint64 kCap = 10000;

    /// @param folder  of the journals.
    PreviewPane(const SessionPool &sessions, const QString &folder, QWidget *parent = nullptr);

    /// Looks, and writes the list of the jobs. Until the answer is there, nothing is known.
    /// @param cap  of an undo: jobs to look at, 0: all.
    void look(const OperationSpec &spec, qint64 cap = kCap);
    /// Leaves the list to the operation.
    void confirm() { m_previewer.confirm(); }
    /// What was found; unset: still looking, stopped or failed.
    [[nodiscard]] const std::optional<OperationPreview> &preview() const { return m_preview; }
    /// Shows what the operation stands for, as the options are now. @param sql  empty: not known.
    void setSql(const QByteArray &sql);

Q_SIGNALS:
    void changed();

private:
    void onAnswered(const OperationPreview &preview);
    void onFailed(const DbError &error);
    void showLooking();
    void showSkipped();
    void showHolders();
    void fillSamples();

    Previewer m_previewer;
    OperationSpec m_spec;
    std::optional<OperationPreview> m_preview;

    Label *m_headline;
    Label *m_status;
    QPushButton *m_again;
    QPushButton *m_countAll;
    Label *m_skipped;
    Label *m_holders;
    QWidget *m_shares;
    ShareBars *m_states;
    ShareBars *m_tasks;
    ShareBars *m_queues;
    QTableWidget *m_samples;
    Fold *m_sampleFold;
    QPlainTextEdit *m_sql;
    CopyButton *m_copySql;
};

} // namespace yardmaster
