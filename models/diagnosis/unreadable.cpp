#include "models/diagnosis/unreadable.h"

#include "models/diagnosis/diagnosistext.h"

namespace yardmaster {

std::optional<QueueCheck> whyUnreadable(const SchemaProbe &probe, bool readsJobs)
{
    QString sentence;
    if (!probe.mayReadLedger)
        sentence = DiagnosisText::tr("Role %1 may not read the queue.").arg(probe.role);
    else if (probe.state.revision < kOldestReadRevision)
        sentence = DiagnosisText::tr("There is no queue that can be read.");
    else if (!probe.missingTables.isEmpty())
        sentence = DiagnosisText::tr("Tables of the queue are missing.");
    else if (readsJobs && !probe.mayRead)
        sentence = DiagnosisText::tr("Role %1 may not read the queue.").arg(probe.role);
    else if (readsJobs && probe.hidesRows)
        sentence = DiagnosisText::tr("Row security hides the jobs from role %1.").arg(probe.role);
    if (sentence.isEmpty())
        return std::nullopt;
    return QueueCheck{{}, QueueCheck::Outcome::Skipped, sentence};
}

QString timeoutRemedy()
{
    return DiagnosisText::tr("Raise statement_timeout of the role.");
}

QString remedyFor(const DbError &error)
{
    return error.kind == DbError::Kind::Cancelled ? timeoutRemedy() : QString();
}

} // namespace yardmaster
