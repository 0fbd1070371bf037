#include "models/diagnosis/queueuse.h"

#include "models/diagnosis/diagnosistext.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

QString queueUseName(QueueUse use)
{
    constexpr std::array kNames{"viewer", "producer", "operator", "worker"};
    return QString::fromLatin1(kNames.at(size_t(use)));
}

QString queueUseTitle(QueueUse use)
{
    switch (use) {
    case QueueUse::Viewer:
        return DiagnosisText::tr("viewer");
    case QueueUse::Producer:
        return DiagnosisText::tr("producer");
    case QueueUse::Operator:
        return DiagnosisText::tr("operator");
    case QueueUse::Worker:
        return DiagnosisText::tr("worker");
    }
    Q_UNREACHABLE();
}

std::optional<QueueUse> queueUseFrom(const QString &name)
{
    const auto found = std::ranges::find_if(
        kQueueUses, [&name](QueueUse use) { return queueUseName(use) == name; });
    return found == kQueueUses.end() ? std::nullopt : std::optional(*found);
}

bool QueueRights::suffices(QueueUse use) const
{
    return missing[size_t(use)].isEmpty()
        || (use == QueueUse::Producer
            && (suffices(QueueUse::Operator) || suffices(QueueUse::Worker)));
}

Result<QueueRights> readQueueRights(Session &session, const QString &schema)
{
    const auto rows = session.query(sqlText("models/diagnosis/queue_rights.sql", schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    QueueRights rights;
    rights.role = rows->text(0, 0);
    rights.isOwner = rows->boolean(0, 1);
    for (size_t use = 0; use < kQueueUses.size(); ++use)
        rights.missing[use] = rows->text(0, 2 + int(use)).split(u'\n', Qt::SkipEmptyParts);
    return rights;
}

} // namespace yardmaster
