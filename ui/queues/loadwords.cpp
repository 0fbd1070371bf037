#include "ui/queues/loadwords.h"

#include "models/format.h"
#include "models/queues/jobloads.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("LoadWords", text);
}

} // namespace

QString loadWords(const JobLoad &load)
{
    QStringList parts;
    const auto add = [&parts](const Count &count, const QString &words) {
        if (count.value.value_or(0) > 0)
            parts << words.arg(formatCount(count));
    };
    add(load.ready, tr("%1 ready"));
    add(load.blocked, tr("%1 blocked"));
    add(load.scheduled, tr("%1 scheduled"));
    add(load.retrying, tr("%1 retrying"));
    add(load.running, tr("%1 running"));
    add(load.failed, tr("%1 failed for good"));
    return parts.isEmpty() ? tr("none that was seen") : parts.join(u", "_s);
}

} // namespace yardmaster
