#pragma once

#include "models/query/operationspec.h"
#include "models/related/watchedjob.h"

#include <QPointer>
#include <QWidget>

class QAction;
class QSettings;
class QStackedWidget;

namespace yardmaster {

class ComparePage;
class ConsoleContext;
class DecodedPage;
class EmptyHint;
class ErrorPage;
class InspectorHeader;
class InspectorRules;
class OverviewPage;
class PageTabs;
class PayloadPage;
class RelatedPage;
class SqlPage;
class TimelinePage;
class WatchTimer;

/// Everything about one job: why it is not running, its fields, payload, error, timeline, related
/// jobs and SQL. Reads by itself, in the background, again every few seconds while it is visible
/// and whenever jobs were changed from this window. A job that vanishes stays as it was last seen.
class InspectorPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InspectorPanel)

public:
    enum class Page { Overview, Payload, Decoded, Error, Timeline, Related, Sql, Compare };
    Q_ENUM(Page)

    /// `context` is borrowed.
    explicit InspectorPanel(ConsoleContext *context, QWidget *parent = nullptr);
    ~InspectorPanel() override;

    /// Where the rules for hidden values and for decoding are kept; borrowed. Null: the default
    /// rules, kept nowhere.
    void setSettings(QSettings *settings);

    /// 0: nothing.
    void showJob(qint64 id);
    void reload() { m_job->reload(); }
    void showPage(Page page);
    [[nodiscard]] Page page() const;
    [[nodiscard]] const WatchedJob *job() const { return m_job; }
    [[nodiscard]] qint64 pinnedId() const;
    [[nodiscard]] PayloadPage *payloadPage() const { return m_payload; }
    [[nodiscard]] DecodedPage *decodedPage() const { return m_decoded; }

    [[nodiscard]] QSize sizeHint() const override { return {440, 600}; }

Q_SIGNALS:
    /// The button under “Why isn’t it running?” was pressed.
    void actionRequested(yardmaster::OperationKind kind, qint64 id);
    /// This finished job is to be added again, from what the history keeps of it.
    void againRequested(qint64 id);

protected:
    void showEvent(QShowEvent *event) override;

private:
    /// @param rules  of the inspector whose further window this is; null: it has its own.
    InspectorPanel(ConsoleContext *context, InspectorRules *rules, QWidget *parent);

    void makeCommands();
    void onJobChanged();
    void updateNotice();
    void updatePage();
    void updateOfDocument();
    void updateDecoded();
    void updateSql();
    void setPinned(bool isPinned);
    void applyRedaction();
    void detach();

    ConsoleContext *m_context;
    InspectorRules *m_rules; // shared with the further windows
    std::shared_ptr<JobsReader> m_reader;
    WatchedJob *m_job;
    WatchTimer *m_timer;
    QList<QPointer<InspectorPanel>> m_windows;

    QStackedWidget *m_whole; // hint or job
    EmptyHint *m_hint;
    InspectorHeader *m_header;
    PageTabs *m_tabs;
    QStackedWidget *m_pages;
    OverviewPage *m_overview;
    PayloadPage *m_payload;
    DecodedPage *m_decoded;
    ErrorPage *m_error;
    TimelinePage *m_timeline;
    RelatedPage *m_relatedPage;
    SqlPage *m_sql;
    ComparePage *m_compare;
    EmptyHint *m_blank; // while there are no details
    QAction *m_previous;
    QAction *m_next;
    QAction *m_pin;
    QAction *m_detach;
    QAction *m_addAgain;
};

} // namespace yardmaster
