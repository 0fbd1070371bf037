#include "ui/pages/live/livebar.h"

#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

LiveBar::LiveBar(const LiveCommands &commands, QWidget *parent)
    : QWidget(parent)
    , m_typed(this)
    , m_text(new QLineEdit(this))
    , m_problem(new Label(this))
{
    setObjectName("liveBar"_L1);
    m_text->setObjectName("liveFilter"_L1);
    m_text->setAccessibleName(tr("Which lines are shown"));
    m_text->setPlaceholderText(tr("Filter: words, task:send_*, kind:failed, job:42, -text:debug*"));
    m_text->setToolTip(LiveFilter::help());
    m_text->setClearButtonEnabled(true);
    m_problem->setObjectName("liveFilterProblem"_L1);
    m_problem->setWordWrap(true);
    m_problem->hide();

    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_text, 1);
    first->addWidget(makeButton(commands.pause));
    first->addWidget(makeButton(commands.follow));
    first->addWidget(makeButton(commands.clear));
    QToolButton *exporting = makeButton(commands.exportShown);
    auto *menu = new QMenu(exporting);
    menu->addActions({commands.exportShown, commands.exportAll});
    exporting->setMenu(menu);
    exporting->setPopupMode(QToolButton::MenuButtonPopup);
    exporting->setText(tr("Export"));
    first->addWidget(exporting);
    QHBoxLayout *second = makeChips();
    second->addStretch(1);
    second->addWidget(makeButton(commands.every));

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 4);
    layout->setSpacing(8);
    layout->addLayout(first);
    layout->addWidget(m_problem);
    layout->addLayout(second);

    m_typed.setSingleShot(true);
    m_typed.setInterval(200ms);
    connect(&m_typed, &QTimer::timeout, this, &LiveBar::apply);
    connect(m_text, &QLineEdit::textChanged, &m_typed, qOverload<>(&QTimer::start));
    connect(m_text, &QLineEdit::returnPressed, this, &LiveBar::apply);
    connect(commands.filter, &QAction::triggered, this, &LiveBar::focusFilter);
    setTone(m_problem, Tone::Trouble);
}

QToolButton *LiveBar::makeButton(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QHBoxLayout *LiveBar::makeChips()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(4);
    for (int group = 0; group < kLiveGroups; ++group) {
        auto *chip = new QPushButton(liveGroupWord(LiveGroup(group)), this);
        chip->setObjectName(u"liveGroup%1"_s.arg(group));
        chip->setToolTip(liveGroupMeaning(LiveGroup(group)));
        chip->setCheckable(true);
        chip->setChecked(true);
        connect(chip, &QPushButton::toggled, this, &LiveBar::apply);
        m_chips << chip;
        row->addWidget(chip);
    }
    return row;
}

void LiveBar::setFilterText(const QString &text)
{
    m_text->setText(text);
    apply();
}

void LiveBar::focusFilter()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void LiveBar::setDetail(LiveDetail detail)
{
    // A run's line carries the last line of its output.
    m_chips[int(LiveGroup::Output)]->setVisible(detail == LiveDetail::Events);
}

void LiveBar::showEverything()
{
    for (QPushButton *chip : std::as_const(m_chips)) {
        const QSignalBlocker blocker(chip);
        chip->setChecked(true);
    }
    setFilterText({});
}

void LiveBar::apply()
{
    m_typed.stop();
    for (QPushButton *chip : std::as_const(m_chips)) { // what is left out has no frame
        chip->setFlat(!chip->isChecked());
        setTone(chip, chip->isChecked() ? Tone::Plain : Tone::Muted);
    }
    auto parsed = LiveFilter::parse(m_text->text());
    m_problem->setVisible(!parsed);
    if (!parsed) {
        const FilterError &error = parsed.error().first();
        m_problem->setText(error.hint.isEmpty() ? error.message
                                                : u"%1 %2"_s.arg(error.message, error.hint));
        return;
    }
    m_filter = *std::move(parsed);
    LiveFilter::Groups groups;
    for (int group = 0; group < kLiveGroups; ++group)
        groups[std::size_t(group)] = m_chips[group]->isChecked();
    m_filter.setGroups(groups);
    Q_EMIT filterChanged();
}

} // namespace yardmaster
