#include "ui/shell/commands/keymapdialog.h"

#include "ui/kit/celldelegate.h"
#include "ui/kit/label.h"
#include "ui/kit/rowmenu.h"
#include "ui/shell/commands/fuzzymatch.h"
#include "ui/shell/commands/keymap.h"

#include <QAction>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kIdRole = Qt::UserRole;

QString text(const QList<QKeySequence> &keys)
{
    QStringList list;
    for (const QKeySequence &sequence : keys)
        list << sequence.toString(QKeySequence::NativeText);
    return list.join(", "_L1);
}

} // namespace

KeymapDialog::KeymapDialog(Keymap *keymap, QWidget *window)
    : ConsoleDialog(tr("Keyboard shortcuts"), nullptr, window)
    , m_keymap(keymap)
    , m_window(window)
    , m_search(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
    , m_title(new Label(this))
    , m_keys(new QKeySequenceEdit(this))
    , m_conflict(new Label(this))
    , m_assign(new QPushButton(tr("Use these keys"), this))
    , m_clear(new QPushButton(tr("No keys"), this))
    , m_reset(new QPushButton(tr("Back to default"), this))
    , m_resetAll(addButton(tr("Reset all"), "keymapResetAll"))
{
    setObjectName(u"keymapDialog"_s);
    m_search->setObjectName(u"keymapSearch"_s);
    m_search->setPlaceholderText(tr("Find a command or its keys"));
    m_search->setAccessibleName(tr("Find a command or its keys"));
    m_search->setClearButtonEnabled(true);

    m_list->setObjectName(u"keymapList"_s);
    m_list->setAccessibleName(tr("Commands and their keys"));
    m_list->setHeaderLabels({tr("Command"), tr("Keys"), tr("Default")});
    m_list->setItemDelegate(new CellDelegate(m_list));
    m_list->setMouseTracking(true); // hover
    new RowMenu(m_list);
    m_list->setRootIsDecorated(false);
    m_list->setIndentation(12);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::Interactive);
    m_list->header()->resizeSection(1, 150);
    m_list->header()->resizeSection(2, 150);

    m_keys->setObjectName(u"keymapKeys"_s);
    m_keys->setAccessibleName(tr("New keys"));
    m_conflict->setObjectName(u"keymapConflict"_s);
    setTone(m_conflict, Tone::Trouble);
    m_conflict->setWordWrap(true);
    m_conflict->setMinimumHeight(2 * m_conflict->fontMetrics().lineSpacing()); // nothing jumps
    m_conflict->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    setButtonRole(m_assign, ButtonRole::Primary);
    m_assign->setObjectName(u"keymapAssign"_s);
    m_clear->setObjectName(u"keymapClear"_s);
    m_reset->setObjectName(u"keymapReset"_s);

    auto *verbs = new QHBoxLayout;
    verbs->setSpacing(8);
    verbs->addWidget(m_keys, 1);
    verbs->addWidget(m_assign);
    verbs->addWidget(m_clear);
    verbs->addWidget(m_reset);
    body()->setSpacing(8);
    body()->addWidget(m_search);
    body()->addWidget(m_list, 1);
    body()->addWidget(m_title);
    body()->addLayout(verbs);
    body()->addWidget(m_conflict);
    resize(720, 560);

    connect(m_search, &QLineEdit::textChanged, this, &KeymapDialog::filterRows);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &KeymapDialog::onCurrentChanged);
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, &KeymapDialog::onKeysTyped);
    connect(m_assign, &QPushButton::clicked, this, &KeymapDialog::assign);
    connect(m_clear, &QPushButton::clicked, this, [this] { m_keymap->setKeys(currentId(), {}); });
    connect(m_reset, &QPushButton::clicked, this, [this] { m_keymap->reset(currentId()); });
    connect(m_resetAll, &QPushButton::clicked, m_keymap, &Keymap::resetAll);
    connect(m_keymap, &Keymap::changed, this, &KeymapDialog::fill);
    fill();
    m_search->setFocus();
}

