#include <yardmaster/jobspec.h>

#include <yardmaster/json.h>

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSmallintMin = -32768;
constexpr int kSmallintMax = 32767;
/// 4714-11-24 BC, where PostgreSQL's calendar begins.
constexpr Timestamp kEarliest{std::chrono::microseconds(-210866803200000000)};

tl::unexpected<DbError> refuse(QLatin1StringView code, const QString &sentence)
{
    return tl::make_unexpected(DbError{DbError::Kind::InvalidInput, code, sentence});
}

/// Characters as PostgreSQL counts them.
qsizetype lengthOf(const QString &text)
{
    return std::ranges::count_if(text, [](QChar c) { return !c.isLowSurrogate(); });
}

Result<void> checkName(const QString &what, const QString &name, qsizetype longest,
                       QLatin1StringView code)
{
    if (name.isEmpty())
        return refuse(code, u"the %1 is empty"_s.arg(what));
    if (name.contains(QChar(u'\0')))
        return refuse(code, u"the %1 contains a zero character"_s.arg(what));
    if (const qsizetype length = lengthOf(name); length > longest) {
        return refuse(code,
                      u"the %1 '%2…' has %3 characters; at most %4 are allowed"_s.arg(
                          what, name.left(20), QString::number(length), QString::number(longest)));
    }
    return {};
}

/// Finds only certain errors. Numbers beyond double and very deep nesting are left to the database,
/// which accepts more than Qt.
Result<void> checkJson(const QByteArray &text)
{
    if (isJson(text))
        return {};
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson('[' + text + ']', &error);
    if (error.error == QJsonParseError::IllegalNumber
        || error.error == QJsonParseError::DeepNesting)
        return {};
    if (error.error != QJsonParseError::NoError || document.array().size() != 1) {
        const QString reason = error.error == QJsonParseError::NoError
            ? u"more than one value"_s
            : u"%1 at character %2"_s.arg(error.errorString()).arg(std::max(0, error.offset - 1));
        return refuse("22P02"_L1, u"the payload is not valid JSON: %1"_s.arg(reason));
    }
    return {};
}

bool isPrintableAscii(const QString &text)
{
    return std::ranges::all_of(text, [](QChar c) { return c >= u' ' && c <= u'~'; });
}

} // namespace

QString jobKeyModeName(JobKeyMode mode)
{
    switch (mode) {
    case JobKeyMode::Replace:
        return u"replace"_s;
    case JobKeyMode::PreserveRunAt:
        return u"preserve_run_at"_s;
    case JobKeyMode::UnsafeDedupe:
        return u"unsafe_dedupe"_s;
    }
    Q_UNREACHABLE();
}

Result<JobKeyMode> parseJobKeyMode(const QString &name)
{
    for (const JobKeyMode mode :
         {JobKeyMode::Replace, JobKeyMode::PreserveRunAt, JobKeyMode::UnsafeDedupe}) {
        if (name == jobKeyModeName(mode))
            return mode;
    }
    return refuse(
        "GWBKM"_L1,
        u"'%1' is not a job key mode: use replace, preserve_run_at or unsafe_dedupe"_s.arg(name));
}

Result<void> JobSpec::validate() const
{
    if (auto fine = checkName(u"task identifier"_s, identifier, 128, "GWBID"_L1); !fine)
        return fine;
    if (queueName) {
        if (auto fine = checkName(u"queue name"_s, *queueName, 128, "GWBQN"_L1); !fine)
            return fine;
    }
    if (jobKey) {
        if (auto fine = checkName(u"job key"_s, *jobKey, 512, "GWBJK"_L1); !fine)
            return fine;
    }
    if (maxAttempts && (*maxAttempts < 1 || *maxAttempts > kSmallintMax)) {
        return refuse("GWBMA"_L1,
                      u"max_attempts is %1; it must be from 1 to 32767"_s.arg(*maxAttempts));
    }
    if (priority && (*priority < kSmallintMin || *priority > kSmallintMax)) {
        return refuse("22003"_L1,
                      u"the priority is %1; it must be from -32768 to 32767"_s.arg(*priority));
    }
    if (runAt && *runAt < kEarliest)
        return refuse("22008"_L1, u"run_at is before the year 4713 BC"_s);
    for (const QString &flag : flags) {
        if (flag.contains(QChar(u'\0')))
            return refuse("22021"_L1, u"a flag contains a zero character"_s);
    }
    return payload.isEmpty() ? Result<void>() : checkJson(payload);
}

QStringList JobSpec::warnings() const
{
    QStringList sentences;
    const auto look = [&sentences](const QString &what, const QString &name) {
        if (!isPrintableAscii(name))
            sentences << u"the %1 '%2' is not printable ASCII"_s.arg(what, name);
    };
    look(u"task identifier"_s, identifier);
    if (queueName)
        look(u"queue name"_s, *queueName);
    if (jobKey)
        look(u"job key"_s, *jobKey);
    return sentences;
}

} // namespace yardmaster
