#pragma once

#include "models/query/operationspec.h"
#include "ui/kit/scrollpage.h"

namespace yardmaster {

class ConsoleContext;
class FactList;
class WatchedJob;
class WhyNotBlock;
struct HelpfulAction;

/// Why a job is not running, what can be done about that, and its fields.
class OverviewPage final : public ScrollPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OverviewPage)

public:
    /// `context` is borrowed.
    explicit OverviewPage(ConsoleContext *context, QWidget *parent = nullptr);

    /// It must have details.
    void showJob(const WatchedJob &job);

Q_SIGNALS:
    /// The button under “Why isn’t it running?” was pressed.
    void actionRequested(yardmaster::OperationKind kind, qint64 id);
    void sqlRequested();

private:
    void help(const HelpfulAction &action);

    ConsoleContext *m_context;
    WhyNotBlock *m_whyNot;
    FactList *m_facts;
};

} // namespace yardmaster
