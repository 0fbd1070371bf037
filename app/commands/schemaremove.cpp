#include "app/commands/schemaremove.h"

#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationprocess.h"
#include "app/commands/texttable.h"
#include "models/maintenance/loggedremoval.h"
#include "models/maintenance/schemaremoval.h"
#include "models/values/format.h"
#include "worker/db/sqltext.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString removalText(const SchemaRemoval &plan)
{
    QString text = u"Removes the schema %1 of database %2 and everything in it: %3, %4. Only a "
                   "backup can bring it back.\n\n"_s.arg(
                       plan.schema, plan.database, jobsText(plan.jobs), formatBytes(plan.bytes()));
    std::vector<QStringList> rows{{u"KIND"_s, u"NAME"_s, u"ROWS"_s}};
    for (const SchemaRemoval::Object &object : plan.objects)
        rows.push_back({object.kind, object.name,
                        object.rows
                            ? (object.isEstimate ? u"~"_s : QString()) + formatNumber(*object.rows)
                            : QString()});
    text += textTable(rows, {2});
    const auto list = [&text](const QString &heading, const QStringList &names) {
        if (!names.isEmpty())
            text += u"\n%1: %2\n"_s.arg(heading, names.join(u", "_s));
    };
    list(u"Removed as well, because they depend on it"_s, plan.dependents);
    list(u"Functions that stay, and fail from then on"_s, plan.callers);
    list(u"Workers that are alive, and fail from then on"_s, plan.liveWorkers);
    return text;
}

QByteArray removalJson(const SchemaRemoval &plan, bool isDone)
{
    JsonObjectText json;
    json.addText("schema", plan.schema);
    json.addNumber("jobs", plan.jobs);
    QByteArrayList objects;
    for (const SchemaRemoval::Object &object : plan.objects) {
        JsonObjectText item;
        item.addText("kind", object.kind);
        item.addText("name", object.name);
        item.add("rows", object.rows ? QByteArray::number(*object.rows) : "null");
        item.addBool("is_estimate", object.isEstimate);
        objects << item.text();
    }
    json.add("objects", '[' + objects.join(',') + ']');
    json.addList("dependents", plan.dependents);
    json.addList("callers", plan.callers);
    json.addList("live_workers", plan.liveWorkers);
    json.addBool("is_done", isDone);
    return json.text() + '\n';
}

/// The plan estimates a large table of jobs; the question to confirm needs the exact count.
Result<void> countJobs(Session &session, SchemaRemoval *plan)
{
    for (SchemaRemoval::Object &object : plan->objects) {
        if (object.name != "_private_jobs"_L1 || !object.isEstimate)
            continue;
        const auto counted = session.query("select count(*) from " + quotedIdentifier(plan->schema)
                                           + "._private_jobs");
        if (!counted)
            return tl::make_unexpected(counted.error());
        object.rows = plan->jobs = counted->int64(0, 0);
        object.isEstimate = false;
    }
    return {};
}

int runSchemaRemove(const CommandCall &call)
{
    return withConfirmation(
        call, {}, QueueAccess::Manage,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            const std::unique_ptr<Session> &session) {
            const CommandStreams &streams = call.streams();
            auto state = inspectSchema(*session, target.schema);
            if (state && state->family == SchemaState::Family::None)
                return complainOf(call, target, DbError{DbError::Kind::SchemaMissing, {}, {}});
            auto plan = planSchemaRemoval(*session, target.schema);
            if (!plan)
                return complainOf(call, target, plan.error());
            if (plan->obstacle.isEmpty()) {
                if (const auto counted = countJobs(*session, &*plan); !counted)
                    return complainOf(call, target, counted.error());
            }
            if (call.isSet(u"dry-run"_s)) {
                if (call.isSet(u"json"_s))
                    streams.out->write(removalJson(*plan, false));
                else
                    write(streams.out, removalText(*plan));
                return int(ExitOk);
            }
            if (!plan->obstacle.isEmpty()) {
                complainTo(streams, plan->obstacle);
                return int(ExitDenied);
            }
            if (!plan->liveWorkers.isEmpty() && !call.isSet(u"despite-workers"_s)) {
                complainTo(
                    streams,
                    u"workers are alive (%1): stop them first, or add --despite-workers"_s.arg(
                        plan->liveWorkers.join(u", "_s)));
                return int(ExitRuntime);
            }
            if (!confirmation.isGiven(Confirmation::Question{
                    removalText(*plan), {}, target.schema, u"the schema's name"_s, true}))
                return int(ExitRuntime);
            if (const auto removed = removeSchemaLogged(*session, logOf(target), *plan); !removed)
                return complainOf(call, target, removed.error());
            if (call.isSet(u"json"_s))
                streams.out->write(removalJson(*plan, true));
            else
                write(streams.out, u"The schema %1 has been removed.\n"_s.arg(target.schema));
            return int(ExitOk);
        });
}

} // namespace

ShellCommand schemaRemoveCommand()
{
    ShellCommand remove;
    remove.words = {u"schema"_s, u"remove"_s};
    remove.summary = u"Removes a schema with all its jobs"_s;
    remove.uses = ShellCommand::Uses::Queue;
    remove.description
        = u"Shows what would be removed: every object with its rows, what depends on the\n"
          "schema, and workers that are alive. On a terminal, you have to type the schema's\n"
          "name. If objects have been added or removed since they were shown, nothing is\n"
          "removed. There is no undo.\n"_s;
    remove.options = Confirmation::options(u"change nothing; print what would be removed"_s);
    remove.options.push_back(jsonOption(u"print one JSON object"_s));
    remove.options.push_back(
        {{u"despite-workers"_s}, {}, u"remove it even if workers are alive"_s});
    remove.examples = {u"yardmaster schema remove -s old_jobs --dry-run"_s,
                       u"yardmaster schema remove -s old_jobs"_s};
    remove.exits = {{ExitOk, u"it was removed"_s},
                    {ExitRuntime, u"not confirmed, workers are alive, or the database failed"_s},
                    {ExitUsage, u"wrong options, or --yes is missing"_s}};
    remove.run = &runSchemaRemove;
    return remove;
}

} // namespace yardmaster
