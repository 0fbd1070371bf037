#include "models/localworker/workersetup.h"

#include <yardmaster/crontab.h>
#include <yardmaster/taskregistry.h>

#include <QCoreApplication>
#include <QSettings>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct WorkerSetupText
{
    Q_DECLARE_TR_FUNCTIONS(WorkerSetup)
};

QString keyFor(const QString &key, const QString &name)
{
    return u"worker/%1/%2"_s.arg(key, name);
}

} // namespace

WorkerOptions WorkerSetup::applyTo(WorkerOptions options) const
{
    options.concurrency = concurrency;
    options.gracePeriod = gracePeriod;
    options.pollInterval = pollInterval;
    options.flags.forbidden = forbiddenFlags;
    options.flags.accepted = acceptedFlags;
    options.cron.file = crontab.isEmpty() ? std::nullopt : std::optional(crontab);
    options.cron.isFileOptional = false;
    return options;
}

WorkerSetup WorkerSetup::from(const WorkerOptions &options)
{
    WorkerSetup setup;
    setup.crontab = options.cron.file.value_or(QString());
    setup.concurrency = options.concurrency;
    setup.gracePeriod = std::chrono::duration_cast<std::chrono::seconds>(options.gracePeriod);
    setup.pollInterval = options.pollInterval;
    setup.forbiddenFlags = options.flags.forbidden;
    setup.acceptedFlags = options.flags.accepted;
    return setup;
}

void WorkerSetup::save(QSettings *settings, const QString &key) const
{
    const auto set = [&](const QString &name, const QVariant &value) {
        settings->setValue(keyFor(key, name), value);
    };
    set(u"tasks"_s, tasks.folder);
    set(u"plugins"_s, tasks.plugins);
    set(u"crontab"_s, crontab);
    set(u"jobs"_s, concurrency);
    set(u"grace_period"_s, qlonglong(gracePeriod.count()));
    set(u"poll_interval"_s, qlonglong(pollInterval.count()));
    set(u"forbidden_flags"_s, forbiddenFlags);
    set(u"accepted_flags"_s, acceptedFlags);
    set(u"starts_by_itself"_s, startsByItself);
}

WorkerSetup WorkerSetup::load(const QSettings &settings, const QString &key,
                              const WorkerSetup &otherwise)
{
    if (!settings.contains(keyFor(key, u"tasks"_s)))
        return otherwise;
    const auto get = [&](const QString &name) { return settings.value(keyFor(key, name)); };
    WorkerSetup setup = otherwise;
    setup.tasks.folder = get(u"tasks"_s).toString();
    setup.tasks.plugins = get(u"plugins"_s).toStringList();
    setup.tasks.isFolderOptional = false;
    setup.crontab = get(u"crontab"_s).toString();
    setup.concurrency = get(u"jobs"_s).toInt();
    setup.gracePeriod = std::chrono::seconds(get(u"grace_period"_s).toLongLong());
    setup.pollInterval = std::chrono::milliseconds(get(u"poll_interval"_s).toLongLong());
    setup.forbiddenFlags = get(u"forbidden_flags"_s).toStringList();
    setup.acceptedFlags = get(u"accepted_flags"_s).toStringList();
    setup.startsByItself = get(u"starts_by_itself"_s).toBool();
    return setup;
}

CheckedSetup checkSetup(const WorkerSetup &setup, const WorkerOptions &options, ModuleCheck check)
{
    CheckedSetup checked;
    checked.setup = setup;
    if (setup.isEmpty()) {
        checked.taskProblems << WorkerSetupText::tr("Choose a folder of tasks or a plugin.");
    } else if (auto loaded = loadTasks(setup.tasks, check); !loaded) {
        checked.taskProblems = loaded.error().split(u'\n');
        checked.listing = listTasks(setup.tasks, check);
    } else if (loaded->registry->isEmpty()) {
        checked.taskProblems
            = QStringList{WorkerSetupText::tr("There are no tasks in it.")} + loaded->warnings;
        checked.listing = listTasks(*loaded);
    } else {
        checked.listing = listTasks(*loaded);
        checked.tasks = *std::move(loaded);
    }
    const WorkerOptions wanted = setup.applyTo(options);
    if (const auto crontab = wanted.cron.load(); !crontab)
        checked.crontabProblems = crontab.error();
    checked.optionProblems = wanted.problems();
    if (!checked.crontabProblems.isEmpty() || !checked.optionProblems.isEmpty())
        checked.tasks.registry.reset();
    return checked;
}

} // namespace yardmaster
