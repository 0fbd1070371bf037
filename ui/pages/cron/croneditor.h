#pragma once

#include "models/cron/cronanalysis.h"

#include <QHash>
#include <QPlainTextEdit>

class QCompleter;
class QStandardItemModel;

namespace yardmaster {

class CronGutter;
class CronHighlighter;

/// Edits a crontab: colours, completion, and what is wrong underlined in place. Lines and columns
/// count from 1, as workers report them. GUI thread.
class CronEditor final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronEditor)

public:
    struct Mark
    {
        CrontabProblem problem;
        bool isError = false;
    };

    explicit CronEditor(QWidget *parent = nullptr);

    /// Lines end with line feeds.
    [[nodiscard]] QString text() const;
    /// Another text: nothing to undo, not modified.
    void setText(const QString &text);
    void setNames(const CronNames &names) { m_names = names; }
    void setDialect(CrontabDialect dialect) { m_dialect = dialect; }
    void setMarks(const CronAnalysis &analysis);
    [[nodiscard]] QList<Mark> marksOf(int line) const { return m_marks.values(line); }

    [[nodiscard]] int currentLine() const;
    [[nodiscard]] int currentColumn() const;
    [[nodiscard]] QString lineText(int line) const;
    /// The lines the selection touches; the current one without a selection.
    [[nodiscard]] std::pair<int, int> selectedLines() const;
    /// In one step of undo.
    void replaceLines(int first, const QStringList &lines);
    void goTo(int line, int column);
    /// The next or previous place with something wrong, round the end. @returns whether there is
    /// one.
    bool goToProblem(bool isForward);
    /// Offers what could be written at the caret.
    void complete();

    [[nodiscard]] int gutterWidth() const;

Q_SIGNALS:
    void caretMoved();

protected:
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    friend class CronGutter;
    void offer(bool isAsked);
    void accept(const QModelIndex &index);
    void paintWaves(QPainter &painter, const QRect &area);
    [[nodiscard]] QString problemsAt(const QPoint &point) const;

    CronHighlighter *m_highlighter;
    CronGutter *m_gutter;
    QCompleter *m_completer;
    QStandardItemModel *m_candidates;
    CronNames m_names;
    CrontabDialect m_dialect = CrontabDialect::Extended;
    QMultiHash<int, Mark> m_marks;  // by line
    QList<CrontabProblem> m_places; // of all, by place
    int m_completionBegin = 0;      // in the line
    int m_completionEnd = 0;
};

} // namespace yardmaster
