#include "ui/kit/factlist.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/kit/passfocus.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>

namespace yardmaster {

using namespace Qt::StringLiterals;

FactList::FactList(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnStretch(1, 1);
}

void FactList::setFacts(const QList<Fact> &facts)
{
    // Labels are kept, so that nothing flickers and the focus stays when values change.
    while (m_names.size() < facts.size()) {
        const int row = int(m_names.size());
        auto *name = new Label(this);
        setTone(name, Tone::Muted);
        auto *value = new ElidedLabel(Qt::ElideMiddle, this);
        value->allowTwoLines();
        value->setFocusPolicy(Qt::TabFocus);
        value->installEventFilter(this);
        tabBehind(row > 0 ? m_values.last() : previousInFocusChain(), value);
        m_grid->addWidget(name, row, 0, Qt::AlignTop);
        m_grid->addWidget(value, row, 1, Qt::AlignTop); // else it stays one line high
        m_names << name;
        m_values << value;
    }
    for (int row = 0; row < m_names.size(); ++row) {
        auto *name = static_cast<Label *>(m_names.at(row));
        auto *value = static_cast<Label *>(m_values.at(row));
        const bool isUsed = row < facts.size();
        name->setVisible(isUsed);
        value->setVisible(isUsed);
        if (!isUsed)
            continue;
        const Fact &fact = facts.at(row);
        name->setText(fact.name);
        value->setText(fact.value);
        value->setFont(fact.isFigure ? tabularFont(font()) : font());
        value->setToolTip(fact.toolTip);
        value->setAccessibleName(u"%1: %2"_s.arg(name->text(), value->text()));
    }
    m_facts = facts;
}

QString FactList::text() const
{
    QStringList lines;
    for (const Fact &fact : m_facts)
        lines << u"%1: %2"_s.arg(fact.name, fact.copied.isEmpty() ? fact.value : fact.copied);
    return lines.join(u'\n');
}

void FactList::copy(int row) const
{
    if (row < 0 || row >= m_facts.size())
        return;
    const Fact &fact = m_facts.at(row);
    QGuiApplication::clipboard()->setText(fact.copied.isEmpty() ? fact.value : fact.copied);
}

bool FactList::eventFilter(QObject *watched, QEvent *event)
{
    const int row = int(m_values.indexOf(static_cast<QWidget *>(watched)));
    if (row < 0)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ContextMenu) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("Copy"), this, [this, row] { copy(row); });
        menu->addAction(tr("Copy all of these"), this,
                        [this] { QGuiApplication::clipboard()->setText(text()); });
        menu->popup(static_cast<QContextMenuEvent *>(event)->globalPos());
        return true;
    }
    if (event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        copy(row);
        return true;
    }
    if (event->type() == QEvent::FocusIn)
        setTone(m_values.at(row), Tone::Accent);
    if (event->type() == QEvent::FocusOut)
        setTone(m_values.at(row), Tone::Plain);
    return QWidget::eventFilter(watched, event);
}

} // namespace yardmaster
