#include "app/optionvalues.h"

#include "app/optiontable.h"
#include "worker/queue/namelist.h"
#include "worker/tasks/httptarget.h"
#include "worker/time/duration.h"

#include <QRegularExpression>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

std::optional<std::chrono::milliseconds> timeOf(const QString &text)
{
    const auto duration = parseDuration(text.trimmed(), DurationSyntax::Option);
    return duration ? std::optional(std::chrono::floor<std::chrono::milliseconds>(*duration))
                    : std::nullopt;
}

} // namespace

template <typename T>
void OptionValues::put(QMap<QString, T> *target, const QString &what, const QString &name,
                       const T &value)
{
    if (target->contains(name)) {
        problems << u"%1 has two values for '%2'"_s.arg(m_source, name);
        return;
    }
    target->insert(name, value);
    if (what == "TASK"_L1)
        namedTasks.add(m_source, name);
}

std::optional<QString> OptionValues::text(const QString &name)
{
    const auto value = given(name);
    m_source = value ? value->source : u"--"_s + name;
    return value ? std::optional(value->text) : std::nullopt;
}

std::optional<ConfigFile::Value> OptionValues::given(const QString &name) const
{
    if (m_parser.isSet(name))
        return ConfigFile::Value{u"--"_s + name, m_parser.value(name), m_parser.values(name)};
    const QString variable = variableOf(name);
    if (m_environment.contains(variable))
        return ConfigFile::Value{variable, m_environment.value(variable)};
    if (m_config && m_config->options.contains(name))
        return m_config->options.value(name);
    return std::nullopt;
}

bool OptionValues::isSet(const QString &name)
{
    if (m_parser.isSet(name))
        return true;
    const auto value = text(name);
    if (!value)
        return false;
    const QString word = value->trimmed().toLower();
    for (const auto &yes : {"1"_L1, "true"_L1, "yes"_L1, "on"_L1}) {
        if (word == yes)
            return true;
    }
    for (const auto &no : {"0"_L1, "false"_L1, "no"_L1, "off"_L1}) {
        if (word == no)
            return false;
    }
    if (!word.isEmpty()) // which is complained of for every variable
        problems << u"%1 takes 1 or 0, not '%2'"_s.arg(m_source, *value);
    return false;
}

void OptionValues::number(const QString &name, int *target)
{
    const auto given = text(name);
    if (!given)
        return;
    bool ok = false;
    const int value = given->toInt(&ok);
    if (ok)
        *target = value;
    else
        problems << u"%1 takes a whole number, not '%2'"_s.arg(m_source, *given);
}

void OptionValues::duration(const QString &name, std::chrono::milliseconds *target)
{
    const auto given = text(name);
    if (!given)
        return;
    if (const auto value = timeOf(*given))
        *target = *value;
    else
        problems << u"%1 takes a time such as 500, 30s, 5m or 1h, not '%2'"_s.arg(m_source, *given);
}

bool OptionValues::asksForDebug() const
{
    return isTrue(m_environment.value(u"GRAPHILE_LOGGER_DEBUG"_s))
        || isTrue(m_environment.value(u"GRAPHILE_WORKER_DEBUG"_s));
}

template <typename T>
void OptionValues::choice(const QString &name, const std::vector<std::pair<QString, T>> &choices,
                          T *target)
{
    const auto given = text(name);
    if (!given)
        return;
    QStringList names;
    for (const auto &[word, value] : choices) {
        if (word == *given) {
            *target = value;
            return;
        }
        names << word;
    }
    const QString last = names.takeLast();
    problems << u"%1 takes %2 or %3, not '%4'"_s.arg(m_source, names.join(", "_L1), last, *given);
}

void OptionValues::level(CommandLine::LogLevel *target)
{
    using Level = CommandLine::LogLevel;
    if (asksForDebug())
        *target = Level::Debug;
    choice(u"log-level"_s,
           {{u"debug"_s, Level::Debug},
            {u"info"_s, Level::Info},
            {u"warning"_s, Level::Warning},
            {u"error"_s, Level::Error}},
           target);
}

void OptionValues::language(QString *target)
{
    // As in models/values/language.h, which a headless build has not.
    choice(u"language"_s, {{u"en"_s, u"en"_s}, {u"de"_s, u"de"_s}}, target);
}

