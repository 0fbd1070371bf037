#pragma once

#include "models/live/fleetfeed.h"
#include "models/live/livemodel.h"
#include "ui/kit/consolepanel.h"
#include "ui/pages/live/livebar.h"

#include <QTimer>

#include <array>
#include <memory>

class QSplitter;
class QStackedWidget;

namespace yardmaster {

class ConsoleContext;
class ElidedLabel;
class EmptyHint;
class JobLogView;
class Label;
class LiveListener;
class LiveTable;
class LocalWorker;
class NoticeListenerThread;

/// The page of what happens as it happens: events of the local worker, whether the page is shown or
/// not, and, from when it is first shown, what anybody announces in the database. Lines wait,
/// bounded, while the page is hidden or paused.
class LivePanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LivePanel)

public:
    /// Both are borrowed and must outlive the panel.
    LivePanel(ConsoleContext *context, LocalWorker *worker, QWidget *parent = nullptr);
    ~LivePanel() override;

    /// Those in front.
    [[nodiscard]] LiveModel *model() { return m_models[std::size_t(m_detail)].get(); }
    [[nodiscard]] LiveTable *table() { return m_tables[std::size_t(m_detail)]; }
    [[nodiscard]] const NoticeListenerThread *notices() const { return m_notices.get(); }
    [[nodiscard]] LiveFeed::Waiting waiting() const { return m_feed->waiting(m_detail); }
    [[nodiscard]] bool isPaused() const { return m_isPaused; }

    void setPaused(bool isPaused);
    void setDetail(LiveDetail detail);
    void setFilterText(const QString &text);
    void clear();
    /// In the background; says how it went in the line above the table.
    void exportTo(const QString &path, bool isShownOnly);

Q_SIGNALS:
    /// An export has ended. @param problem  empty: well.
    void exported(const QString &path, const QString &problem);

protected:
    void setActive(bool isActive) override;

private:
    void makeCommands();
    void makeTables();
    void layOut();
    void take();
    void chooseFile(bool isShownOnly);
    void onJobChosen(qint64 id);
    void showAll();
    void showState();
    void showRemark();
    void showPage();

    ConsoleContext *const m_context;
    LocalWorker *const m_worker;
    const std::shared_ptr<LiveFeed> m_feed = std::make_shared<LiveFeed>();
    std::unique_ptr<LiveListener> m_listener;
    std::unique_ptr<NoticeListenerThread> m_notices;
    FleetFeed m_fleet;
    std::array<std::unique_ptr<LiveModel>, 2> m_models; // by detail; as the tables
    LiveDetail m_detail = LiveDetail::Runs;
    bool m_isPaused = false;
    QString m_exportRemark;
    QTimer m_take;
    QTimer m_exportRemarkEnd;
    LiveCommands m_commands;
    LiveBar *m_bar = nullptr;
    ElidedLabel *m_state;
    Label *m_remark;
    QStackedWidget *m_pages;
    EmptyHint *m_hint;
    QSplitter *m_splitter;
    std::array<LiveTable *, 2> m_tables{};
    JobLogView *m_log;
};

} // namespace yardmaster
