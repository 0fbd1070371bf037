#pragma once

#include "models/query/filter.h"

#include <QSyntaxHighlighter>

class QWidget;

namespace yardmaster {

/// Of a character format: true where something is wrong. The editor draws the line, because Qt's
/// own is too thin to be seen at 100 %.
inline constexpr int kWrongProperty = QTextFormat::UserProperty + 1;

/// Colours a filter: keys, operators, exclusions, states; marks what is wrong.
class FilterHighlighter final : public QSyntaxHighlighter
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterHighlighter)

public:
    /// @param palette  whose colours; borrowed, must outlive the document.
    FilterHighlighter(QTextDocument *document, const QWidget *palette, FilterLanguage language);

    /// A fault that ends here is not underlined: somebody is still typing it. -1: all are.
    void setTypingAt(int position);

protected:
    void highlightBlock(const QString &text) override;

private:
    const QWidget *const m_palette;
    const FilterLanguage m_language;
    int m_typingAt = -1;
};

} // namespace yardmaster
