#include "ui/shell/navigator/viewactions.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/command.h"
#include "ui/shell/navigator/saveviewdialog.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>

namespace yardmaster {

using namespace Qt::StringLiterals;

ViewActions::ViewActions(ViewStore store, QWidget *owner)
    : QObject(owner)
    , m_owner(owner)
    , m_store(std::move(store))
{
    addCommand(m_owner, u"views.save"_s, tr("Save view…"), tr("Saves the filter under a name."),
               [this] { save(); })
        ->withKeys({Qt::CTRL | Qt::Key_S})
        ->alsoCalled(tr("bookmark, favourite, store filter"));
    addCommand(m_owner, u"views.copyLink"_s, tr("Copy link to this filter"),
               tr("Copies the filter as a line of text that opens it in another console."),
               [this] { copyLink(m_current); })
        ->alsoCalled(tr("share, URL, clipboard"));
    addCommand(m_owner, u"views.openLink"_s, tr("Open link from clipboard"),
               tr("Shows the jobs of a copied link."), [this] { pasteLink(); })
        ->alsoCalled(tr("paste, URL"));
    addCommand(m_owner, u"views.import"_s, tr("Import views…"), tr("Adds the views from a file."),
               [this] { importFile(); })
        ->alsoCalled(tr("load, open"));
    addCommand(m_owner, u"views.export"_s, tr("Export views…"), tr("Writes your views to a file."),
               [this] { exportFile(); })
        ->alsoCalled(tr("save, share"));
}

void ViewActions::setStore(ViewStore store)
{
    m_store = std::move(store);
    Q_EMIT changed();
}

void ViewActions::setFilter(const QString &filter)
{
    m_current.filter = filter;
}

void ViewActions::setLayoutOfList(std::optional<JobOrder> order, const QStringList &columns,
                                  std::optional<FilterKey> grouping)
{
    m_current.order = order;
    m_current.columns = columns;
    m_current.grouping = grouping;
}

void ViewActions::open(const SavedView &view)
{
    Q_EMIT noticed({}, false, false);
    m_chosen = view.name;
    Q_EMIT opened(view);
}

void ViewActions::addTo(QMenu *menu, const QString &name, const std::function<void()> &rename)
{
    menu->addAction(tr("Save this filter as “%1”").arg(shownText(name).replace(u'&', "&&"_L1)),
                    this, [this, name] { update(name); });
    menu->addAction(tr("Rename"), this, rename);
    menu->addAction(tr("Move up"), this, [this, name] { move(name, -1); });
    menu->addAction(tr("Move down"), this, [this, name] { move(name, 1); });
    const auto view = m_store.find(name);
    menu->addAction(view && view->isShared ? tr("Keep for this connection only")
                                           : tr("Keep for all connections"),
                    this, [this, name] { toggleShared(name); });
    menu->addAction(tr("Copy link"), this, [this, name] {
        if (const auto found = m_store.find(name))
            copyLink(*found);
    });
    menu->addAction(tr("Delete view"), this, [this, name] { remove(name); });
}

void ViewActions::save()
{
    SavedView view = m_current;
    if (const auto chosen = m_chosen.isEmpty() ? std::nullopt : m_store.find(m_chosen)) {
        view.name = chosen->name;
        view.isShared = chosen->isShared;
    }
    auto *dialog = new SaveViewDialog(&m_store, view, m_owner);
    connect(dialog, &SaveViewDialog::saved, this, [this](const QString &name) {
        m_chosen = name;
        finish({}, tr("Saved “%1”.").arg(isolated(name)));
    });
    dialog->open();
}

void ViewActions::update(const QString &name)
{
    const auto old = m_store.find(name);
    SavedView view = m_current;
    view.name = name;
    view.isShared = old && old->isShared;
    m_chosen = name;
    finish(m_store.save(view), tr("Saved “%1”.").arg(isolated(name)));
}

void ViewActions::rename(const QString &name, const QString &newName)
{
    const auto done = m_store.rename(name, newName);
    if (done && m_chosen == name)
        m_chosen = newName;
    finish(done);
}

void ViewActions::remove(const QString &name)
{
    const auto view = m_store.find(name);
    const auto done = m_store.remove(name);
    if (done)
        m_removed = view;
    finish(done, tr("Deleted “%1”.").arg(isolated(name)), m_removed.has_value());
}

void ViewActions::undoRemoval()
{
    if (m_removed)
        finish(m_store.save(*std::exchange(m_removed, {})));
}

void ViewActions::move(const QString &name, int steps)
{
    finish(m_store.move(name, steps));
    Q_EMIT moved(name);
}

void ViewActions::toggleShared(const QString &name)
{
    auto view = m_store.find(name);
    if (!view)
        return;
    view->isShared = !view->isShared;
    finish(m_store.save(*view));
}

void ViewActions::importFile()
{
    auto *dialog = new QFileDialog(m_owner, tr("Import views"), {}, tr("Views (*.json)"));
    dialog->setObjectName("importViewsDialog"_L1);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        const auto added = m_store.importFrom(file);
        finish(added ? ViewStore::Done() : tl::make_unexpected(added.error()),
               added ? tr("%1 views added.", nullptr, pluralOf(*added)).arg(formatNumber(*added))
                     : QString());
    });
    dialog->open();
}

void ViewActions::exportFile()
{
    auto *dialog
        = new QFileDialog(m_owner, tr("Export views"), u"views.json"_s, tr("Views (*.json)"));
    dialog->setObjectName("exportViewsDialog"_L1);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        const auto views = m_store.views();
        finish(m_store.exportTo(file, views),
               tr("%1 views written.", nullptr, pluralOf(views.size()))
                   .arg(formatNumber(views.size())));
    });
    dialog->open();
}

void ViewActions::copyLink(const SavedView &view)
{
    QGuiApplication::clipboard()->setText(viewLink(view));
    Q_EMIT noticed(tr("Link copied."), false, false);
}

void ViewActions::pasteLink()
{
    auto view = viewFromLink(QGuiApplication::clipboard()->text());
    if (!view) {
        Q_EMIT noticed(view.error(), true, false);
        return;
    }
    view->name.clear(); // it is not one of ours
    open(*view);
}

void ViewActions::finish(const ViewStore::Done &done, const QString &notice, bool canUndo)
{
    Q_EMIT noticed(done ? notice : done.error(), !done, done && canUndo);
    Q_EMIT changed();
}

} // namespace yardmaster
