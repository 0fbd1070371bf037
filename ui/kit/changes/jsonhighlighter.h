#pragma once

#include <QSyntaxHighlighter>

class QWidget;

namespace yardmaster {

/// Colours JSON line by line, as the tree of the inspector does. A string ends with its line, so no
/// line depends on another one; what is not JSON gets the colours of what it looks like.
class JsonHighlighter final : public QSyntaxHighlighter
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonHighlighter)

public:
    /// @param palette  whose colours; borrowed, must outlive the document.
    JsonHighlighter(QTextDocument *document, const QWidget *palette);

protected:
    void highlightBlock(const QString &text) override;

private:
    const QWidget *const m_palette;
};

} // namespace yardmaster
