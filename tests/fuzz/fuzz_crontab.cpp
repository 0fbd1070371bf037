// What must hold for the crontab parser whatever the bytes.
#include <yardmaster/crondescription.h>
#include <yardmaster/crontab.h>
#include <yardmaster/json.h>

#include <cstdio>
#include <cstdlib>

using namespace yardmaster;

namespace {

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

void checkProblems(const QList<CrontabProblem> &problems, QByteArrayView text)
{
    const QByteArrayList lines = text.toByteArray().split('\n');
    for (const CrontabProblem &problem : problems) {
        require(problem.line >= 1 && problem.line <= lines.size(), "the line exists");
        // In UTF-16 units, of which there are never more than bytes; one past the end may be meant.
        const qsizetype longest = lines[problem.line - 1].size() + 1;
        require(problem.column >= 1 && problem.column <= longest, "the column exists");
        require(problem.length >= 1 && problem.column + problem.length <= longest + 1,
                "what is marked is in the line");
        require(!problem.message.isEmpty(), "there is a message");
    }
}

void checkEntry(const CrontabEntry &entry)
{
    require(!entry.item.task.isEmpty(), "there is a task");
    require(!entry.item.identifier.isEmpty(), "there is an identifier");
    require(entry.item.payload.isEmpty()
                || (entry.item.payload.startsWith('{') && isJson(entry.item.payload)),
            "the payload is a JSON object");
    require(!describeSchedule(entry.schedule).isEmpty(), "there is a description");
    const auto from = QDateTime::fromMSecsSinceEpoch(1'767'225'600'000, QTimeZone::utc());
    QDateTime last = from;
    for (const QDateTime &time : entry.schedule.upcoming(from, 3)) {
        require(time > last, "time goes on");
        require(entry.schedule.matches(time), "what comes next matches");
        last = time;
    }
    const auto again = CronSchedule::parse(entry.item.schedule, CrontabDialect::Extended);
    require(again && again->fields() == entry.schedule.fields(), "the five fields stand alone");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const quint8 *data, size_t size)
{
    const QByteArrayView text(data, qsizetype(size));
    const Crontab strict = parseCrontab(text, CrontabDialect::Strict);
    const Crontab extended = parseCrontab(text, CrontabDialect::Extended);
    for (const Crontab &crontab : {strict, extended}) {
        checkProblems(crontab.problems, text);
        checkProblems(crontab.warnings, text);
        for (const CrontabEntry &entry : crontab.entries)
            checkEntry(entry);
    }
    if (strict.isValid()) {
        require(extended.isValid(), "extensions take nothing away");
        require(strict.entries.size() == extended.entries.size(), "both see the same lines");
        for (qsizetype i = 0; i < strict.entries.size(); ++i) {
            const CrontabEntry &a = strict.entries[i];
            const CrontabEntry &b = extended.entries[i];
            require(a.item.identifier == b.item.identifier && a.item.payload == b.item.payload
                        && a.schedule.fields() == b.schedule.fields(),
                    "both mean the same");
        }
    }
    return 0;
}
