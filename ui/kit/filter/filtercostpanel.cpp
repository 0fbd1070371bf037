#include "ui/kit/filter/filtercostpanel.h"

#include "models/query/filtercost.h"
#include "models/query/filterindexes.h"
#include "models/query/filterstatement.h"
#include "models/query/supportingindexes.h"
#include "models/values/format.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/filter/filterchip.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QGridLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScreen>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kWidth = 560;
constexpr int kSqlLines = 8;
/// More terms than this are cut; the statement has them all.
constexpr int kTerms = 12;

QString aboutIndex(const char *text)
{
    return QCoreApplication::translate("SupportingIndex", text);
}

Label *makeMuted(const QString &text, QWidget *parent)
{
    auto *label = new Label(text, parent);
    setTone(label, Tone::Muted);
    return label;
}

} // namespace

FilterCostPanel::FilterCostPanel(const Filter &filter, const FilterContext &context,
                                 const QSet<SupportingIndex> &indexes, QWidget *parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint)
{
    setObjectName("filterCostPanel"_L1);
    setAccessibleName(tr("Cost of the filter"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 16);
    column->setSpacing(8);
    if (!filter.isEmpty())
        column->addWidget(makeTerms(filter, indexes));
    const auto helpful = helpfulIndexes(filter, indexes);
    for (const SupportingIndex index : helpful)
        column->addWidget(makeOffer(index));

    const QString statement = filterStatement(filter, context);
    auto *row = new QHBoxLayout;
    row->addWidget(makeMuted(tr("The same as SQL"), this), 1);
    auto *copy = new CopyButton(tr("Copy SQL"), this);
    copy->setObjectName("copyFilterSql"_L1);
    copy->setContent(statement);
    row->addWidget(copy);
    column->addSpacing(4);
    column->addLayout(row);
    auto *sql = new QPlainTextEdit(statement, this);
    sql->setLayoutDirection(Qt::LeftToRight); // a formal language
    sql->setObjectName("filterSql"_L1);
    sql->setAccessibleName(tr("SQL of the filter"));
    sql->setReadOnly(true);
    sql->setLineWrapMode(QPlainTextEdit::NoWrap);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    sql->setFont(fixed);
    sql->setFrameShape(NoFrame);
    sql->setCornerWidget(new QWidget(sql));
    sql->document()->setDocumentMargin(8);
    sql->setBackgroundRole(QPalette::Window);
    sql->viewport()->setBackgroundRole(QPalette::Window);
    const int lines = std::clamp(int(statement.count(u'\n')) + 2, 4, kSqlLines);
    sql->setFixedHeight(QFontMetrics(fixed).lineSpacing() * lines + 16);
    column->addWidget(sql);
    setFixedWidth(kWidth);
}

QWidget *FilterCostPanel::makeTerms(const Filter &filter, const QSet<SupportingIndex> &indexes)
{
    auto *box = new QWidget(this);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    const auto costs = termCosts(filter, naturalOrder(filter), indexes);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    int row = 0;
    for (qsizetype i = 0; i < std::min<qsizetype>(costs.size(), kTerms); ++i) {
        auto *chip = new FilterChip(box);
        chip->setCost(costs.at(i).cost);
        chip->setAttribute(Qt::WA_TransparentForMouseEvents);
        chip->setFocusPolicy(Qt::NoFocus);
        auto *term = new ElidedLabel(Qt::ElideMiddle, box);
        term->setText(filter.terms.at(i).text());
        term->setFont(strong);
        auto *reason = makeMuted(costs.at(i).reason, box);
        reason->setWordWrap(true);
        grid->addWidget(chip, row, 0, Qt::AlignTop);
        grid->addWidget(term, row, 1);
        grid->addWidget(reason, row + 1, 1);
        grid->setRowMinimumHeight(row + 2, 8);
        row += 3;
    }
    if (costs.size() > kTerms)
        grid->addWidget(makeMuted(tr("and %1 more terms", nullptr, pluralOf(costs.size() - kTerms))
                                      .arg(formatNumber(costs.size() - kTerms)),
                                  box),
                        row, 1);
    return box;
}

QWidget *FilterCostPanel::makeOffer(SupportingIndex index)
{
    const SupportingIndexInfo &info = supportingIndexInfo(index);
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 8);
    row->setSpacing(12);
    auto *text = new Label(
        tr("An index would help: %1 %2").arg(aboutIndex(info.purpose), aboutIndex(info.price)),
        box);
    text->setWordWrap(true);
    auto *button = new QPushButton(tr("Add index…"), box);
    button->setObjectName("addIndex"_L1);
    row->addWidget(text, 1);
    row->addWidget(button, 0, Qt::AlignTop);
    connect(button, &QPushButton::clicked, this, [this, index] {
        Q_EMIT indexRequested(index);
        close();
    });
    return box;
}

void FilterCostPanel::popUp(const QWidget *anchor)
{
    layout()->activate();
    adjustSize();
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    QPoint corner = anchor->mapToGlobal(
        QPoint(isMirrored ? 0 : anchor->width() - width(), anchor->height() + 6));
    const QRect screen = anchor->screen()->availableGeometry();
    corner.setX(
        std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
    corner.setY(
        std::clamp(corner.y(), screen.top(), std::max(screen.top(), screen.bottom() - height())));
    move(corner);
    show();
}

void FilterCostPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(QPen(hairlineColor(palette()), 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace yardmaster
