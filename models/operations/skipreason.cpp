#include "models/operations/skipreason.h"

#include <QCoreApplication>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// As JobLocker, ListedBatches and UndoBatches write them; %1 is a name or a number.
constexpr std::array kReasons{
    QT_TRANSLATE_NOOP("Operation", "locked by an unnamed worker"),
    QT_TRANSLATE_NOOP("Operation", "locked by %1"),
    QT_TRANSLATE_NOOP("Operation", "not locked"),
    QT_TRANSLATE_NOOP("Operation", "has no key"),
    QT_TRANSLATE_NOOP("Operation", "failed for good already"),
    QT_TRANSLATE_NOOP("Operation", "being changed at this moment"),
    QT_TRANSLATE_NOOP("Operation", "changed since it was read"),
    QT_TRANSLATE_NOOP("Operation", "changed since the preview"),
    QT_TRANSLATE_NOOP("Operation", "skipped in the preview"),
    QT_TRANSLATE_NOOP("Operation", "changed since"),
    QT_TRANSLATE_NOOP("Operation", "its text is not valid UTF-8"),
    QT_TRANSLATE_NOOP("Operation", "its key now belongs to job %1"),
    QT_TRANSLATE_NOOP("Operation", "new id %1"),
};

} // namespace

QString skipReasonText(const QString &reason)
{
    for (const char *known : kReasons) {
        const QString pattern = QString::fromLatin1(known);
        if (reason == pattern)
            return QCoreApplication::translate("Operation", known);
        if (!pattern.endsWith("%1"_L1))
            continue;
        const QString stem = pattern.chopped(2);
        if (reason.startsWith(stem))
            return QCoreApplication::translate("Operation", known).arg(reason.mid(stem.size()));
    }
    return reason;
}

} // namespace yardmaster