void OptionValues::logFormat(CommandLine::LogFormat *target)
{
    using Format = CommandLine::LogFormat;
    choice(
        u"log-format"_s,
        {{u"text"_s, Format::Text}, {u"json"_s, Format::Json}, {u"journald"_s, Format::Journald}},
        target);
}

void OptionValues::listenAddress(std::optional<ListenAddress> *target)
{
    const auto given = text(u"listen-http"_s);
    if (!given)
        return;
    if (const auto address = ListenAddress::parse(given->trimmed()))
        *target = *address;
    else
        problems << m_source + u' ' + address.error();
}

void OptionValues::batchDelay(const QString &name, std::optional<std::chrono::milliseconds> *target)
{
    if (text(name) == "-1"_L1) {
        target->reset();
        return;
    }
    std::chrono::milliseconds delay{0};
    duration(name, &delay);
    *target = delay;
}

QStringList OptionValues::list(const QString &name)
{
    const auto value = given(name);
    m_source = value ? value->source : u"--"_s + name;
    if (!value || !value->list.isEmpty())
        return value ? value->list : QStringList();
    return namesIn(value->text);
}

void OptionValues::limits(const QString &name, const QString &what, QMap<QString, int> *target)
{
    static const QRegularExpression form(u"^([^=;]+)=(\\d{1,6})$"_s);
    for (const QString &given : list(name)) {
        if (const auto match = form.match(given); match.hasMatch())
            put(target, what, match.captured(1), match.captured(2).toInt());
        else
            problems << u"%1 takes %2=N, not '%3'"_s.arg(m_source, what, given) + hintAt(given);
    }
}

void OptionValues::rates(const QString &name, const QString &what, QMap<QString, Rate> *target)
{
    static const QRegularExpression form(u"^([^=;]+)=(\\d{1,6})/(\\d*(?:ms|s|m|h|d))$"_s);
    for (const QString &given : list(name)) {
        const auto match = form.match(given);
        const QString period = match.captured(3);
        const auto length
            = timeOf(period.isEmpty() || period.front().isDigit() ? period : u'1' + period);
        if (match.hasMatch() && length)
            put(target, what, match.captured(1), Rate{match.captured(2).toInt(), *length});
        else
            problems << u"%1 takes %2=N/s, N/m or N/10s, not '%3'"_s.arg(m_source, what, given)
                    + hintAt(given);
    }
}

QStringList OptionValues::httpTasks()
{
    QStringList tasks = list(u"http"_s);
    for (const QString &given : std::as_const(tasks)) {
        if (const auto named = NamedHttpTarget::fromText(given); !named)
            problems << m_source + u' ' + named.error(); // not the text: it may hold a password
    }
    return tasks;
}

CleanupTasks OptionValues::cleanupTasks()
{
    const auto given = text(u"cleanup"_s);
    if (!given)
        return {};
    const auto tasks = parseCleanupTasks(*given);
    if (!tasks)
        problems << m_source + u": "_s + tasks.error().message;
    return tasks.value_or(CleanupTasks());
}

void OptionValues::timeouts(WorkerOptions *target)
{
    for (const QString &given : list(u"task-timeout"_s)) {
        const qsizetype at = given.lastIndexOf(u'=');
        const auto time = timeOf(given.mid(at + 1));
        const QString task = given.left(std::max<qsizetype>(at, 0));
        if (!time || at == 0 || task.contains(u'=') || task.contains(u';'))
            problems << u"%1 takes a time such as 30s, or TASK=30s, not '%2'"_s.arg(m_source, given)
                    + hintAt(given);
        else if (at > 0)
            put(&target->taskTimeouts, u"TASK"_s, task, *time);
        else if (target->taskTimeout)
            problems << u"%1 has two times for all tasks"_s.arg(m_source);
        else
            target->taskTimeout = *time;
    }
}

bool OptionValues::isTrue(const QString &value)
{
    return !value.isEmpty() && value != "0"_L1 && value != "false"_L1;
}

QString OptionValues::hintAt(const QString &given) const
{
    const bool isList = !m_source.startsWith(u'-') && given.contains(u';');
    return isList ? u"; separate several with commas"_s : QString();
}

} // namespace yardmaster
