#include "models/live/livefilter.h"

#include "models/values/showntext.h"
#include "worker/time/duration.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <optional>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Term = std::function<bool(const LiveLine &)>;
using Text = std::function<QString(const LiveLine &)>;
using Number = std::function<qint64(const LiveLine &)>; // negative: has none

constexpr auto kKeys = "task, queue, kind, event, source, worker, text, job, attempt, duration";

struct LiveFilterText
{
    Q_DECLARE_TR_FUNCTIONS(LiveFilter)
};

struct LiveFilterFault
{
    TextSpan span;
    QString message;
    QString hint;
};

/// Steps of one match before it is given up: a few milliseconds. `(a+)+$` would go on for years.
constexpr auto kLimit = "(*LIMIT_MATCH=100000)"_L1;

QRegularExpression limited(const QString &pattern, QRegularExpression::PatternOptions options = {})
{
    return QRegularExpression(kLimit + pattern,
                              QRegularExpression::CaseInsensitiveOption | options);
}

QRegularExpression wildcard(const RawFilterValue &value)
{
    QString pattern;
    for (qsizetype i = 0; i < value.text.size(); ++i)
        pattern += value.isSpecial(i, u'*') ? u".*"_s
                                            : QRegularExpression::escape(QString(value.text.at(i)));
    return limited(QRegularExpression::anchoredPattern(pattern),
                   QRegularExpression::DotMatchesEverythingOption);
}

/// @param undecided  counts the matches that were given up.
tl::expected<Term, LiveFilterFault> textTerm(const RawFilterTerm &raw, const Text &text,
                                             const std::shared_ptr<qint64> &undecided)
{
    QList<QRegularExpression> patterns;
    if (raw.op.endsWith(u'~')) {
        const RawFilterValue &value = raw.values.first();
        const QRegularExpression pattern = limited(value.text);
        if (!pattern.isValid())
            return tl::make_unexpected(
                LiveFilterFault{value.span,
                                LiveFilterText::tr("This is not a regular expression: %1")
                                    .arg(pattern.errorString()),
                                {}});
        patterns << pattern;
    } else {
        for (const RawFilterValue &value : raw.values)
            patterns << wildcard(value);
    }
    const bool wanted = !raw.op.startsWith(u'!');
    return [patterns, text, wanted, undecided](const LiveLine &line) {
        const QString subject = text(line);
        for (const QRegularExpression &pattern : patterns) {
            const QRegularExpressionMatch match = pattern.match(subject);
            if (match.hasMatch())
                return wanted;
            if (!match.isValid()) { // given up
                ++*undecided;
                return false;
            }
        }
        return !wanted;
    };
}

/// Durations in microseconds. nullopt: not a number.
std::optional<qint64> number(QStringView text, bool isDuration)
{
    if (isDuration) {
        const auto duration = parseDuration(text, DurationSyntax::Filter);
        return duration ? std::optional<qint64>(duration->count()) : std::nullopt;
    }
    bool isNumber = false;
    const qint64 value = text.toLongLong(&isNumber);
    return isNumber && value >= 0 ? std::optional(value) : std::nullopt;
}

bool compare(qint64 value, QStringView op, qint64 bound)
{
    if (op == "<"_L1)
        return value < bound;
    if (op == "<="_L1)
        return value <= bound;
    if (op == ">"_L1)
        return value > bound;
    if (op == ">="_L1)
        return value >= bound;
    return value == bound;
}

tl::expected<Term, LiveFilterFault> numberTerm(const RawFilterTerm &raw, const Number &of,
                                               bool isDuration)
{
    QList<qint64> bounds;
    for (const RawFilterValue &value : raw.values) {
        const auto bound = number(value.text, isDuration);
        if (!bound)
            return tl::make_unexpected(
                isDuration
                    ? LiveFilterFault{value.span, LiveFilterText::tr("A time is missing here."),
                                      u"duration>1.5s"_s}
                    : LiveFilterFault{value.span, LiveFilterText::tr("A number is missing here."),
                                      u"job:42"_s});
        bounds << *bound;
    }
    const bool wanted = raw.op != "!="_L1;
    return [of, bounds, wanted, op = raw.op](const LiveLine &line) {
        const qint64 value = of(line);
        if (value < 0)
            return false;
        return wanted == std::any_of(bounds.cbegin(), bounds.cend(), [&](qint64 bound) {
                   return compare(value, op, bound);
               });
    };
}

Term wordTerm(const QString &word)
{
    return [word](const LiveLine &line) {
        return withoutIsolates(line.message).contains(word, Qt::CaseInsensitive)
            || line.task.contains(word, Qt::CaseInsensitive)
            || line.queue.contains(word, Qt::CaseInsensitive);
    };
}

