#include "worker/tasks/hostrow.h"

#include "worker/json/jsonstring.h"

namespace yardmaster {

namespace {

/// The items of a row, one after the other.
class RowText
{
public:
    explicit RowText(qsizetype payloadSize)
    {
        m_text.reserve(payloadSize + 256);
        m_text += '[';
    }

    RowText &raw(QByteArrayView json)
    {
        separate();
        m_text += json;
        return *this;
    }
    RowText &number(qint64 number) { return raw(QByteArray::number(number)); }
    RowText &orNull(qint64 number) { return number == 0 ? raw("null") : this->number(number); }
    RowText &text(QByteArrayView utf8)
    {
        separate();
        appendJsonString(&m_text, utf8);
        return *this;
    }
    RowText &textOrNull(const QString &text)
    {
        return text.isEmpty() ? raw("null") : this->text(text.toUtf8());
    }
    RowText &milliseconds(const std::optional<qint64> &time)
    {
        return time ? number(*time) : raw("\"Infinity\"");
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
    [[nodiscard]] QByteArray take() { return std::move(m_text += ']'); }

private:
    void separate()
    {
        if (m_text.size() > 1)
            m_text += ',';
    }

    QByteArray m_text;
};

QByteArrayView orNull(QByteArrayView json)
{
    return json.isEmpty() ? QByteArrayView("null") : json;
}

} // namespace

QByteArray hostRow(quint64 run, int task, const Job &job, const HostedColumns &columns,
                   const QString &lockedBy)
{
    RowText row(job.payload.size());
    row.number(qint64(run)).number(task).raw(orNull(job.payload));
    row.text(QByteArray::number(job.info.id)).orNull(job.queueId).textOrNull(job.info.queueName);
    row.number(columns.taskId).number(job.info.priority).time(job.info.runAt);
    row.number(job.info.attempts).number(job.info.maxAttempts);
    if (columns.lastError)
        row.text(*columns.lastError);
    else
        row.raw("null");
    row.milliseconds(columns.createdAt).milliseconds(columns.updatedAt).textOrNull(job.info.key);
    if (job.lockedAt == 0)
        row.raw("null").raw("null"); // a dry run
    else
        row.number(job.lockedAt / 1000).text(lockedBy.toUtf8());
    return row.number(columns.revision).raw(orNull(job.flags)).take();
}

QByteArray hostRow(const JobRecord &job, qint64 taskId, qint64 queueId)
{
    RowText row(job.payload.size());
    row.raw(orNull(job.payload)).text(QByteArray::number(job.id)).orNull(queueId);
    row.textOrNull(job.queueName).orNull(taskId).number(job.priority).time(job.runAt);
    row.number(job.attempts).number(job.maxAttempts).textOrNull(job.lastError);
    row.time(job.createdAt).time(job.updatedAt).textOrNull(job.key);
    if (job.lockedAt)
        row.time(*job.lockedAt);
    else
        row.raw("null");
    row.textOrNull(job.lockedBy).number(job.revision).raw(orNull(job.flags));
    return row.text(job.identifier.toUtf8()).take();
}

} // namespace yardmaster
