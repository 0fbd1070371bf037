#include "app/examples.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>

namespace yardmaster {

using namespace Qt::StringLiterals;

tl::expected<void, QString> unpackExamples(const QString &folder)
{
    const QString root = u":/yardmaster/resources/examples"_s;
    QDirIterator files(root, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString source = files.next();
        const QString relative = source.mid(root.size() + 1);
        const bool isTask = relative.startsWith("tasks/"_L1);
        if (!isTask && relative != "crontab"_L1)
            continue;
        const QString target = folder + u'/' + relative;
        if (QFile::exists(target))
            continue;
        if (!QDir().mkpath(QFileInfo(target).path()) || !QFile::copy(source, target))
            return tl::make_unexpected(u"the example %1 cannot be written"_s.arg(target));
        using Owner = QFileDevice;
        auto mode = Owner::ReadOwner | Owner::WriteOwner | Owner::ReadGroup | Owner::ReadOther;
        if (isTask)
            mode |= Owner::ExeOwner | Owner::ExeGroup | Owner::ExeOther;
        QFile::setPermissions(target, mode);
    }
    return {};
}

Result<void> queueExampleJobs(Session &session, const QString &schema)
{
    return session.script(sqlText("resources/examples/jobs.sql", schema));
}

} // namespace yardmaster
