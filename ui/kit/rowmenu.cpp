#include "ui/kit/rowmenu.h"

#include "models/console/consolecontext.h"
#include "models/query/filteredit.h"
#include "models/values/showntext.h"
#include "ui/kit/rowcopy.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QTableView>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kLongestName = 40; // characters in an entry

/// Shift+F10, and the menu key where the platform does not do so, open the menu of the widget that
/// has the focus: Qt itself listens to the menu key only, and on some platforms not to that.
class MenuKey final : public QObject
{
public:
    using QObject::QObject;

    static void install()
    {
        static QPointer<MenuKey> installed;
        if (!installed) {
            installed = new MenuKey(qApp);
            qApp->installEventFilter(installed);
        }
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress || !watched->isWidgetType()
            || QApplication::activePopupWidget())
            return false;
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isMenuKey = key->key() == Qt::Key_Menu && key->modifiers() == Qt::NoModifier;
        const bool isShiftF10 = key->key() == Qt::Key_F10 && key->modifiers() == Qt::ShiftModifier;
        if (!isMenuKey && !isShiftF10)
            return false;
        auto *widget = static_cast<QWidget *>(watched);
        const QPoint place = widget->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
        QContextMenuEvent request(QContextMenuEvent::Keyboard, place, widget->mapToGlobal(place));
        QCoreApplication::sendEvent(widget, &request);
        return request.isAccepted();
    }
};

/// An entry's name for something foreign: without mnemonics, and short.
QString entryName(const QString &name)
{
    return isolated(shownText(name, kLongestName)).replace(u'&', "&&"_L1);
}

QString filterOf(FilterKey key, const QString &name)
{
    const auto term = termForValue(key, name);
    return term ? term->text() : QString();
}

} // namespace

RowMenu::RowMenu(QAbstractItemView *view)
    : QObject(view)
    , m_view(view)
{
    view->installEventFilter(this);
    view->viewport()->installEventFilter(this);
    if (const auto *table = qobject_cast<QTableView *>(view)) // where the boxes of its rows may be
        table->verticalHeader()->viewport()->installEventFilter(this);
    MenuKey::install();
}

RowMenu *RowMenu::of(const QAbstractItemView *view)
{
    auto *menu = view->findChild<RowMenu *>(QString(), Qt::FindDirectChildrenOnly);
    Q_ASSERT(menu);
    return menu;
}

void RowMenu::addCommands(const QList<QAction *> &commands)
{
    m_view->addActions(commands);
    m_commands << commands;
}

void RowMenu::addEntry(const QString &text, const QString &name,
                       std::function<void(const QModelIndex &)> run)
{
    auto *entry = new QAction(text, m_view);
    entry->setObjectName(name);
    connect(entry, &QAction::triggered, this, [this, run = std::move(run)] {
        if (const QModelIndex row = m_view->currentIndex(); row.isValid())
            run(row);
    });
    addCommands({entry});
}

void RowMenu::setSubjects(ConsoleContext *context,
                          std::function<RowSubject(const QModelIndex &)> subjectOf)
{
    m_context = context;
    m_subjectOf = std::move(subjectOf);
}

bool RowMenu::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ContextMenu)
        return QObject::eventFilter(watched, event);
    const auto *request = static_cast<QContextMenuEvent *>(event);
    if (request->reason() == QContextMenuEvent::Mouse) {
        QPoint place = m_view->viewport()->mapFromGlobal(request->globalPos());
        place.setX(std::clamp(place.x(), 0, std::max(m_view->viewport()->width() - 1, 0)));
        const QModelIndex index = m_view->indexAt(place);
        if (!index.isValid())
            return true;
        if (m_view->selectionModel()->isSelected(index)) // others may be, too
            m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        else if (m_view->currentIndex() != index)
            m_view->setCurrentIndex(index);
        open(request->globalPos());
    } else if (const QModelIndex index = m_view->currentIndex(); index.isValid()) {
        m_view->scrollTo(index);
        open(m_view->viewport()->mapToGlobal(m_view->visualRect(index).bottomLeft()));
    }
    return true;
}

void RowMenu::open(const QPoint &globalPlace)
{
    auto *menu = new QMenu(m_view);
    menu->setObjectName(u"rowMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    if (m_fill) {
        m_fill(menu);
    } else {
        menu->addActions(m_commands);
        menu->addSeparator();
        addSubject(menu, m_view->currentIndex());
        menu->addSeparator();
        addCopies(menu);
    }
    // Its row may go away, and another one become the current one.
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, menu, &QMenu::close);
    connect(m_view->model(), &QAbstractItemModel::modelReset, menu, &QMenu::close);
    menu->popup(globalPlace);
}

void RowMenu::addSubject(QMenu *menu, const QModelIndex &index) const
{
    if (!m_context || !m_subjectOf || !index.isValid())
        return;
    const RowSubject subject = m_subjectOf(index);
    ConsoleContext *context = m_context;
    const auto add = [menu, context](const QString &text, auto run) {
        connect(menu->addAction(text), &QAction::triggered, context, run);
    };
    const auto addFilter = [context, add](const QString &text, const QString &filter) {
        add(text, [context, filter] { context->requestFilter(filter); });
    };
    if (subject.job != 0) {
        add(tr("Show job %1").arg(subject.job),
            [context, id = subject.job] { context->requestJob(id); });
        add(tr("Show recorded runs of job %1").arg(subject.job),
            [context, id = subject.job] { context->requestRuns(u"id:%1"_s.arg(id)); });
    }
    if (!subject.filter.isNull())
        addFilter(tr("Show these jobs in the list"), subject.filter);
    if (!subject.task.isEmpty())
        addFilter(tr("List jobs of task %1").arg(entryName(subject.task)),
                  filterOf(FilterKey::Task, subject.task));
    if (!subject.queue.isEmpty())
        addFilter(tr("List jobs of queue %1").arg(entryName(subject.queue)),
                  filterOf(FilterKey::Queue, subject.queue));
    if (!subject.worker.isEmpty())
        addFilter(tr("List jobs locked by %1").arg(entryName(subject.worker)),
                  filterOf(FilterKey::LockedBy, subject.worker));
}

void RowMenu::addCopies(QMenu *menu) const
{
    const auto add = [this](QMenu *place, const QString &text, auto textToCopy) {
        connect(place->addAction(text), &QAction::triggered, m_view,
                [textToCopy] { QGuiApplication::clipboard()->setText(textToCopy()); });
    };
    QAbstractItemView *view = m_view;
    add(menu, tr("Copy cell"),
        [view] { return view->currentIndex().data(Qt::DisplayRole).toString(); });
    QMenu *formats = menu->addMenu(tr("Copy as"));
    const auto addFormat = [&](const QString &text, RowFormat format) {
        add(formats, text, [view, format] { return textOf(copiedRows(*view), format); });
    };
    addFormat(tr("Copy rows"), RowFormat::Rows);
    addFormat(tr("Copy as CSV"), RowFormat::Csv);
    addFormat(tr("Copy as JSON"), RowFormat::Json);
    addFormat(tr("Copy as NDJSON"), RowFormat::Ndjson);
    addFormat(tr("Copy as Markdown"), RowFormat::Markdown);
}

} // namespace yardmaster
