#pragma once

#include "models/payload/decoderrules.h"
#include "models/query/operationspec.h"
#include "models/related/watchedjob.h"
#include "models/session/retry.h"
#include "models/values/redaction.h"

#include <QPointer>
#include <QTimer>
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
class FactList;
class InspectorHeader;
class PageTabs;
class PayloadPage;
class PayloadReader;
class RelatedJobs;
class RelatedPage;
class SqlPage;
class TimelinePage;
class WhyNotBlock;
struct HelpfulAction;

/// Everything about one job: why it is not running, its fields, payload, error, timeline, related
/// jobs and SQL. Reads by itself, in the background, again every few seconds while it is visible
/// and whenever jobs were changed from this window. A job that vanishes stays as it was last seen.
///
/// Long because it keeps its tabs, commands and the job that is read in step; the tabs are classes
/// of their own.
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
    [[nodiscard]] qint64 pinnedId() const { return m_pinnedId; }
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
    void makeCommands();
    void onJobChanged();
    [[nodiscard]] const PastRun *lastRun() const;
    void updateNotice();
    void updateOverview();
    void updatePage();
    void updateOfDocument();
    void updateDecoded();
    void updateSql();
    void updateCompare();
    void help(const HelpfulAction &action);
    void setPinned(bool isPinned);
    void readPinned();
    void changeRules();
    void applyRules(const RedactionRules &rules);
    void changeDecoders();
    void applyDecoders(const DecoderRules &rules);
    void detach();

    ConsoleContext *m_context;
    QSettings *m_settings = nullptr;
    RedactionRules m_rules = RedactionRules::defaults();
    DecoderRules m_decoders;
    std::shared_ptr<JobsReader> m_reader;
    WatchedJob *m_job;
    RelatedJobs *m_related;
    qint64 m_relatedId = 0; // the job `m_related` was asked about
    Retry m_retry;
    QTimer m_again;
    QTimer m_slow; // until "reading" is worth saying

    qint64 m_pinnedId = 0;
    QString m_pinnedName;
    QByteArray m_pinnedText;
    PayloadReader *m_pinned;
    QList<QPointer<InspectorPanel>> m_windows;

    QStackedWidget *m_whole; // hint or job
    EmptyHint *m_hint;
    InspectorHeader *m_header;
    PageTabs *m_tabs;
    QStackedWidget *m_pages;
    WhyNotBlock *m_whyNot;
    FactList *m_facts;
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
