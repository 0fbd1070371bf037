#include "app/commands/schemacommand.h"

#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationprocess.h"
#include "app/commands/texttable.h"
#include "models/connecting/migrationplan.h"
#include "models/maintenance/schemafactsheet.h"
#include "models/operations/loggedmaintenance.h"
#include "models/values/format.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QByteArray boolJson(bool value)
{
    return value ? "true" : "false";
}

// ---- show

QByteArray sheetJson(const SchemaFactSheet &sheet)
{
    JsonObjectText json;
    json.addText("schema", sheet.probe.schema);
    json.addText("database", sheet.probe.database);
    json.addTextOrNull("family", sheet.family());
    json.addNumber("revision", sheet.probe.state.revision);
    json.addNumber("known_revision", kSchemaRevision);
    json.addNumber("breaking_revision", sheet.probe.state.breakingRevision);
    json.addBool("is_upgradable", sheet.isUpgradable());
    json.addBool("has_registry", sheet.probe.state.hasRegistry);
    json.addBool("has_operator_log", sheet.sharedLog.isThere);
    json.addTextOrNull("owner", sheet.probe.owner);
    json.addText("server_version", sheet.probe.version);
    QByteArrayList relations;
    for (const RelationSize &relation : sheet.sizes.relations) {
        JsonObjectText item;
        item.addText("name", relation.name);
        item.addText("kind", relation.isIndex ? u"index"_s : u"table"_s);
        item.addNumber("bytes", relation.bytes);
        item.add("live", relation.live ? QByteArray::number(*relation.live) : "null");
        item.add("dead", relation.dead ? QByteArray::number(*relation.dead) : "null");
        relations << item.text();
    }
    json.add("relations", '[' + relations.join(',') + ']');
    QStringList restrictions;
    for (const Restriction &restriction : restrictionsOf(sheet.probe))
        restrictions << restriction.sentence;
    json.addList("restrictions", restrictions);
    return json.text() + '\n';
}

QString sheetText(const SchemaFactSheet &sheet)
{
    const SchemaState &state = sheet.probe.state;
    QString text = textTable(
        {{u"schema:"_s, u"%1 in database %2"_s.arg(sheet.probe.schema, sheet.probe.database)},
         {u"layout:"_s, sheet.family()},
         {u"revision:"_s, u"%1 (this program knows %2)"_s.arg(state.revision).arg(kSchemaRevision)},
         {u"owner:"_s, sheet.probe.owner},
         {u"worker registry:"_s, state.hasRegistry ? u"yes"_s : u"no"_s},
         {u"operator log:"_s, sheet.sharedLog.isThere ? u"yes"_s : u"no"_s},
         {u"server:"_s, u"PostgreSQL "_s + sheet.probe.version}});
    std::vector<QStringList> rows{
        {u"RELATION"_s, u"KIND"_s, u"SIZE"_s, u"ROWS (EST.)"_s, u"DEAD (EST.)"_s}};
    const auto number = [](const std::optional<qint64> &value) {
        return value ? formatNumber(*value) : QString();
    };
    for (const RelationSize &relation : sheet.sizes.relations)
        rows.push_back({relation.name, relation.isIndex ? u"index"_s : u"table"_s,
                        formatBytes(relation.bytes), number(relation.live), number(relation.dead)});
    text += u'\n' + textTable(rows, {2, 3, 4});
    for (const Restriction &restriction : restrictionsOf(sheet.probe))
        text += u'\n' + restriction.sentence + u'\n';
    return text;
}

int runSchemaShow(const CommandCall &call)
{
    const auto queue = openQueue(call, QueueAccess::Manage);
    if (!queue)
        return queue.error();
    const auto &[target, session] = *queue;
    const auto sheet = readSchemaFactSheet(*session, target.schema);
    if (!sheet)
        return complainOf(call, target, sheet.error());
    if (call.isSet(u"json"_s))
        call.streams().out->write(sheetJson(*sheet));
    else
        write(call.streams().out, sheetText(*sheet));
    return ExitOk;
}

// ---- install and upgrade

QString planText(const MigrationPlan &plan)
{
    QStringList steps;
    for (const MigrationPlan::Step &step : plan.steps)
        steps << QString::number(step.revision) + (step.isBreaking ? u"!"_s : QString());
    QString text = plan.isInstallation()
        ? u"Schema %1 of database %2: a job queue at revision %3 is installed.\n"_s
              .arg(plan.schema, plan.database)
              .arg(kSchemaRevision)
        : u"Schema %1 of database %2, about %3: revision %4 becomes %5 (steps %6), in one "
          "transaction.\n"_s.arg(plan.schema, plan.database, jobsText(plan.jobs))
              .arg(plan.state.revision)
              .arg(kSchemaRevision)
              .arg(steps.join(u", "_s));
    if (!plan.isInstallation() && plan.hasBreakingSteps())
        text += u"Steps with ! are breaking: workers that do not know them stop. Stop old workers "
                "first.\n"_s;
    for (const MigrationPlan::Holder &holder : plan.holders)
        text += u"%1 is running %2.\n"_s.arg(holder.worker.isEmpty() ? u"A worker without a name"_s
                                                                     : holder.worker,
                                             jobsText(holder.jobs));
    return text;
}