Text textOf(const QString &key)
{
    if (key == "task"_L1)
        return [](const LiveLine &line) { return line.task; };
    if (key == "queue"_L1)
        return [](const LiveLine &line) { return line.queue; };
    if (key == "kind"_L1)
        return [](const LiveLine &line) { return QString(liveKindName(line.kind)); };
    if (key == "event"_L1)
        return [](const LiveLine &line) { return QString(line.event); };
    if (key == "source"_L1)
        return [](const LiveLine &line) { return QString(liveSourceName(line.source)); };
    if (key == "worker"_L1)
        return [](const LiveLine &line) { return line.worker; };
    if (key == "text"_L1)
        return [](const LiveLine &line) { return withoutIsolates(line.message); };
    return {};
}

Number numberOf(const QString &key)
{
    if (key == "job"_L1)
        return [](const LiveLine &line) { return line.isRun() ? line.jobId : -1; };
    if (key == "attempt"_L1)
        return [](const LiveLine &line) { return line.isRun() ? qint64{line.attempt} : -1; };
    if (key == "duration"_L1)
        return [](const LiveLine &line) {
            return line.duration.count() > 0 ? qint64(line.duration.count()) : -1;
        };
    return {};
}

/// The names of kinds and sources are few, so a wrong one is a mistake, not a filter.
std::optional<LiveFilterFault> unknownName(const RawFilterTerm &raw, const QString &key)
{
    QStringList known;
    if (key == "kind"_L1)
        for (int kind = 0; kind < kLiveKinds; ++kind)
            known << liveKindName(LiveKind(kind));
    else if (key == "source"_L1)
        known = {liveSourceName(LiveSource::Worker), liveSourceName(LiveSource::Database),
                 liveSourceName(LiveSource::Fleet)};
    if (known.isEmpty() || raw.op.endsWith(u'~'))
        return std::nullopt;
    for (const RawFilterValue &value : raw.values) {
        const QRegularExpression pattern = wildcard(value);
        if (std::none_of(known.cbegin(), known.cend(),
                         [&](const QString &name) { return pattern.match(name).hasMatch(); }))
            return LiveFilterFault{value.span,
                                   LiveFilterText::tr("There is no %1 “%2”.").arg(key, value.text),
                                   LiveFilterText::tr("Available: %1").arg(known.join(", "_L1))};
    }
    return std::nullopt;
}

tl::expected<Term, LiveFilterFault> term(const RawFilterTerm &raw,
                                         const std::shared_ptr<qint64> &undecided)
{
    if (raw.key.isEmpty())
        return wordTerm(raw.values.first().text);
    const QString key = raw.key.toLower();
    const auto wrongOperator = [&](const QString &right) {
        return tl::make_unexpected(LiveFilterFault{
            raw.opSpan, LiveFilterText::tr("“%1” does not take “%2”.").arg(key, raw.op), right});
    };
    if (const Text text = textOf(key)) {
        if (raw.op.startsWith(u'<') || raw.op.startsWith(u'>'))
            return wrongOperator(key + u":…"_s);
        if (const auto complaint = unknownName(raw, key))
            return tl::make_unexpected(*complaint);
        return textTerm(raw, text, undecided);
    }
    if (const Number of = numberOf(key)) {
        if (raw.op.endsWith(u'~'))
            return wrongOperator(key + u">…"_s);
        return numberTerm(raw, of, key == "duration"_L1);
    }
    return tl::make_unexpected(LiveFilterFault{
        raw.keySpan, LiveFilterText::tr("Lines have no “%1”.").arg(raw.key),
        LiveFilterText::tr("Available: %1. Put a word that contains a colon in quotes.")
            .arg(QLatin1StringView(kKeys))});
}

} // namespace

tl::expected<LiveFilter, QList<FilterError>> LiveFilter::parse(const QString &text)
{
    QList<FilterError> errors;
    const QList<RawFilterTerm> raws = tokenizeFilter(text, &errors);
    LiveFilter filter;
    for (const RawFilterTerm &raw : raws) {
        auto parsed = term(raw, filter.m_undecided);
        if (!parsed) {
            errors.append({parsed.error().span, parsed.error().message, parsed.error().hint});
            continue;
        }
        filter.m_takesTime |= raw.op.endsWith(u'~') || raw.op.endsWith(u':') || raw.op == "="_L1;
        if (raw.isNegated)
            filter.m_terms << [met = *parsed](const LiveLine &line) { return !met(line); };
        else
            filter.m_terms << *std::move(parsed);
    }
    if (!errors.isEmpty())
        return tl::make_unexpected(errors);
    return filter;
}

bool LiveFilter::matches(const LiveLine &line) const
{
    return m_groups[std::size_t(groupOf(line.kind))]
        && std::all_of(m_terms.cbegin(), m_terms.cend(),
                       [&line](const Term &met) { return met(line); });
}

QString LiveFilter::help()
{
    return LiveFilterText::tr(
        "Words find lines whose task, queue or message contains them. task:send_* queue:a,b "
        "kind:failed event:job:* source:database text~\"time.?out\" job:42 attempt>1 duration>2s; "
        "a leading - excludes lines. All terms must match.");
}

} // namespace yardmaster
