#include "app/commands/operationwords.h"

#include "app/commands/jobjson.h"
#include "app/commands/texttable.h"
#include "models/operations/operationtitle.h"
#include "models/operations/skipreason.h"
#include "models/query/filterkeys.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "worker/json/jsonstring.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kShares = 10; ///< tasks and queues that are listed for a person
constexpr qsizetype kSamples = 5;

QString shareTable(const QString &heading, const QList<OperationPreview::Share> &shares)
{
    std::vector<QStringList> rows{{heading, u"JOBS"_s}};
    for (const OperationPreview::Share &share : shares.mid(0, kShares))
        rows.push_back({share.name.isEmpty() ? u"(none)"_s : share.name, formatNumber(share.jobs)});
    QString text = textTable(rows, {1});
    if (const qsizetype more = shares.size() - kShares; more > 0)
        text += u"and %1 more\n"_s.arg(formatNumber(more));
    return text + u'\n';
}

QByteArray sharesJson(const QList<OperationPreview::Share> &shares)
{
    QByteArrayList items;
    for (const OperationPreview::Share &share : shares) {
        JsonObjectText item;
        item.addTextOrNull("name", share.name);
        item.addNumber("jobs", share.jobs);
        items << item.text();
    }
    return '[' + items.join(',') + ']';
}

QByteArray sampleJson(const OperationPreview::Sample &sample)
{
    JsonObjectText json;
    json.addNumber("id", sample.id);
    json.addText("state", QString(filterStateName(sample.state)));
    json.addText("task_identifier", sample.task);
    json.addTextOrNull("queue_name", sample.queue);
    json.addTextOrNull("key", sample.key);
    json.addNumber("attempts", sample.attempts);
    json.addNumber("max_attempts", sample.maxAttempts);
    json.addNumber("priority", sample.priority);
    json.addTextOrNull("skipped_because", sample.skip);
    return json.text();
}

QList<OperationPreview::Share> statesOf(const OperationPreview &preview)
{
    QList<OperationPreview::Share> shares;
    for (const OperationPreview::StateShare &state : preview.states)
        shares << OperationPreview::Share{QString(filterStateName(state.state)), state.jobs};
    return shares;
}

QString countText(const OperationPreview &preview)
{
    QString text = jobsText(preview.jobs);
    if (preview.isCapped)
        text.prepend(u"at least "_s);
    if (preview.affected() < preview.jobs)
        text += u"; %1 of them will be skipped"_s.arg(
            formatNumber(preview.jobs - preview.affected()));
    if (preview.vanished > 0)
        text += u"; %1 asked for are not there"_s.arg(formatNumber(preview.vanished));
    return text;
}

} // namespace

QString plainTitle(const OperationSpec &spec)
{
    return withoutIsolates(operationTitle(spec));
}

QString previewText(const OperationPreview &preview)
{
    QString text = u"%1: %2\n%3\n\n"_s.arg(plainTitle(preview.spec), countText(preview),
                                           preview.spec.change.description());
    if (!preview.tasks.isEmpty())
        text += shareTable(u"TASK"_s, preview.tasks);
    if (!preview.states.isEmpty())
        text += shareTable(u"STATE"_s, statesOf(preview));
    const bool hasQueues = preview.queues.size() > 1
        || (!preview.queues.isEmpty() && !preview.queues.first().name.isEmpty());
    if (hasQueues)
        text += shareTable(u"QUEUE"_s, preview.queues);
    QList<OperationPreview::Share> skipped;
    for (const OperationPreview::Share &share : preview.skipped)
        skipped << OperationPreview::Share{skipReasonText(share.name), share.jobs};
    if (!skipped.isEmpty())
        text += shareTable(u"SKIPPED BECAUSE"_s, skipped);
    std::vector<QStringList> holders{{u"HELD BY"_s, u"JOBS"_s, u"LAST HEARTBEAT"_s}};
    for (const OperationPreview::Holder &holder : preview.holders)
        holders.push_back({holder.worker.isEmpty() ? u"(no name)"_s : holder.worker,
                           formatNumber(holder.jobs),
                           holder.silentFor ? formatAge(*holder.silentFor) : u"sends none"_s});
    if (holders.size() > 1)
        text += textTable(holders, {1}) + u'\n';
    std::vector<QStringList> samples{{u"ID"_s, u"STATE"_s, u"TASK"_s, u"ATTEMPTS"_s, u"KEY"_s}};
    for (const OperationPreview::Sample &sample : preview.samples.mid(0, kSamples))
        samples.push_back({QString::number(sample.id), QString(filterStateName(sample.state)),
                           sample.task, u"%1/%2"_s.arg(sample.attempts).arg(sample.maxAttempts),
                           sample.key});
    if (samples.size() > 1)
        text += u"For example\n"_s + textTable(samples, {0});
    return text;
}

QByteArray previewJson(const OperationPreview &preview)
{
    JsonObjectText json;
    json.addText("change", operationKindName(preview.spec.change.kind));
    json.addNumber("jobs", preview.jobs);
    json.addNumber("to_change", preview.affected());
    json.addNumber("gone", preview.vanished);
    json.addBool("is_at_least", preview.isCapped);
    json.add("tasks", sharesJson(preview.tasks));
    json.add("states", sharesJson(statesOf(preview)));
    json.add("queues", sharesJson(preview.queues));
    json.add("skipped", sharesJson(preview.skipped));
    QByteArrayList holders;
    for (const OperationPreview::Holder &holder : preview.holders) {
        JsonObjectText item;
        item.addTextOrNull("worker", holder.worker);
        item.addNumber("jobs", holder.jobs);
        if (holder.silentFor)
            item.addNumber("silent_ms", holder.silentFor->count());
        else
            item.add("silent_ms", "null");
        holders << item.text();
    }
    json.add("holders", '[' + holders.join(',') + ']');
    QByteArrayList samples;
    for (const OperationPreview::Sample &sample : preview.samples)
        samples << sampleJson(sample);
    json.add("samples", '[' + samples.join(',') + ']');
    return json.text() + '\n';
}

QString uncertainServerText()
{
    return u"this may not be the server of the operation: it may be a copy, or a standby that was "
           "promoted"_s;
}

QString operationStateWord(OperationState state)
{
    switch (state) {
    case OperationState::Unfinished:
        return u"unfinished"_s;
    case OperationState::Finished:
        return u"finished"_s;
    case OperationState::Cancelled:
        return u"cancelled"_s;
    }
    Q_UNREACHABLE();
}

QByteArray totalsJson(const OperationTotals &totals)
{
    JsonObjectText json;
    json.addNumber("changed", totals.changed);
    json.addNumber("skipped", totals.skipped);
    json.addNumber("gone", totals.vanished);
    json.addNumber("errors", totals.errors);
    return json.text();
}

} // namespace yardmaster
