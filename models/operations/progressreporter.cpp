#include "models/operations/progressreporter.h"

namespace yardmaster {

namespace {

constexpr qint64 kReportInterval = 100; // ms

} // namespace

ProgressReporter::ProgressReporter(Callback callback)
    : m_callback(std::move(callback))
{ }

void ProgressReporter::begin(const OperationRecord &record)
{
    m_running.start();
    m_seenAtStart = record.totals.seen();
}

void ProgressReporter::report(const OperationRecord &record)
{
    if (!m_reported.isValid() || m_reported.elapsed() >= kReportInterval)
        reportNow(record);
}

void ProgressReporter::reportNow(const OperationRecord &record, const QString &trouble)
{
    if (!m_callback)
        return;
    m_reported.start();
    OperationProgress progress;
    progress.totals = record.totals;
    progress.expected = record.spec.scope.expected;
    const double seconds = m_running.isValid() ? double(m_running.nsecsElapsed()) / 1e9 : 0;
    if (seconds > 0)
        progress.perSecond = double(record.totals.seen() - m_seenAtStart) / seconds;
    progress.trouble = trouble;
    m_callback(progress);
}

} // namespace yardmaster
