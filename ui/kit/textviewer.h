#pragma once

#include <QAbstractScrollArea>

#include <vector>

namespace yardmaster {

/// Read-only plain text of any length, in the fixed-width font: only the lines in view are laid
/// out, so a megabyte without a line break costs no more than a word. Invisible characters are
/// shown as escapes. Text is selected by mouse or Ctrl+A and copied as it is shown.
class TextViewer final : public QAbstractScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TextViewer)

public:
    explicit TextViewer(QWidget *parent = nullptr);

    void setText(const QString &text);
    /// Of visibleText(), which takes long for a long text and need not be on the GUI thread.
    void setVisibleText(const QString &text);
    [[nodiscard]] const QString &text() const { return m_text; }
    /// Breaks lines at the edge, wherever that is; otherwise they run on and scroll sideways.
    void setWrapped(bool isWrapped);
    /// Grows with its text up to so many lines instead of filling its place.
    void setMostLines(int lines);

    /// Selects and shows the next place, round the end. @returns whether there is one.
    bool find(const QString &text, bool isForward);
    /// Selects and shows one character. @param line, column  from 1.
    void goTo(int line, int column);
    [[nodiscard]] QString selectedText() const;
    void selectAll();
    void copy() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    [[nodiscard]] qsizetype breakAt(qsizetype begin, qsizetype limit, qsizetype end) const;
    void layOut();
    void updateScrollBars();
    void updateFont();
    void ensureVisible(qsizetype position);
    [[nodiscard]] int columns() const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int rowAt(qsizetype position) const;
    /// The characters of a row, without its line break.
    [[nodiscard]] QStringView rowText(int row) const;
    [[nodiscard]] double xOf(QStringView row, qsizetype column) const;
    [[nodiscard]] qsizetype positionAt(const QPoint &point) const;

    QString m_text;
    bool m_isWrapped = true;
    int m_mostLines = 0;
    std::vector<qsizetype> m_rows; // where each begins; never empty
    qsizetype m_longest = 0;       // characters
    double m_charWidth = 8;
    qsizetype m_anchor = 0; // of the selection
    qsizetype m_caret = 0;
};

} // namespace yardmaster
