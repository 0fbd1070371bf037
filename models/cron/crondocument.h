#pragma once

#include "models/cron/cronanalysis.h"
#include "models/cron/cronfile.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>

namespace yardmaster {

class CrontabWatcher;

/// A crontab that is being edited: the file it came from, what it says now, and what became of the
/// file meanwhile. The text itself is the editor's; it is asked for it a moment after the last
/// change, and read on a background thread. GUI thread; reads and writes the file on it.
class CronDocument final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronDocument)

public:
    explicit CronDocument(QObject *parent = nullptr);
    ~CronDocument() override;

    /// @param text  what the editor holds now, lines end with line feeds.
    void setSource(std::function<QString()> text);
    /// The text has changed: it is analysed soon.
    void touch();

    /// A text without a file.
    void create(const QString &text);
    /// @returns a sentence if it cannot be read; nothing changes then.
    [[nodiscard]] QString open(const QString &path);
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    [[nodiscard]] const CronFile &file() const { return m_file; }

    [[nodiscard]] CrontabDialect dialect() const { return m_dialect; }
    void setDialect(CrontabDialect dialect);
    void setNames(const CronNames &names);

    /// Of the text as it was a moment ago; never null.
    [[nodiscard]] const CronAnalysisPtr &analysis() const { return m_analysis; }
    /// The same of the text as it is now, on this thread.
    [[nodiscard]] CronAnalysis analyseNow() const;
    /// Of the text as it was read or saved last.
    [[nodiscard]] CronAnalysis savedAnalysis() const;
    /// Everything that was typed has been analysed.
    [[nodiscard]] bool isUpToDate() const { return !m_isBusy && !m_settle.isActive(); }

    [[nodiscard]] CronFileState diskState() const { return m_disk; }
    /// Writes to file().path. @param overwrites  also over changes made elsewhere.
    [[nodiscard]] tl::expected<CronSaved, CronSaveError> save(bool overwrites = false);
    /// The same under another name, which becomes the document's.
    [[nodiscard]] tl::expected<CronSaved, CronSaveError> saveAs(const QString &path);

Q_SIGNALS:
    void analysed();
    /// Another file, or the same one read or written: the editor takes file().text.
    void opened();
    void saved();
    /// What is on the disk is no longer what was read, or is again.
    void diskChanged();

private:
    void adopt(CronFile file);
    void watchFile();
    void checkDisk();
    void analyse();

    std::function<QString()> m_source;
    CronFile m_file;
    bool m_isOpen = false;
    CrontabDialect m_dialect = CrontabDialect::Extended;
    CronNames m_names;
    CronAnalysisPtr m_analysis = std::make_shared<CronAnalysis>();
    CronFileState m_disk = CronFileState::Same;
    std::unique_ptr<CrontabWatcher> m_watch;
    QTimer m_settle;
    quint64 m_epoch = 0;
    std::shared_ptr<std::atomic<quint64>> m_latest = std::make_shared<std::atomic<quint64>>(0);
    bool m_isBusy = false;
    QThreadPool m_pool;
};

} // namespace yardmaster
