#include "ui/kit/manualviewer.h"

#include "ui/kit/screenfit.h"
#include "ui/kit/theme.h"

#include <QDesktopServices>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QToolButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kFolder = "qrc:/yardmaster/manual/"_L1;

void mergeFormat(QTextDocument *document, int begin, int length, const QTextCharFormat &format)
{
    QTextCursor cursor(document);
    cursor.setPosition(begin);
    cursor.setPosition(begin + length, QTextCursor::KeepAnchor);
    cursor.mergeCharFormat(format);
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
        const QTextTableCell cell = table->cellAt(0, column);
        mergeFormat(table->document(), cell.firstPosition(),
                    cell.lastPosition() - cell.firstPosition(), head);
    }
}

/// Code in the fixed font of this desktop and in the text's size; headings by our measures.
void styleText(QTextDocument *document, const QFont &font, const QPalette &palette)
{
    const QStringList fixed{QFontDatabase::systemFont(QFontDatabase::FixedFont).family()};
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        QTextBlockFormat spacing = block.blockFormat();
        spacing.setLineHeight(130, QTextBlockFormat::ProportionalHeight);
        if (level > 0) {
            QTextCharFormat heading;
            heading.setFontPointSize(font.pointSizeF() * (level == 1 ? 1.6 : 1.2));
            heading.setFontWeight(QFont::DemiBold);
            heading.setAnchor(true);
            heading.setAnchorNames({ManualViewer::anchorOf(block.text())});
            mergeFormat(document, block.position(), block.length() - 1, heading);
            spacing.setTopMargin(level == 1 ? 0 : 16);
            spacing.setBottomMargin(8);
        }
        QTextCursor(block).setBlockFormat(spacing);
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
        QTextCharFormat code;
        code.setFontFamilies(fixed);
        code.setFontPointSize(font.pointSizeF());
        if (level == 0)
            code.setForeground(palette.color(QPalette::Link));
        for (const Run &run : codes)
            mergeFormat(document, run.begin, run.length, code);
    }
}

class ManualText final : public QTextBrowser
{
public:
    using QTextBrowser::QTextBrowser;

protected:
    void doSetSource(const QUrl &name, QTextDocument::ResourceType type) override
    {
        // Laid out once, at its end. Otherwise it would be at each of its words.
        QTextCursor reading(document());
        reading.beginEditBlock();
        QTextBrowser::doSetSource(name, type);
        reading.endEditBlock();
    }
};

} // namespace

QString ManualViewer::anchorOf(const QString &heading)
{
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            anchor += c;
        else if (c == u' ')
            anchor += u'-';
    }
    return anchor;
}

ManualViewer::ManualViewer(QWidget *parent)
    : QDialog(parent)
    , m_text(new ManualText(this))
{
    setObjectName("manual"_L1);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Manual"));
    m_text->setObjectName("manualText"_L1);
    m_text->setAccessibleName(windowTitle());
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(24);
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualViewer::follow);
    connect(m_text, &QTextBrowser::sourceChanged, this, &ManualViewer::style);

    auto *contents = new QToolButton(this);
    contents->setObjectName("manualContents"_L1);
    contents->setText(tr("Contents"));
    contents->setAutoRaise(true);
    connect(contents, &QToolButton::clicked, this, [this] { open(QUrl(kFolder + "index.md"_L1)); });
    auto *back = new QToolButton(this);
    back->setObjectName("manualBack"_L1);
    back->setText(tr("Back"));
    back->setAutoRaise(true);
    back->setEnabled(false);
    connect(back, &QToolButton::clicked, m_text, &QTextBrowser::backward);
    connect(m_text, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);

    auto *line = new QHBoxLayout;
    line->setContentsMargins(16, 8, 16, 0);
    line->addWidget(contents);
    line->addWidget(back);
    line->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(line);
    column->addWidget(m_text);
    resizeToFit(this, {800, 680});
}

void ManualViewer::showFor(QWidget *window, const QString &place)
{
    auto *manual = window->findChild<ManualViewer *>(QString(), Qt::FindDirectChildrenOnly);
    if (!manual)
        manual = new ManualViewer(window);
    manual->open(QUrl(kFolder + place));
    manual->show();
    manual->raise();
    manual->activateWindow();
}

void ManualViewer::open(const QUrl &place)
{
    m_text->setSource(place, QTextDocument::MarkdownResource);
    if (place.hasFragment())
        m_text->scrollToAnchor(place.fragment()); // headings are anchors only once they are styled
}

void ManualViewer::follow(const QUrl &link)
{
    const QUrl target = m_text->source().resolved(link);
    if (target.scheme() == "qrc"_L1)
        open(target);
    else
        QDesktopServices::openUrl(target);
}

void ManualViewer::style()
{
    QTextDocument *document = m_text->document();
    document->setDefaultFont(font());
    QTextCursor edit(document);
    edit.beginEditBlock(); // laid out once, at its end
    styleText(document, font(), palette());
    const auto frames = document->rootFrame()->childFrames();
    for (QTextFrame *frame : frames) {
        if (auto *table = qobject_cast<QTextTable *>(frame))
            styleTable(table, palette());
    }
    edit.endEditBlock();
}

void ManualViewer::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    const int place = m_text->verticalScrollBar()->value();
    m_text->reload(); // links get their colour when the text is read
    m_text->verticalScrollBar()->setValue(place);
}

} // namespace yardmaster
