#include "app/commands/shellcommand.h"

#include "app/commands/addcommand.h"
#include "app/commands/cleanupcommand.h"
#include "app/commands/completioncommand.h"
#include "app/commands/configcommand.h"
#include "app/commands/countscommand.h"
#include "app/commands/doctorcommand.h"
#include "app/commands/errorscommand.h"
#include "app/commands/historycommand.h"
#include "app/commands/historyinstall.h"
#include "app/commands/historylist.h"
#include "app/commands/historyrerun.h"
#include "app/commands/jobschange.h"
#include "app/commands/jobsedit.h"
#include "app/commands/jobslist.h"
#include "app/commands/jobsshow.h"
#include "app/commands/mancommand.h"
#include "app/commands/operationscommand.h"
#include "app/commands/queueschange.h"
#include "app/commands/schemacommand.h"
#include "app/commands/schemaremove.h"
#include "app/commands/schemaroles.h"
#include "app/commands/watchcommand.h"
#include "app/commands/workerscommand.h"
#include "app/commands/workersunlock.h"
#include "app/croncommand.h"
#include "app/cronruncommand.h"
#include "app/exportcommand.h"
#include "app/taskscommand.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

const std::vector<ShellCommand> &commands()
{
    static const std::vector<ShellCommand> table = [] {
        std::vector<ShellCommand> all{jobsListCommand(), jobsShowCommand(), jobsWhyCommand()};
        const auto add = [&all](const std::vector<ShellCommand> &more) {
            all.insert(all.end(), more.begin(), more.end());
        };
        add(jobsChangeCommands());
        add({jobsEditCommand()});
        add({jobsExportCommand()});
        add(operationsCommands());
        add({addCommand()});
        add({doctorCommand(), statsCommand(), errorsCommand(), watchCommand(),
             queuesListCommand()});
        add(queuesChangeCommands());
        add({tasksCountsCommand(), workersListCommand(), workersSweepCommand(),
             workersUnlockCommand()});
        add(schemaCommands());
        add({schemaRemoveCommand(), schemaRolesCommand(), cleanupCommand()});
        add({historyListCommand()});
        add(historyCommands());
        add(historyInstallCommands());
        add({historyRerunCommand()});
        add({cronCheckCommand(), cronNextCommand(), cronRunCommand(), tasksListCommand()});
        add({configShowCommand(), completionCommand(), manCommand()});
        return all;
    }();
    return table;
}

Option jsonOption(const QString &help)
{
    return {{u"json"_s}, {}, help};
}

std::vector<Option> optionsOf(const ShellCommand &command)
{
    std::vector<Option> options;
    if (command.uses == ShellCommand::Uses::Queue)
        options = {
            {{u"c"_s, u"connection"_s},
             u"URL"_s,
             u"the database [YARDMASTER_CONNECTION, DATABASE_URL, PG*]"_s},
            {{u"password-command"_s},
             u"COMMAND"_s,
             u"program that prints the password [YARDMASTER_PASSWORD_COMMAND]"_s},
            {{u"ssh"_s},
             u"HOST"_s,
             u"SSH host through which the database is reached [YARDMASTER_SSH]"_s},
            {{u"ssh-options"_s}, u"OPTIONS"_s, u"more options for ssh [YARDMASTER_SSH_OPTIONS]"_s},
            {{u"s"_s, u"schema"_s},
             u"NAME"_s,
             u"of the queue [YARDMASTER_SCHEMA, GRAPHILE_WORKER_SCHEMA, graphile_worker]"_s},
            {{u"profile"_s},
             u"NAME"_s,
             u"a saved profile of the window instead, or GROUP/NAME [YARDMASTER_PROFILE]"_s}};
    options.insert(options.end(), command.options.begin(), command.options.end());
    options.push_back({{u"h"_s, u"help"_s}, {}, u"print this help"_s});
    return options;
}

QStringList commandGroups()
{
    QStringList groups;
    for (const ShellCommand &command : commands()) {
        if (!groups.contains(command.words.first()))
            groups << command.words.first();
    }
    return groups;
}

QStringList commandVerbs(const QString &group)
{
    QStringList verbs;
    for (const ShellCommand &command : commands()) {
        if (command.words.first() == group && command.words.size() > 1)
            verbs << command.words[1];
    }
    return verbs;
}

} // namespace yardmaster
