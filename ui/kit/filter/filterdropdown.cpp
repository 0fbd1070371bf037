#include "ui/kit/filter/filterdropdown.h"

#include "models/values/showntext.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/textdirection.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMeaningRole = Qt::UserRole;
constexpr int kRowHeight = 26;
constexpr int kRows = 10;
constexpr int kRowPadding = 12;
constexpr int kWidest = 640;
constexpr int kMargin = 4;

/// The candidate, and its meaning in a column of its own.
class CandidateDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    int textWidth = 0; ///< of the widest candidate

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &) const override
    {
        return {0, std::max(kRowHeight, option.fontMetrics.height() + 8)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        const QPalette &palette = option.palette;
        const bool isChosen = option.state.testFlag(QStyle::State_Selected);
        const QColor ink = palette.color(QPalette::Text);
        const QColor quiet = isChosen ? ink : mutedColor(palette);
        if (isChosen)
            painter->fillRect(option.rect, selectionTint(palette, true));
        else if (option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(option.rect, hoverTint(palette));
        const QRect inner = option.rect.adjusted(kRowPadding, 0, -kRowPadding, 0);
        const bool isAlone = index.data(kMeaningRole).toString().isEmpty();
        const int first = isAlone ? inner.width() : std::min(textWidth, inner.width() * 3 / 5);
        QRect text(inner.left(), inner.top(), first, inner.height());
        QRect meaning = inner.adjusted(first + 24, 0, 0, 0);
        text = QStyle::visualRect(option.direction, inner, text);
        meaning = QStyle::visualRect(option.direction, inner, meaning);
        const int flags
            = int(QStyle::visualAlignment(option.direction, Qt::AlignVCenter | Qt::AlignLeading))
            | Qt::TextSingleLine;
        painter->setFont(option.font);
        painter->setPen(ink);
        painter->drawText(
            text, flags | Qt::TextForceLeftToRight, // as the filter is
            option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, text.width()));
        painter->setPen(quiet);
        painter->drawText(meaning, flags | ownDirection(index.data(kMeaningRole).toString()),
                          option.fontMetrics.elidedText(index.data(kMeaningRole).toString(),
                                                        Qt::ElideRight, meaning.width()));
    }
};

} // namespace

FilterDropDown::FilterDropDown(QWidget *parent)
    : QFrame(parent)
    , m_list(new QListWidget(this))
    , m_note(new QWidget(this))
    , m_message(new Label(m_note))
    , m_hint(new Label(m_note))
{
    setObjectName("filterDropDown"_L1);
    setFocusPolicy(Qt::NoFocus);
    m_list->setObjectName("filterCandidates"_L1);
    m_list->setAccessibleName(tr("Suggestions"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setItemDelegate(new CandidateDelegate(m_list));
    m_message->setObjectName("filterMessage"_L1);
    m_hint->setObjectName("filterHint"_L1);
    for (Label *label : {m_message, m_hint})
        label->setWordWrap(true);
    auto *lines = new QVBoxLayout(m_note);
    lines->setContentsMargins(kRowPadding, 8, kRowPadding, 8);
    lines->setSpacing(4);
    lines->addWidget(m_message);
    lines->addWidget(m_hint);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, kMargin, 1, kMargin);
    column->setSpacing(0);
    column->addWidget(m_list, 1);
    column->addWidget(m_note);
    connect(m_list, &QListWidget::itemClicked, this,
            [this](QListWidgetItem *item) { Q_EMIT chosen(m_list->row(item)); });
    setTone(m_message, Tone::Trouble);
    setTone(m_hint, Tone::Muted);
    hide();
}

void FilterDropDown::setCandidates(const QList<FilterCandidate> &candidates)
{
    m_candidates = candidates;
    m_list->clear();
    int widest = 0;
    for (const FilterCandidate &candidate : candidates) {
        auto *item = new QListWidgetItem(shownText(candidate.text), m_list);
        item->setData(kMeaningRole, shownText(candidate.meaning));
        item->setToolTip(candidate.meaning);
        item->setData(Qt::AccessibleDescriptionRole, shownText(candidate.meaning));
        widest = std::max(widest, fontMetrics().horizontalAdvance(item->text()) + 2);
    }
    static_cast<CandidateDelegate *>(m_list->itemDelegate())->textWidth = widest;
    m_list->setCurrentRow(-1);
    m_list->setVisible(hasList());
}

void FilterDropDown::setNote(const QString &message, const QString &hint)
{
    m_message->setText(message);
    m_hint->setText(hint);
    m_hint->setVisible(!hint.isEmpty());
    m_note->setVisible(!message.isEmpty());
}

bool FilterDropDown::hasNote() const
{
    return !m_message->text().isEmpty();
}

int FilterDropDown::currentRow() const
{
    return m_list->currentRow();
}

void FilterDropDown::step(int rows)
{
    const int count = m_list->count();
    if (count == 0)
        return;
    const int row = m_list->currentRow();
    int next = row + rows;
    if (row < 0)
        next = rows > 0 ? 0 : count - 1;
    else if (next >= count)
        next = row == count - 1 ? 0 : count - 1;
    else if (next < 0)
        next = row == 0 ? count - 1 : 0;
    m_list->setCurrentRow(next);
}

void FilterDropDown::place(const QRect &field)
{
    if (!hasList() && !hasNote()) {
        hide();
        return;
    }
    const int width = std::min({kWidest, field.width(), parentWidget()->width()});
    int height = 2 * kMargin;
    if (hasList()) {
        const int row = m_list->sizeHintForRow(0);
        height += row * int(std::min<qsizetype>(kRows, m_candidates.size()));
    }
    if (hasNote())
        height += m_note->layout()->heightForWidth(width - 2);
    const int top = field.bottom() + 3;
    height = std::min(height, std::max(0, parentWidget()->height() - top - 4));
    QRect box(field.left(), top, width, height);
    box = layoutDirection() == Qt::RightToLeft ? box.translated(field.width() - width, 0) : box;
    setGeometry(box);
    show();
    raise();
}

void FilterDropDown::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(QPen(hairlineColor(palette()), 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    if (hasList() && hasNote())
        painter.fillRect(QRect(1, m_note->y(), width() - 2, 1), hairlineColor(palette()));
}

} // namespace yardmaster
