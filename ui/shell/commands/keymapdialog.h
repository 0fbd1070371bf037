#pragma once

#include "ui/kit/consoledialog.h"

class QKeySequenceEdit;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace yardmaster {

class Keymap;

/// Where the user chooses the keys of commands. Every change takes effect at once.
class KeymapDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeymapDialog)

public:
    /// @param keymap  of `window`, borrowed.
    KeymapDialog(Keymap *keymap, QWidget *window);

    /// Makes `id` the command whose keys are being chosen.
    void choose(const QString &id);

private:
    void fill();
    void filterRows(const QString &text);
    void onCurrentChanged();
    void onKeysTyped();
    void assign();
    void updateVerbs();
    [[nodiscard]] QString currentId() const;
    [[nodiscard]] QTreeWidgetItem *itemOf(const QString &id) const;

    Keymap *const m_keymap;
    QWidget *const m_window; ///< whose commands are shown
    QLineEdit *m_search;
    QTreeWidget *m_list;
    Label *m_title;
    QKeySequenceEdit *m_keys;
    Label *m_conflict;
    QPushButton *m_assign;
    QPushButton *m_clear;
    QPushButton *m_reset;
    QPushButton *m_resetAll;
};

} // namespace yardmaster
