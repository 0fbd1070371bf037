#include "ui/pages/cron/crondiffview.h"

#include "models/values/format.h"
#include "ui/kit/theme.h"
#include "worker/json/visibletext.h"

#include <QEvent>
#include <QFontDatabase>
#include <QTextBlock>

namespace yardmaster {

using namespace Qt::StringLiterals;

CronDiffView::CronDiffView(QWidget *parent)
    : QPlainTextEdit(parent)
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    setFont(fixed);
    setObjectName("cronDiff"_L1);
    setAccessibleName(tr("What changes"));
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(NoWrap);
    setTabChangesFocus(true);
    setLayoutDirection(Qt::LeftToRight);
}

void CronDiffView::setDiff(const LineDiff &diff)
{
    m_diff = diff;
    QStringList lines;
    for (const DiffLine &line : diff.lines) {
        switch (line.kind) {
        case DiffLine::Kind::Removed:
            lines << u"− "_s + line.text;
            break;
        case DiffLine::Kind::Added:
            lines << u"+ "_s + line.text;
            break;
        case DiffLine::Kind::Same:
            lines << u"  "_s + line.text;
            break;
        case DiffLine::Kind::Gap:
            lines << tr("  … %1 unchanged").arg(formatNumber(line.skipped));
            break;
        }
    }
    setPlainText(visibleText(lines.join(u'\n')));
    colour();
}

void CronDiffView::colour()
{
    QList<QTextEdit::ExtraSelection> selections;
    QTextBlock block = document()->firstBlock();
    for (const DiffLine &line : std::as_const(m_diff.lines)) {
        if (!block.isValid())
            break;
        if (line.kind != DiffLine::Kind::Same) {
            QTextEdit::ExtraSelection selection;
            selection.cursor = QTextCursor(block);
            if (line.kind == DiffLine::Kind::Gap) {
                selection.cursor.select(QTextCursor::LineUnderCursor);
                selection.format.setForeground(mutedColor(palette()));
            } else {
                const bool isAdded = line.kind == DiffLine::Kind::Added;
                const QColor ink
                    = stateColor(isAdded ? JobState::Running : JobState::FailedForGood, palette());
                QColor tint = ink;
                tint.setAlphaF(0.12F);
                selection.format.setBackground(tint);
                selection.format.setProperty(QTextFormat::FullWidthSelection, true);
            }
            selections << selection;
        }
        block = block.next();
    }
    setExtraSelections(selections);
}

void CronDiffView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
}

} // namespace yardmaster
