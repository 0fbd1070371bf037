#pragma once

#include "models/views/viewstore.h"

#include <QObject>

#include <functional>

class QMenu;
class QWidget;

namespace yardmaster {

/// The saved views of a window, what is done to them, and the links and files they travel in.
/// Commands: views.save, views.import, views.export, views.copyLink, views.openLink. GUI thread.
class ViewActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ViewActions)

public:
    /// @param owner  the parent; gets the commands, and the dialogs open on it.
    ViewActions(ViewStore store, QWidget *owner);

    void setStore(ViewStore store);
    [[nodiscard]] const ViewStore &store() const { return m_store; }
    /// The filter in force, and how its jobs are shown: what is saved.
    void setFilter(const QString &filter);
    void setLayoutOfList(std::optional<JobOrder> order, const QStringList &columns,
                         std::optional<FilterKey> grouping);
    /// The name of the saved view that was opened last; empty: it was none.
    [[nodiscard]] const QString &chosen() const { return m_chosen; }

    void open(const SavedView &view);
    /// Opens a dialog.
    void save();
    void rename(const QString &name, const QString &newName);
    void remove(const QString &name);
    /// Saves again what was removed last.
    void undoRemoval();
    /// What can be done to the saved view of that name.   @param rename  lets its name be edited.
    void addTo(QMenu *menu, const QString &name, const std::function<void()> &rename);
    /// Up (negative) or down.
    void move(const QString &name, int steps);

Q_SIGNALS:
    /// The views may be others.
    void changed();
    /// What has become of an action; empty: what was said before no longer matters.
    void noticed(const QString &text, bool isProblem, bool canUndo);
    void opened(const yardmaster::SavedView &view);
    void moved(const QString &name);

private:
    void update(const QString &name);
    void toggleShared(const QString &name);
    void importFile();
    void exportFile();
    void copyLink(const SavedView &view);
    void pasteLink();
    void finish(const ViewStore::Done &done, const QString &notice = {}, bool canUndo = false);

    QWidget *m_owner;
    ViewStore m_store;
    SavedView m_current; // without a name
    QString m_chosen;
    std::optional<SavedView> m_removed;
};

} // namespace yardmaster
