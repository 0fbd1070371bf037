#include "worker/tasks/hostrow.h"

#include "worker/json/jsonstring.h"
#include "worker/tasks/hostframes.h"

#include <array>
#include <charconv>
#include <utility>

namespace yardmaster {

namespace {

/// Beside others, which are sent when they are 32 KiB.
constexpr qsizetype kLargestRow = kLargestFrame - 64 * 1024;

/// Appends the items of a row, in brackets.
class RowText
{
public:
    explicit RowText(std::string *text)
        : m_text(*text)
    {
        m_text += '[';
    }
    ~RowText() { m_text += ']'; }
    Q_DISABLE_COPY_MOVE(RowText)

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

    std::string &m_text;
    bool m_isFirst = true;
};

void addRest(RowText *row, const Job &job, const HostedColumns &columns, const QString &lockedBy)
{
    row->orNull(job.queueId).textOrNull(job.info.queueName).number(columns.taskId);
    row->number(job.info.priority).number(job.info.attempts).number(job.info.maxAttempts);
    if (columns.lastError)
        row->text(*columns.lastError);
    else
        row->null();
    row->textOrNull(job.info.key);
    if (job.lockedAt == 0)
        row->null().null(); // a dry run
    else
        row->number(job.lockedAt / 1000).text(lockedBy.toUtf8());
    row->number(columns.revision).rawOrNull(job.flags);
}

} // namespace

bool HostRows::Rest::isOf(const Job &job, const HostedColumns &others, const QString &worker) const
{
    return columns.taskId == others.taskId && columns.revision == others.revision
        && columns.lastError == others.lastError && job.queueId == queueId
        && job.info.priority == info.priority && job.info.attempts == info.attempts
        && job.info.maxAttempts == info.maxAttempts && job.info.key == info.key
        && job.info.queueName == info.queueName && job.lockedAt == lockedAt && job.flags == flags
        && worker == lockedBy;
}

bool HostRows::Times::isOf(const Job &job, const HostedColumns &columns) const
{
    return job.info.runAt == runAt && columns.createdAt == createdAt
        && columns.updatedAt == updatedAt;
}

bool HostRows::add(quint64 run, int task, const Job &job, const HostedColumns &columns,
                   const QString &lockedBy)
{
    // Written only where it is not as in the row before: most of what a job costs this thread.
    const bool isRestKnown = m_rest && m_rest->isOf(job, columns, lockedBy);
    const bool areTimesKnown = isRestKnown && m_times.isOf(job, columns);
    const size_t before = m_text.size();
    m_text.reserve(before + size_t(job.payload.size()) + 256);
    m_text += isEmpty() ? "[\"run\",[" : ",";
    {
        RowText row(&m_text);
        row.number(qint64(run)).number(task).rawOrNull(job.payload).quoted(job.info.id);
        if (!areTimesKnown)
            row.time(job.info.runAt).time(columns.createdAt).time(columns.updatedAt);
        if (!isRestKnown)
            addRest(&row, job, columns, lockedBy);
    }
    if (m_text.size() - before > size_t(kLargestRow)) {
        m_text.resize(before);
        return false;
    }
    if (!areTimesKnown)
        m_times = {job.info.runAt, columns.createdAt, columns.updatedAt};
    if (!isRestKnown)
        m_rest = {job.info, job.queueId, job.lockedAt, job.flags, columns, lockedBy};
    return true;
}

std::string HostRows::takeMessage()
{
    m_rest.reset();
    m_text += "]]";
    return std::exchange(m_text, {});
}

std::string hostRow(const JobRecord &job)
{
    std::string text;
    {
        RowText row(&text);
        row.rawOrNull(job.payload).quoted(job.id);
        row.time(job.runAt).time(job.createdAt).time(job.updatedAt);
        row.orNull(job.queueId).textOrNull(job.queueName).orNull(job.taskId).number(job.priority);
        row.number(job.attempts).number(job.maxAttempts).textOrNull(job.lastError);
        row.textOrNull(job.key);
        if (job.lockedAt)
            row.time(*job.lockedAt);
        else
            row.null();
        row.textOrNull(job.lockedBy).number(job.revision).rawOrNull(job.flags);
        row.text(job.identifier.toUtf8());
    }
    return text;
}

} // namespace yardmaster
