#include "ui/filter/filterhelp.h"

#include "ui/theme.h"

#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString source()
{
    QFile file(u":/yardmaster/help/filter.md"_s);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void styleTable(QTextTable *table, const QPalette &palette)
{
    QTextTableFormat format = table->format();
    format.setBorder(1);
    format.setBorderBrush(hairlineColor(palette));
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderCollapse(true);
    format.setCellPadding(6);
    format.setCellSpacing(0);
    format.setTopMargin(4);
    format.setBottomMargin(16);
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    table->setFormat(format);
    for (int column = 0; column < table->columns(); ++column) {
        QTextCharFormat head;
        head.setForeground(mutedColor(palette));
        head.setFontWeight(QFont::Normal);
        QTextTableCell cell = table->cellAt(0, column);
        QTextCursor cursor = cell.firstCursorPosition();
        cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(head);
    }
}

/// Code in the fixed font of this desktop and in the text's size; headings by our measures.
void styleText(QTextDocument *document, const QFont &font, const QPalette &palette)
{
    const QStringList fixed{QFontDatabase::systemFont(QFontDatabase::FixedFont).family()};
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        QTextCursor cursor(block);
        QTextBlockFormat spacing = block.blockFormat();
        spacing.setLineHeight(130, QTextBlockFormat::ProportionalHeight);
        if (level > 0) {
            QTextCharFormat heading;
            heading.setFontPointSize(font.pointSizeF() * (level == 1 ? 1.6 : 1.2));
            heading.setFontWeight(QFont::DemiBold);
            cursor.select(QTextCursor::BlockUnderCursor);
            cursor.mergeCharFormat(heading);
            spacing.setTopMargin(level == 1 ? 0 : 16);
            spacing.setBottomMargin(8);
        }
        cursor.setBlockFormat(spacing);
        struct Run
        {
            int begin;
            int length;
        };
        QList<Run> codes; // changing a format while walking along would end the walk
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            if (it.fragment().charFormat().fontFixedPitch())
                codes << Run{it.fragment().position(), it.fragment().length()};
        }
        for (const Run &code : codes) {
            QTextCharFormat format;
            format.setFontFamilies(fixed);
            format.setFontPointSize(font.pointSizeF());
            if (level == 0)
                format.setForeground(palette.color(QPalette::Link));
            cursor.setPosition(code.begin);
            cursor.setPosition(code.begin + code.length, QTextCursor::KeepAnchor);
            cursor.mergeCharFormat(format);
        }
    }
}

} // namespace

FilterHelp::FilterHelp(QWidget *parent)
    : QDialog(parent)
    , m_page(new QTextBrowser(this))
{
    setObjectName("filterHelpPage"_L1);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("How filters are written"));
    m_page->setObjectName("filterHelpText"_L1);
    m_page->setAccessibleName(windowTitle());
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->setOpenExternalLinks(false);
    m_page->document()->setDocumentMargin(24);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_page);
    resize(720, 640);
    render();
}

void FilterHelp::showFor(QWidget *window)
{
    auto *page = window->findChild<FilterHelp *>(QString(), Qt::FindDirectChildrenOnly);
    if (!page)
        page = new FilterHelp(window);
    page->show();
    page->raise();
    page->activateWindow();
}

void FilterHelp::render()
{
    QTextDocument *document = m_page->document();
    document->setDefaultFont(font());
    document->setMarkdown(source());
    styleText(document, font(), palette());
    const auto frames = document->rootFrame()->childFrames();
    for (QTextFrame *frame : frames) {
        if (auto *table = qobject_cast<QTextTable *>(frame))
            styleTable(table, palette());
    }
    m_page->moveCursor(QTextCursor::Start);
}

void FilterHelp::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        render();
}

} // namespace yardmaster