void KeymapDialog::fill()
{
    const QString before = currentId();
    m_list->clear();
    QTreeWidgetItem *group = nullptr;
    QString groupId;
    const auto commands = collectCommands(m_window);
    for (const Command &command : commands) {
        if (!group || command.group != groupId) {
            groupId = command.group;
            group = new QTreeWidgetItem(m_list, {commandGroupTitle(groupId)});
            group->setFlags(Qt::ItemIsEnabled);
            group->setFirstColumnSpanned(true);
            QFont font = m_list->font();
            font.setWeight(QFont::DemiBold);
            group->setFont(0, font);
        }
        auto *item = new QTreeWidgetItem(
            group, {command.title(), command.keys(), text(Keymap::defaultKeys(command.action))});
        item->setData(0, kIdRole, command.id);
        item->setToolTip(0, command.sentence());
        if (m_keymap->isChanged(command.id)) {
            QFont font = m_list->font();
            font.setBold(true);
            item->setFont(1, font);
        }
    }
    m_list->expandAll();
    filterRows(m_search->text());
    choose(before);
    onCurrentChanged();
}

void KeymapDialog::filterRows(const QString &text)
{
    for (int g = 0; g < m_list->topLevelItemCount(); ++g) {
        QTreeWidgetItem *group = m_list->topLevelItem(g);
        bool isEmpty = true;
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem *item = group->child(i);
            const bool matches = fuzzyMatch(text, item->text(0) + u' ' + group->text(0))
                || item->text(1).contains(text, Qt::CaseInsensitive);
            item->setHidden(!matches);
            isEmpty = isEmpty && !matches;
        }
        group->setHidden(isEmpty);
    }
}

void KeymapDialog::choose(const QString &id)
{
    if (QTreeWidgetItem *item = itemOf(id))
        m_list->setCurrentItem(item);
}

QTreeWidgetItem *KeymapDialog::itemOf(const QString &id) const
{
    for (int g = 0; g < m_list->topLevelItemCount() && !id.isEmpty(); ++g) {
        QTreeWidgetItem *group = m_list->topLevelItem(g);
        for (int i = 0; i < group->childCount(); ++i) {
            if (group->child(i)->data(0, kIdRole).toString() == id)
                return group->child(i);
        }
    }
    return nullptr;
}

QString KeymapDialog::currentId() const
{
    const QTreeWidgetItem *item = m_list->currentItem();
    return item ? item->data(0, kIdRole).toString() : QString();
}

void KeymapDialog::onCurrentChanged()
{
    const QTreeWidgetItem *item = m_list->currentItem();
    m_title->setText(currentId().isEmpty() ? tr("Select a command to change its keys.")
                                           : tr("New keys for “%1”").arg(item->text(0)));
    m_keys->clear();
    onKeysTyped();
}

void KeymapDialog::onKeysTyped()
{
    QStringList names;
    const auto others = m_keymap->conflicts(currentId(), m_keys->keySequence());
    for (const Command &other : others)
        names << tr("“%1”").arg(other.title());
    const QString keys = m_keys->keySequence().toString(QKeySequence::NativeText);
    m_conflict->setText(
        names.isEmpty() ? QString()
                        : tr("%1 is already used for %2. If you use it here, it is removed there.")
                              .arg(keys, names.join(", "_L1)));
    updateVerbs();
}

void KeymapDialog::assign()
{
    const QString id = currentId();
    const QKeySequence keys = m_keys->keySequence();
    if (id.isEmpty() || keys.isEmpty())
        return;
    const auto others = m_keymap->conflicts(id, keys);
    for (const Command &other : others) {
        QList<QKeySequence> rest = other.action->shortcuts();
        rest.removeIf([&keys](const QKeySequence &sequence) {
            return keys.matches(sequence) != QKeySequence::NoMatch
                || sequence.matches(keys) != QKeySequence::NoMatch;
        });
        m_keymap->setKeys(other.id, rest);
    }
    m_keymap->setKeys(id, {keys});
}

void KeymapDialog::updateVerbs()
{
    const QString id = currentId();
    const QTreeWidgetItem *item = m_list->currentItem();
    m_keys->setEnabled(!id.isEmpty());
    m_assign->setEnabled(!id.isEmpty() && !m_keys->keySequence().isEmpty());
    m_clear->setEnabled(!id.isEmpty() && !item->text(1).isEmpty());
    m_reset->setEnabled(!id.isEmpty() && m_keymap->isChanged(id));
}

} // namespace yardmaster
