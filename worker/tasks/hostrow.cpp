#include "worker/tasks/hostrow.h"

#include "worker/json/jsonstring.h"

#include <array>
#include <charconv>
#include <utility>

namespace yardmaster {

namespace {

/// The items of a row, one after the other: most of what a job costs the executor thread.
class RowText
{
public:
    explicit RowText(qsizetype payloadSize) { m_text.reserve(size_t(payloadSize) + 256); }

    RowText &raw(QByteArrayView json)
    {
        separate();
        m_text.append(json.data(), size_t(json.size()));
        return *this;
    }
    RowText &null() { return raw("null"); }
    RowText &rawOrNull(QByteArrayView json) { return json.isEmpty() ? null() : raw(json); }
    RowText &number(qint64 number)
    {
        separate();
        append(number);
        return *this;
    }
    RowText &quoted(qint64 number)
    {
        separate();
        m_text += '"';
        append(number);
        m_text += '"';
        return *this;
    }
    RowText &orNull(qint64 number) { return number == 0 ? null() : this->number(number); }
    RowText &text(QByteArrayView utf8)
    {
        separate();
        m_text += '"';
        if (needsJsonEscapes(utf8)) {
            QByteArray escaped;
            appendJsonCharacters(&escaped, utf8);
            m_text.append(escaped.data(), size_t(escaped.size()));
        } else {
            m_text.append(utf8.data(), size_t(utf8.size()));
        }
        m_text += '"';
        return *this;
    }
    RowText &textOrNull(const QString &text)
    {
        return text.isEmpty() ? null() : this->text(text.toUtf8());
    }
    RowText &time(Timestamp time)
    {
        if (time == Timestamp::max())
            return raw("\"Infinity\"");
        if (time == Timestamp::min())
            return raw("\"-Infinity\"");
        return number(
            std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count());
    }
    [[nodiscard]] size_t size() const { return m_text.size(); }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void append(qint64 number)
    {
        std::array<char, 20> digits; // and a sign
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
        m_text.append(digits.data(), end.ptr);
    }
    void separate()
    {
        if (!m_text.empty())
            m_text += ',';
    }

    std::string m_text;
};

} // namespace

HostRow hostRow(quint64 run, int task, const Job &job, const HostedColumns &columns,
                const QString &lockedBy)
{
    RowText row(job.payload.size());
    row.number(qint64(run)).number(task).rawOrNull(job.payload).quoted(job.info.id);
    const size_t times = row.size();
    row.time(job.info.runAt).time(columns.createdAt).time(columns.updatedAt);
    const size_t rest = row.size();
    row.orNull(job.queueId).textOrNull(job.info.queueName).number(columns.taskId);
    row.number(job.info.priority).number(job.info.attempts).number(job.info.maxAttempts);
    if (columns.lastError)
        row.text(*columns.lastError);
    else
        row.null();
    row.textOrNull(job.info.key);
    if (job.lockedAt == 0)
        row.null().null(); // a dry run
    else
        row.number(job.lockedAt / 1000).text(lockedBy.toUtf8());
    row.number(columns.revision).rawOrNull(job.flags);
    return {row.take(), times, rest};
}

std::string_view HostRow::without(const HostRow &before) const
{
    const auto isSameFrom = [&](size_t own, size_t its) {
        return std::string_view(text).substr(own) == std::string_view(before.text).substr(its);
    };
    if (isSameFrom(times, before.times))
        return std::string_view(text).substr(0, times);
    if (isSameFrom(rest, before.rest))
        return std::string_view(text).substr(0, rest);
    return text;
}

std::string hostRow(const JobRecord &job, qint64 taskId, qint64 queueId)
{
    RowText row(job.payload.size());
    row.rawOrNull(job.payload).quoted(job.id);
    row.time(job.runAt).time(job.createdAt).time(job.updatedAt);
    row.orNull(queueId).textOrNull(job.queueName).orNull(taskId).number(job.priority);
    row.number(job.attempts).number(job.maxAttempts).textOrNull(job.lastError);
    row.textOrNull(job.key);
    if (job.lockedAt)
        row.time(*job.lockedAt);
    else
        row.null();
    row.textOrNull(job.lockedBy).number(job.revision).rawOrNull(job.flags);
    return '[' + row.text(job.identifier.toUtf8()).take() + ']';
}

} // namespace yardmaster
