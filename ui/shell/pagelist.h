#pragma once

#include <QString>

#include <span>

class QLayout;
class QSettings;
class QWidget;

namespace yardmaster {

class ConsoleContext;
class ConsolePanel;
class JobActions;
class LocalWorker;
class OperationList;
class MetricsPoller;

/// What pages are made of. All borrowed.
struct PageParts
{
    ConsoleContext *context = nullptr;
    LocalWorker *worker = nullptr;
    MetricsPoller *metrics = nullptr;
    JobActions *actions = nullptr;
    OperationList *operations = nullptr;
    QSettings *settings = nullptr; ///< null: nothing is kept
    QWidget *window = nullptr;     ///< for commands whose keys work whichever page is in front
    QLayout *foot = nullptr;       ///< for what is to be seen whichever page is in front
    bool listsJobs = false;        ///< all of them are listed first: read while pages are made
};

struct PageEntry
{
    const char *name;  ///< "jobs": of its command, "view.page-jobs", and in the settings
    const char *title; ///< untranslated; the manual has a section of that name
    ConsolePanel *(*make)(const PageParts &parts, QWidget *parent);
    bool listsJobs = false; ///< navigator and inspector stand beside it

    /// As people read it.
    [[nodiscard]] QString text() const;
};

/// The pages of a window, from left to right. A new page is a new entry.
[[nodiscard]] std::span<const PageEntry> pageList();

} // namespace yardmaster