QByteArray planJson(const MigrationPlan &plan, bool isDone)
{
    JsonObjectText json;
    json.addText("schema", plan.schema);
    json.addNumber("from_revision", plan.state.revision);
    json.addNumber("revision",
                   isDone || !plan.isNeeded() ? std::max(kSchemaRevision, plan.state.revision)
                                              : plan.state.revision);
    QByteArrayList steps;
    for (const MigrationPlan::Step &step : plan.steps)
        steps << "{\"revision\":" + QByteArray::number(step.revision)
                + ",\"is_breaking\":" + boolJson(step.isBreaking) + '}';
    json.add("steps", '[' + steps.join(',') + ']');
    json.addBool("is_done", isDone);
    return json.text() + '\n';
}

/// Why `plan` cannot be carried out, as an exit code.
int obstacleCode(const MigrationPlan &plan)
{
    return plan.state.family == SchemaState::Family::Graphile
            && plan.state.breakingRevision > kSchemaRevision
        ? ExitSchemaTooNew
        : ExitDenied;
}

int migrateConfirmed(const CommandCall &call, bool isUpgrade)
{
    return withConfirmation(
        call, {}, QueueAccess::Manage,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            const std::unique_ptr<Session> &session) {
            const CommandStreams &streams = call.streams();
            const auto plan = planMigration(*session, target.schema);
            if (!plan)
                return complainOf(call, target, plan.error());
            if (!plan->mayReadLedger) {
                complainTo(streams, plan->obstacle);
                return int(ExitDenied);
            }
            if (plan->isInstallation() == isUpgrade) {
                complainTo(streams,
                           isUpgrade
                               ? u"there is no job queue in schema '%1' of this database; schema "
                                 "install installs one"_s.arg(target.schema)
                               : u"schema '%1' has a job queue, at revision %2; schema upgrade "
                                 "upgrades it"_s.arg(target.schema)
                                     .arg(plan->state.revision));
                return int(isUpgrade ? ExitNoQueue : ExitNothing);
            }
            // There is nothing to do, which needs no rights.
            const bool isComplete = !plan->isNeeded() && plan->state.hasRegistry
                && plan->state.breakingRevision <= kSchemaRevision;
            if (isComplete) {
                if (call.isSet(u"json"_s))
                    streams.out->write(planJson(*plan, false));
                complainTo(streams,
                           u"the schema is up to date, at revision %1"_s.arg(plan->state.revision));
                return int(ExitNothing);
            }
            if (!plan->obstacle.isEmpty()) {
                complainTo(streams, plan->obstacle);
                return obstacleCode(*plan);
            }
            if (call.isSet(u"dry-run"_s)) {
                if (call.isSet(u"json"_s))
                    streams.out->write(planJson(*plan, false));
                else
                    write(streams.out, planText(*plan));
                return int(ExitOk);
            }
            if (!confirmation.isGiven(Confirmation::Question{
                    planText(*plan), isUpgrade ? u"Upgrade it?"_s : u"Install it?"_s, target.schema,
                    u"the schema's name"_s}))
                return int(ExitRuntime);
            const auto report = migrateLogged(*session, logOf(target));
            if (!report)
                return complainOf(call, target, report.error());
            for (const QString &warning : report->warnings)
                complainTo(streams, warning);
            if (call.isSet(u"json"_s))
                streams.out->write(planJson(*plan, true));
            else
                write(streams.out,
                      u"Schema %1 is at revision %2.\n"_s.arg(target.schema).arg(report->revision));
            return int(ExitOk);
        });
}

int runSchemaInstall(const CommandCall &call)
{
    return migrateConfirmed(call, false);
}

int runSchemaUpgrade(const CommandCall &call)
{
    return migrateConfirmed(call, true);
}

ShellCommand schemaCommand(const QString &verb, const QString &summary)
{
    ShellCommand command;
    command.words = {u"schema"_s, verb};
    command.summary = summary;
    command.uses = ShellCommand::Uses::Queue;
    return command;
}

ShellCommand migrationCommand(const QString &verb, const QString &summary)
{
    ShellCommand command = schemaCommand(verb, summary);
    command.description
        = u"All steps are applied in one transaction: all of them or none. The change is\n"
          "written to the operator log first. A worker does the same when it starts;\n"
          "yardmaster --schema-only does it without asking.\n"_s;
    command.options = Confirmation::options(u"change nothing; print the steps"_s);
    command.options.push_back(jsonOption(u"print one JSON object"_s));
    command.exits = {{ExitOk, u"done"_s},
                     {ExitRuntime, u"not confirmed, or the database failed"_s},
                     {ExitUsage, u"wrong options, or --yes is missing"_s},
                     {ExitNothing, u"there is nothing to do"_s}};
    return command;
}

} // namespace

std::vector<ShellCommand> schemaCommands()
{
    ShellCommand show
        = schemaCommand(u"show"_s, u"Shows a schema: revision, owner, additions, sizes"_s);
    show.options = {jsonOption(u"print one JSON object"_s)};
    show.examples
        = {u"yardmaster schema show"_s, u"yardmaster schema show --json | jq .revision"_s};
    show.exits = {{ExitOk, u"it was printed"_s}};
    show.run = &runSchemaShow;

    ShellCommand install
        = migrationCommand(u"install"_s, u"Installs a job queue in a schema that has none"_s);
    install.examples = {u"yardmaster schema install -c postgres://owner@db/shop"_s,
                        u"yardmaster schema install -s jobs --yes"_s};
    install.run = &runSchemaInstall;

    ShellCommand upgrade = migrationCommand(
        u"upgrade"_s, u"Upgrades a job queue to the newest revision this program knows"_s);
    upgrade.examples
        = {u"yardmaster schema upgrade --dry-run"_s, u"yardmaster schema upgrade --yes"_s};
    upgrade.run = &runSchemaUpgrade;

    return {show, install, upgrade};
}

} // namespace yardmaster
