#include "ui/shell/commands/commandpalette.h"

#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/shell/commands/palettedelegate.h"
#include "ui/shell/commands/paletteentries.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kRecentKey = "commands/recent"_L1;
constexpr int kRecent = 12;
constexpr int kWidth = 640;
constexpr int kRows = 9;
constexpr int kTop = 56; ///< below the window's title and menu

} // namespace

CommandPalette::CommandPalette(QSettings *settings, QWidget *window)
    : QFrame(window)
    , m_settings(settings)
    , m_entries(new PaletteEntries(this))
    , m_field(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_nothing(new Label(tr("No command matches."), this))
{
    setObjectName(u"commandPalette"_s);
    setAccessibleName(tr("Commands"));
    m_field->setObjectName(u"commandField"_s);
    m_field->setAccessibleName(tr("Command"));
    m_field->setPlaceholderText(tr("Command, job number or filter"));
    m_field->setFrame(false);
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.2);
    m_field->setFont(large);
    m_field->setTextMargins(8, 6, 8, 6);
    m_field->installEventFilter(this);

    m_list->setObjectName(u"commandList"_s);
    m_list->setAccessibleName(tr("Commands that match"));
    m_list->setModel(m_entries);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus); // the field has the keys
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    m_list->setMouseTracking(true);
    m_nothing->setContentsMargins(16, 12, 16, 16);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(4);
    column->addWidget(m_field);
    column->addWidget(m_list);
    column->addWidget(m_nothing);
    hide();

    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::onTyped);
    connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
    connect(qApp, &QApplication::focusChanged, this,
            [this](QWidget *, QWidget *now) { onFocusMoved(now); });
    window->installEventFilter(this);
    setAutoFillBackground(false);
    setTone(m_nothing, Tone::Muted);
}

CommandPalette::~CommandPalette()
{
    disconnect(qApp, nullptr, this, nullptr); // the focus moves while ~QWidget() runs, too
}

void CommandPalette::open(bool offersJobs, const QList<PaletteWindow> &others)
{
    if (!isVisible())
        m_focusBefore = window()->focusWidget();
    m_entries->setCommands(collectCommands(parentWidget()),
                           m_settings->value(kRecentKey).toStringList(), offersJobs);
    m_entries->setWindows(others);
    m_field->clear();
    onTyped({});
    place();
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::onTyped(const QString &text)
{
    m_entries->setTyped(text);
    const bool isEmpty = m_entries->rowCount() == 0;
    m_list->setVisible(!isEmpty);
    m_nothing->setVisible(isEmpty);
    if (!isEmpty)
        m_list->setCurrentIndex(m_entries->index(0));
    m_list->scrollToTop();
    place();
}

void CommandPalette::runCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid())
        return;
    // Read first: leaving may change the commands.
    const auto kind = current.data(PaletteEntries::KindRole).value<PaletteEntries::Kind>();
    const qint64 job = current.data(PaletteEntries::JobRole).toLongLong();
    const QString filter = current.data(PaletteEntries::FilterRole).toString();
    const QString id = current.data(PaletteEntries::IdRole).toString();
    const QPointer<QAction> action = m_entries->action(current.row());
    const QPointer<QWidget> other = m_entries->window(current.row());
    if (kind == PaletteEntries::Kind::Command && (!action || !action->isEnabled())) {
        QApplication::beep(); // why is written below its name
        return;
    }
    leave(); // first: commands may depend on where the focus is
    switch (kind) {
    case PaletteEntries::Kind::Job:
        Q_EMIT jobRequested(job);
        break;
    case PaletteEntries::Kind::Filter:
        Q_EMIT filterRequested(filter);
        break;
    case PaletteEntries::Kind::Window:
        if (other)
            Q_EMIT windowRequested(other);
        break;
    case PaletteEntries::Kind::Command:
        remember(id);
        if (action)
            action->trigger();
        break;
    }
}

void CommandPalette::remember(const QString &id)
{
    QStringList recent = m_settings->value(kRecentKey).toStringList();
    recent.removeAll(id);
    recent.prepend(id);
    m_settings->setValue(kRecentKey, QStringList(recent.mid(0, kRecent)));
}

void CommandPalette::leave()
{
    if (!isVisible())
        return;
    const QPointer<QWidget> before = std::exchange(m_focusBefore, nullptr);
    const bool hadFocus = m_field->hasFocus();
    hide();
    if (hadFocus && before && before->isVisible())
        before->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::onFocusMoved(const QWidget *now)
{
    // Not when another program gets it: whoever comes back goes on typing.
    if (isVisible() && now && now != m_field && !isAncestorOf(now)) {
        m_focusBefore = nullptr;
        leave();
    }
}

void CommandPalette::step(int rows)
{
    const int count = m_entries->rowCount();
    if (count == 0)
        return;
    const int row = m_list->currentIndex().row() + rows;
    // One step round the end, several up to it.
    const int target = std::abs(rows) == 1 ? (row + count) % count : std::clamp(row, 0, count - 1);
    m_list->setCurrentIndex(m_entries->index(target));
}

bool CommandPalette::passKey(int key)
{
    switch (key) {
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_PageDown:
        step(kRows - 1);
        return true;
    case Qt::Key_PageUp:
        step(1 - kRows);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Escape:
        leave();
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true; // there is nowhere else to go
    default:
        return false;
    }
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_field && event->type() == QEvent::ShortcutOverride) {
        event->accept(); // no command of the window while one is being looked for
        return true;
    }
    if (watched == m_field && event->type() == QEvent::KeyPress
        && passKey(static_cast<QKeyEvent *>(event)->key()))
        return true;
    if (watched != m_field && event->type() == QEvent::Resize && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::place()
{
    const QWidget *window = parentWidget();
    const int width = std::min(kWidth, window->width() - 48);
    const int rows = std::min(kRows, m_entries->rowCount());
    m_list->setFixedHeight(rows > 0 ? rows * m_list->sizeHintForRow(0) + 2 : 0);
    layout()->activate();
    setGeometry((window->width() - width) / 2, std::min(kTop, window->height() / 8), width,
                std::min(sizeHint().height(), window->height() - kTop));
}

void CommandPalette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setPen(hairlineColor(palette()));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const int line = m_field->geometry().bottom() + 2;
    painter.drawLine(0, line, width(), line);
}

} // namespace yardmaster
