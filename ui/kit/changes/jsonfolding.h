#pragma once

#include <QList>
#include <QObject>
#include <QStringView>

class QAction;
class QMenu;
class QPainter;
class QTextBlock;

namespace yardmaster {

class FoldGutter;
class PayloadText;

/// For each line of JSON, from 0: the line on which the first object or array that begins there
/// ends, if lines lie between the two; else -1. A string ends with its line, as colours have it.
[[nodiscard]] QList<int> foldEnds(QStringView text);

/// Folds objects and arrays of a text: the lines between their brackets are not shown. They are
/// there all the same, for copying, undo and whoever reads the text. By a gutter on the left, and
/// by keys: Alt+Left and Alt+Right, with Shift for all of them. What the caret is moved into is
/// unfolded. Lines count from 1. GUI thread.
class JsonFolding final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonFolding)

public:
    /// @param text  becomes its parent.
    explicit JsonFolding(PayloadText *text);

    [[nodiscard]] bool canFold(int line) const { return endOf(line) > 0; }
    [[nodiscard]] bool isFolded(int line) const;
    void setFolded(int line, bool isFolded);
    /// The innermost that is open around the caret, or begins on its line.
    void foldHere();
    void unfoldHere();
    /// Of all but the outermost one.
    void setAllFolded(bool isFolded);

    void fillMenu(QMenu *menu) const;
    /// What stands behind folded lines, when the text has been painted.
    void paint(QPainter *painter) const;
    /// The text has another place, or another font.
    void placeGutter();

private:
    [[nodiscard]] int endOf(int line) const;
    void onTextChanged();
    void onCaretMoved();
    void unfoldAround(int line);
    void apply();
    [[nodiscard]] QTextBlock blockAt(int line) const;

    PayloadText *const m_text;
    FoldGutter *m_gutter;
    QList<QAction *> m_actions;
    mutable QList<int> m_ends; // of the text of this revision
    mutable int m_revision = -1;
    bool m_hasFolds = false;
    bool m_isApplying = false;
};

} // namespace yardmaster
