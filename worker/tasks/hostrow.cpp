#include "worker/tasks/hostrow.h"

#include "worker/json/jsonstring.h"

#include <array>
#include <charconv>
#include <utility>

namespace yardmaster {

namespace {

/// The items of a row, one after the other. Short ones are collected first: a QByteArray grows
/// slowly byte by byte, and this is most of what a job costs the executor thread.
class RowText
{
public:
    explicit RowText(qsizetype payloadSize)
    {
        m_text.reserve(payloadSize + 256);
        add('[');
    }

    RowText &raw(QByteArrayView json)
    {
        separate();
        flush();
        m_text += json;
        return *this;
    }
    RowText &null()
    {
        separate();
        for (const char letter : {'n', 'u', 'l', 'l'})
            add(letter);
        return *this;
    }
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
        add('"');
        append(number);
        add('"');
        return *this;
    }
    RowText &orNull(qint64 number) { return number == 0 ? null() : this->number(number); }
    RowText &text(QByteArrayView utf8)
    {
        separate();
        flush();
        appendJsonString(&m_text, utf8);
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
    [[nodiscard]] QByteArray take()
    {
        add(']');
        flush();
        return std::move(m_text);
    }

private:
    static constexpr qsizetype kLongestItem = 24; ///< a quoted number and what is around it

    void add(char letter) { m_short[size_t(m_used++)] = letter; }
    void append(qint64 number)
    {
        const auto end
            = std::to_chars(m_short.data() + m_used, m_short.data() + m_short.size(), number);
        m_used = end.ptr - m_short.data();
    }
    /// And makes room for a short item.
    void separate()
    {
        if (m_used + kLongestItem > qsizetype(m_short.size()))
            flush();
        if (!std::exchange(m_isFirst, false))
            add(',');
    }
    void flush()
    {
        m_text.append(m_short.data(), m_used);
        m_used = 0;
    }

    QByteArray m_text;
    std::array<char, 256> m_short{};
    qsizetype m_used = 0;
    bool m_isFirst = true;
};

} // namespace

QByteArray hostRow(quint64 run, int task, const Job &job, const HostedColumns &columns,
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

QByteArray hostRow(const JobRecord &job, qint64 taskId, qint64 queueId)
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
