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
    explicit RowText(qsizetype payloadSize)
    {
        m_text.reserve(size_t(payloadSize) + 256);
        m_text += '[';
    }

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
    [[nodiscard]] std::string take()
    {
        m_text += ']';
        return std::move(m_text);
    }

private:
    void append(qint64 number)
    {
        std::array<char, 20> digits; // and a sign
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
        m_text.append(digits.data(), end.ptr);
    }
    void separate()
    {
        if (!std::exchange(m_isFirst, false))
            m_text += ',';
    }

    std::string m_text;
    bool m_isFirst = true;
};

} // namespace

std::string hostRow(quint64 run, int task, const Job &job, const HostedColumns &columns,
                    const QString &lockedBy)
{
    RowText row(job.payload.size());
    row.number(qint64(run)).number(task).rawOrNull(job.payload);
    row.quoted(job.info.id).orNull(job.queueId).textOrNull(job.info.queueName);
    row.number(columns.taskId).number(job.info.priority).time(job.info.runAt);
    row.number(job.info.attempts).number(job.info.maxAttempts);
    if (columns.lastError)
        row.text(*columns.lastError);
    else
        row.null();
    row.time(columns.createdAt).time(columns.updatedAt).textOrNull(job.info.key);
    if (job.lockedAt == 0)
        row.null().null(); // a dry run
    else
        row.number(job.lockedAt / 1000).text(lockedBy.toUtf8());
    return row.number(columns.revision).rawOrNull(job.flags).take();
}

std::string hostRow(const JobRecord &job, qint64 taskId, qint64 queueId)
{
    RowText row(job.payload.size());
    row.rawOrNull(job.payload).quoted(job.id).orNull(queueId);
    row.textOrNull(job.queueName).orNull(taskId).number(job.priority).time(job.runAt);
    row.number(job.attempts).number(job.maxAttempts).textOrNull(job.lastError);
    row.time(job.createdAt).time(job.updatedAt).textOrNull(job.key);
    if (job.lockedAt)
        row.time(*job.lockedAt);
    else
        row.null();
    row.textOrNull(job.lockedBy).number(job.revision).rawOrNull(job.flags);
    return row.text(job.identifier.toUtf8()).take();
}

} // namespace yardmaster
