#pragma once

#include "models/live/sourcelocation.h"

#include <QDateTime>
#include <QFutureWatcher>
#include <QHash>
#include <QPlainTextEdit>

#include <functional>
#include <optional>

namespace yardmaster {

class JobLogs;

/// What one job put out while it ran in this window, line by line; grows while it runs, and stays
/// at its end unless the user scrolled up. Source files that stack traces name are links, if they
/// are there, see openableSource(): a click, or Enter in their line, opens them; F8 and Shift+F8 go
/// from one to the next.
class RunLog final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunLog)

public:
    explicit RunLog(QWidget *parent = nullptr);

    /// @param logs  borrowed; must outlive the widget, or be replaced.   @param jobId  0: none.
    /// @param isDry  these are dry runs.
    /// @param progressSince  what was said before is of another run, which dry runs of a job cannot
    ///                       be told from else; unset: none runs.
    void setJob(const JobLogs *logs, qint64 jobId, bool isDry,
                const std::optional<QDateTime> &progressSince);
    /// To the newest line, and those that come.
    void goToEnd();
    /// Reads what is new, if anything is.
    void refresh();
    /// How far the job has come: "50 % · resizing". Empty: it does not run, or has not said.
    [[nodiscard]] const QString &progress() const { return m_progress; }
    /// How a file is shown to the user, at a line; for tests. Default: SourceEditor::open().
    void setOpener(std::function<bool(const QString &, int)> opener)
    {
        m_opener = std::move(opener);
    }

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    struct Link
    {
        int begin = 0; // in the document
        int end = 0;
        SourceLocation location;
    };

    void setLines(const QString &text);
    /// @param from  where a block begins; links before it stay.
    void findLinks(int from);
    void lookForFiles();
    void showLinks();
    [[nodiscard]] const Link *linkAt(const QPoint &point) const;
    [[nodiscard]] const Link *linkInLineOf(const QTextCursor &cursor) const;
    [[nodiscard]] bool isThere(const Link &link) const;
    void goToLink(bool isForward);
    void open(const Link &link);

    const JobLogs *m_logs = nullptr;
    qint64 m_jobId = 0;
    bool m_isDry = false;
    bool m_isAtEnd = true; // and stays there
    quint64 m_revision = 0;
    QString m_text; // as it is shown
    QString m_progress;
    std::optional<QDateTime> m_progressSince;
    QList<Link> m_links;          // in the order of the text, also those that are not there
    QHash<QString, bool> m_there; // files that were looked at
    QFutureWatcher<QHash<QString, bool>> m_look;
    QPoint m_pressed;
    std::function<bool(const QString &file, int line)> m_opener;
};

} // namespace yardmaster
