#include "ui/shell/commands/helpoverlay.h"

#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/shell/commands/command.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kColumnWidth = 300;
constexpr int kEdges = 48; // around the card

Label *heading(const QString &text, QWidget *parent)
{
    auto *label = new Label(text, parent);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(0, 12, 0, 2);
    return label;
}

/// With its heading, which is nearly two lines high.
int linesOf(const QList<Command> &group)
{
    return int(group.size()) + 2;
}

/// The least that lets all groups fit, in their order and none divided.
int linesPerColumn(const QList<QList<Command>> &groups, int columns)
{
    for (int lines = 1;; ++lines) {
        int used = 1;
        int inColumn = 0;
        bool isTooLong = false;
        for (const QList<Command> &group : groups) {
            const int more = linesOf(group);
            isTooLong = isTooLong || more > lines;
            if (inColumn > 0 && inColumn + more > lines) {
                ++used;
                inColumn = 0;
            }
            inColumn += more;
        }
        if (!isTooLong && used <= columns)
            return lines;
    }
}

} // namespace

HelpOverlay::HelpOverlay(QWidget *window)
    : QWidget(window)
    , m_card(new QScrollArea(this))
{
    setObjectName(u"helpOverlay"_s);
    setAccessibleName(tr("Keys"));
    setFocusPolicy(Qt::StrongFocus);
    m_card->setFrameShape(QFrame::NoFrame);
    m_card->setWidgetResizable(true);
    m_card->setFocusPolicy(Qt::NoFocus);
    m_card->setBackgroundRole(QPalette::Base);
    m_card->setAutoFillBackground(true);
    hide();
    window->installEventFilter(this);
}

void HelpOverlay::toggle()
{
    if (isVisible()) {
        leave();
        return;
    }
    m_focusBefore = window()->focusWidget();
    const int room
        = parentWidget()->width() - kEdges - m_card->verticalScrollBar()->sizeHint().width();
    int columns = std::clamp((parentWidget()->width() - 120) / kColumnWidth, 1, 3);
    fill(columns);
    // Some languages have longer names.
    while (columns > 1 && m_content->sizeHint().width() > room)
        fill(--columns);
    place();
    show();
    raise();
    setFocus(Qt::PopupFocusReason);
}

void HelpOverlay::fill(int columns)
{
    auto *content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    auto *outer = new QVBoxLayout(content);
    outer->setContentsMargins(24, 16, 24, 24);
    outer->setSpacing(0);
    auto *title = new Label(tr("Keys"), content);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    auto *hint = new Label(
        tr("Press any key to close this. Keys can be changed under Help, Keyboard shortcuts."),
        content);
    hint->setWordWrap(true);
    setTone(hint, Tone::Muted);
    outer->addWidget(title);
    outer->addSpacing(4);
    outer->addWidget(hint);

    QList<QList<Command>> groups;
    for (const Command &command : collectCommands(parentWidget())) {
        if (command.keys().isEmpty())
            continue;
        if (groups.isEmpty() || groups.constLast().constFirst().group != command.group)
            groups << QList<Command>();
        groups.last() << command;
    }
    const int perColumn = linesPerColumn(groups, columns);
    auto *row = new QHBoxLayout;
    row->setSpacing(32);
    QGridLayout *grid = nullptr;
    int inColumn = 0;
    for (const QList<Command> &group : std::as_const(groups)) {
        if (!grid || inColumn + linesOf(group) > perColumn) {
            grid = new QGridLayout;
            grid->setHorizontalSpacing(16);
            grid->setVerticalSpacing(2);
            grid->setColumnStretch(0, 1);
            auto *column = new QVBoxLayout;
            column->addLayout(grid);
            column->addStretch(1);
            row->addLayout(column, 1);
            inColumn = 0;
        }
        inColumn += linesOf(group);
        grid->addWidget(heading(commandGroupTitle(group.first().group), content), grid->rowCount(),
                        0, 1, 2);
        for (const Command &command : group) {
            auto *name = new Label(command.title(), content);
            auto *keys = new Label(command.keys(), content);
            setTone(keys, Tone::Muted);
            const int line = grid->rowCount();
            grid->addWidget(name, line, 0);
            grid->addWidget(keys, line, 1, Qt::AlignRight);
        }
    }
    outer->addLayout(row);
    outer->addStretch(1);
    m_card->setWidget(content); // deletes the one before
    m_content = content;
    content->setAutoFillBackground(true);
}

void HelpOverlay::place()
{
    setGeometry(parentWidget()->rect());
    const QSize needed = m_content ? m_content->sizeHint() : QSize(0, 0);
    const int bar = m_card->verticalScrollBar()->sizeHint().width();
    const QSize size = (needed + QSize(bar, 0)).boundedTo({width() - kEdges, height() - kEdges});
    m_card->setGeometry(
        QRect(QPoint((width() - size.width()) / 2, (height() - size.height()) / 2), size));
}

void HelpOverlay::leave()
{
    const bool hadFocus = hasFocus();
    hide();
    if (hadFocus && m_focusBefore && m_focusBefore->isVisible())
        m_focusBefore->setFocus(Qt::PopupFocusReason);
}

bool HelpOverlay::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && isVisible())
        place();
    return QWidget::eventFilter(watched, event);
}

void HelpOverlay::keyPressEvent(QKeyEvent *event)
{
    QScrollBar *bar = m_card->verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Down:
        bar->triggerAction(QScrollBar::SliderSingleStepAdd);
        return;
    case Qt::Key_Up:
        bar->triggerAction(QScrollBar::SliderSingleStepSub);
        return;
    case Qt::Key_PageDown:
        bar->triggerAction(QScrollBar::SliderPageStepAdd);
        return;
    case Qt::Key_PageUp:
        bar->triggerAction(QScrollBar::SliderPageStepSub);
        return;
    case Qt::Key_Shift:
    case Qt::Key_Control:
    case Qt::Key_Alt:
    case Qt::Key_Meta:
        return; // half a key
    default:
        leave();
    }
}

/// Tab closes it as any other key: what it covers must not get the keys.
bool HelpOverlay::focusNextPrevChild(bool)
{
    return false;
}

void HelpOverlay::mousePressEvent(QMouseEvent *)
{
    leave();
}

void HelpOverlay::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QColor veil = isDark(palette()) ? QColor(0, 0, 0) : QColor(27, 36, 48);
    veil.setAlpha(isDark(palette()) ? 150 : 110);
    painter.fillRect(rect(), veil);
    painter.setPen(hairlineColor(palette()));
    painter.drawRect(m_card->geometry().adjusted(-1, -1, 0, 0));
}

} // namespace yardmaster
