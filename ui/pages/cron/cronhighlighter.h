#pragma once

#include <QSyntaxHighlighter>

class QWidget;

namespace yardmaster {

/// Colours a crontab line by line, going by the places of its parts.
class CronHighlighter final : public QSyntaxHighlighter
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronHighlighter)

public:
    /// @param palette  whose colours; borrowed, must outlive the document.
    CronHighlighter(QTextDocument *document, const QWidget *palette);

protected:
    void highlightBlock(const QString &text) override;

private:
    const QWidget *const m_palette;
};

} // namespace yardmaster
