#include "models/operations/outcomemodel.h"

#include "models/operations/skipreason.h"
#include "models/session/delivery.h"
#include "models/values/showntext.h"

#include <QCoreApplication>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct Page
{
    QList<JobOutcome> rows;
    bool hasMore = false;
    QString problem;
};

Page readPage(const QString &journal, std::optional<JobOutcome::Kind> kind, qint64 from)
{
    Page page;
    qint64 matching = 0;
    const auto read = readOutcomes(journal, [&](const JobOutcome &outcome) {
        if (kind && outcome.kind != *kind)
            return;
        if (matching++ < from)
            return;
        if (page.rows.size() < OutcomeModel::kPage)
            page.rows << outcome;
        else
            page.hasMore = true;
    });
    if (!read)
        page.problem = read.error().message;
    return page;
}

} // namespace

QString jobOutcomeWord(JobOutcome::Kind kind)
{
    switch (kind) {
    case JobOutcome::Kind::Changed:
        return QCoreApplication::translate("Operation", "Changed");
    case JobOutcome::Kind::Skipped:
        return QCoreApplication::translate("Operation", "Skipped");
    case JobOutcome::Kind::Vanished:
        return QCoreApplication::translate("Operation", "Gone");
    case JobOutcome::Kind::Error:
        return QCoreApplication::translate("Operation", "Error");
    }
    Q_UNREACHABLE();
}

OutcomeModel::OutcomeModel(QObject *parent)
    : RowsModel(parent)
{
    setColumns({
        {.id = "job"_L1,
         .title = tr("Job"),
         .text = [](const JobOutcome &outcome) { return QString::number(outcome.id); },
         .isFigure = true,
         .widest = u"10000000"_s,
         .raw = [](const JobOutcome &outcome) { return outcome.id; }},
        {.id = "outcome"_L1,
         .title = tr("Result"),
         .text = [](const JobOutcome &outcome) { return jobOutcomeWord(outcome.kind); },
         .widest = jobOutcomeWord(JobOutcome::Kind::Changed),
         .toolTip = kNoText},
        {.id = "change"_L1,
         .title = tr("Before → after"),
         .text = [](const JobOutcome &outcome) { return jobChangeText(outcome.change); },
         .raw =
             [](const JobOutcome &outcome) {
                 return withoutIsolates(jobChangeText(outcome.change));
             }},
        {.id = "detail"_L1,
         .title = tr("Why"),
         .text = [](const JobOutcome &outcome) { return skipReasonText(outcome.detail); },
         .widest = u"being changed at this moment"_s},
    });
}

void OutcomeModel::show(const QString &journal, std::optional<JobOutcome::Kind> kind)
{
    ++m_epoch;
    m_journal = journal;
    m_kind = kind;
    m_hasMore = m_isLoading = false;
    reset({});
    if (!journal.isEmpty())
        loadMore();
}

void OutcomeModel::loadMore()
{
    if (m_isLoading)
        return;
    m_isLoading = true;
    deliver(QtConcurrent::run(readPage, m_journal, m_kind, qint64(rowCount())), this,
            [this, epoch = m_epoch](const Page &page) {
                if (epoch != m_epoch)
                    return;
                m_isLoading = false;
                m_hasMore = page.hasMore;
                append(page.rows);
                Q_EMIT loaded(page.problem);
            });
}

} // namespace yardmaster
