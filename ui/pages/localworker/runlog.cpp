#include "ui/pages/localworker/runlog.h"

#include "models/live/joblogs.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "worker/json/visibletext.h"

#include <QFontDatabase>
#include <QScrollBar>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString headOf(const JobLogLine &line)
{
    switch (line.end) {
    case RunEnd::None:
        return RunLog::tr("started, attempt %1").arg(line.attempt);
    case RunEnd::Completed:
        return RunLog::tr("completed");
    case RunEnd::Retrying:
        return RunLog::tr("failed, will be retried");
    case RunEnd::FailedForGood:
        return RunLog::tr("failed for good");
    case RunEnd::GivenBack:
        return RunLog::tr("returned to the queue");
    case RunEnd::LostLease:
        return RunLog::tr("lost its lock");
    }
    Q_UNREACHABLE();
}

QString lineFor(const JobLogLine &line)
{
    using Kind = JobLogLine::Kind;
    const QString time
        = TimeDisplay::instance().shown(line.time).toString(u"HH:mm:ss.zzz"_s) + u"  "_s;
    if (line.kind == Kind::Output)
        return time + u"  "_s + line.text;
    if (line.kind == Kind::ErrorOutput)
        return time + u"! "_s + line.text;
    return time + u"— "_s + headOf(line) + (line.text.isEmpty() ? QString() : u": "_s + line.text);
}

} // namespace

RunLog::RunLog(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setObjectName("runLog"_L1);
    setAccessibleName(tr("Output of the job"));
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(NoWrap);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setPlaceholderText(tr("Choose a run to see its output."));
    document()->setDocumentMargin(8);
}

void RunLog::setJob(const JobLogs *logs, qint64 jobId)
{
    if (logs == m_logs && jobId == m_jobId) {
        refresh();
        return;
    }
    m_logs = logs;
    m_jobId = jobId;
    m_revision = 0;
    clear();
    setPlaceholderText(jobId == 0 ? tr("Choose a run to see its output.")
                                  : tr("Job %1 has no output yet.").arg(jobId));
    refresh();
}

void RunLog::refresh()
{
    if (!m_logs || m_jobId == 0)
        return;
    const quint64 revision = m_logs->revision(m_jobId);
    if (revision == m_revision)
        return;
    m_revision = revision;
    const auto record = m_logs->record(m_jobId);
    QStringList lines;
    if (record.dropped > 0)
        lines << tr("(%1 older lines are gone)", nullptr, pluralOf(qint64(record.dropped)))
                     .arg(formatNumber(record.dropped));
    for (const JobLogLine &line : record.lines)
        lines << lineFor(line);
    const bool isAtEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    const int place = verticalScrollBar()->value();
    setPlainText(visibleText(lines.join(u'\n')));
    verticalScrollBar()->setValue(isAtEnd ? verticalScrollBar()->maximum() : place);
}

} // namespace yardmaster
