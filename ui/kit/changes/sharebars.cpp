#include "ui/kit/changes/sharebars.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QPainter>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRows = 5;
constexpr int kLeastRows = 3; // so that little moves when the answer comes
constexpr int kPadding = 8;

} // namespace

ShareBars::ShareBars(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    setAccessibleName(title);
}

void ShareBars::setRows(QList<Row> rows)
{
    m_all = 0;
    for (const Row &row : rows)
        m_all += row.jobs;
    if (rows.size() > kRows) {
        Row others{tr("%1 others").arg(formatNumber(rows.size() - kRows + 1)), 0, {}};
        for (qsizetype i = kRows - 1; i < rows.size(); ++i)
            others.jobs += rows[i].jobs;
        rows.resize(kRows - 1);
        rows << others;
    }
    m_rows = std::move(rows);
    QStringList lines;
    for (Row &row : m_rows)
        row.name = shownText(row.name);
    for (const Row &row : std::as_const(m_rows))
        lines << tr("%1: %2").arg(isolated(row.name), formatNumber(row.jobs));
    setAccessibleDescription(shownText(lines.join(u", "_s)));
    setToolTip(lines.join(u'\n'));
    updateGeometry();
    update();
}

int ShareBars::rowHeight() const
{
    return std::max(fontMetrics().height(), kGlyphSize) + 6;
}

QSize ShareBars::sizeHint() const
{
    return {200, minimumSizeHint().height()};
}

QSize ShareBars::minimumSizeHint() const
{
    return {120, rowHeight() * (1 + int(std::max<qsizetype>(kLeastRows, m_rows.size())))};
}

void ShareBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QRect line(0, 0, width(), rowHeight());
    painter.setPen(mutedColor(palette()));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    const QFont figures = tabularFont(font());
    for (const Row &row : std::as_const(m_rows)) {
        line.translate(0, rowHeight());
        const QRect bar = line.adjusted(0, 1, 0, -1);
        QColor accent
            = row.state ? stateColor(*row.state, palette()) : palette().color(QPalette::Highlight);
        accent.setAlphaF(isDark(palette()) ? 0.22F : 0.12F);
        if (m_all > 0) {
            const double part = double(row.jobs) / double(m_all);
            painter.fillRect(
                QRectF(bar.x(), bar.y(), std::max(2.0, bar.width() * part), bar.height()), accent);
        }
        const QString number = formatNumber(row.jobs);
        painter.setFont(figures);
        painter.setPen(palette().color(QPalette::WindowText));
        const int numberWidth = QFontMetrics(figures).horizontalAdvance(number);
        QRect text = bar.adjusted(kPadding, 0, -kPadding, 0);
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, number);
        painter.setFont(font());
        text.setRight(text.right() - numberWidth - kPadding);
        if (row.state) {
            paintStateGlyph(painter, QPoint(text.x(), text.y() + (text.height() - kGlyphSize) / 2),
                            *row.state, stateColor(*row.state, palette()));
            text.setLeft(text.left() + kGlyphSize + kPadding);
        }
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(row.name, Qt::ElideMiddle, text.width()));
    }
}

} // namespace yardmaster
