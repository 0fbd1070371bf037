#include "models/query/filterparser.h"

#include "models/query/filterkeys.h"
#include "models/query/filtertext.h"
#include "models/query/filtertime.h"
#include "models/values/pastoutcome.h"
#include "worker/time/duration.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QStringList keyNames(FilterLanguage language)
{
    QStringList names;
    for (const FilterKeyInfo &info : filterKeys(language))
        names << info.name;
    return names;
}

QStringList stateNames()
{
    QStringList names;
    for (const FilterState &state : filterStates())
        names << state.name;
    return names;
}

QStringList outcomeNames()
{
    QStringList names;
    for (const PastOutcomeInfo &outcome : pastOutcomes())
        names << outcome.name;
    return names;
}

/// Understands one term; a nullopt has been complained about.
class TermReader
{
public:
    TermReader(const RawFilterTerm &raw, FilterLanguage language, QList<FilterError> *errors)
        : m_raw(raw)
        , m_language(language)
        , m_errors(errors)
    { }

    std::optional<FilterTerm> read()
    {
        if (m_raw.op.isEmpty()) {
            complainOfBareWord();
            return std::nullopt;
        }
        m_info = findFilterKey(m_raw.key, m_language);
        if (!m_info) {
            complainOfKey();
            return std::nullopt;
        }
        m_term.isNegated = m_raw.isNegated != m_raw.op.startsWith(u'!');
        m_term.key = m_info->key;
        m_term.path = m_raw.path;
        m_term.span = m_raw.span;
        if (!readOperator())
            return std::nullopt;
        // "=" differs from ":" only in what * and words mean.
        const bool hasTexts = m_info->type == FilterType::Name || m_info->type == FilterType::Text
            || m_info->type == FilterType::Json;
        if (m_term.op == FilterOperator::Equals && !hasTexts)
            m_term.op = FilterOperator::Is;
        bool isGood = true;
        for (const RawFilterValue &raw : m_raw.values) {
            const auto value = readValue(raw);
            if (value && !m_term.values.contains(*value))
                m_term.values << *value;
            isGood &= value.has_value();
        }
        if (m_term.op == FilterOperator::Equals && m_info->type == FilterType::Name)
            m_term.op = FilterOperator::Is;
        return isGood ? std::optional(m_term) : std::nullopt;
    }

private:
    void complain(TextSpan span, const QString &message, const QString &hint = {})
    {
        m_errors->append({span, message, hint});
    }

    void complainOfBareWord()
    {
        const QString word = m_raw.values.first().text;
        QString hint;
        static const QRegularExpression digits(u"^[0-9]+$"_s);
        if (word.isEmpty())
            hint = u"-task:noisy"_s;
        else if (digits.match(word).hasMatch())
            hint = u"id:"_s + word;
        else if (m_language == FilterLanguage::Jobs && findFilterState(word))
            hint = u"state:"_s + word.toLower();
        else if (m_language == FilterLanguage::Runs && findPastOutcome(word))
            hint = u"outcome:"_s + word.toLower();
        else if (const auto *key = findFilterKey(word, m_language))
            hint = QString::fromLatin1(key->example);
        else
            hint = FilterText::tr("For example %1, %2 or %3.")
                       .arg(FilterTerm{false,
                                       FilterKey::Task,
                                       {},
                                       FilterOperator::Is,
                                       {FilterValue::exactly(word)},
                                       {}}
                                .text(),
                            m_language == FilterLanguage::Jobs ? u"key:…"_s : u"worker:…"_s,
                            u"error:…"_s);
        complain(m_raw.keySpan,
                 word.isEmpty() ? FilterText::tr("There is nothing here to exclude.")
                                : FilterText::tr("A term needs a key, an operator and a value."),
                 hint);
    }

    void complainOfKey()
    {
        const QString close
            = closestName(m_raw.key.toLower().replace(u'_', u'-'), keyNames(m_language));
        complain(m_raw.keySpan, FilterText::tr("There is no key “%1”.").arg(m_raw.key),
                 close.isEmpty()
                     ? FilterText::tr("Keys: %1.").arg(keyNames(m_language).join(", "_L1))
                     : FilterText::tr("Did you mean %1?").arg(close));
    }

    bool readOperator()
    {
        const QString op = m_raw.op == "!="_L1 ? u"="_s : m_raw.op == "!~"_L1 ? u"~"_s : m_raw.op;
        QStringList allowed;
        bool isAllowed = false;
        for (const FilterOperator candidate :
             {FilterOperator::Is, FilterOperator::Equals, FilterOperator::Less,
              FilterOperator::LessOrEqual, FilterOperator::Greater, FilterOperator::GreaterOrEqual,
              FilterOperator::Matches}) {
            if (!allowsOperator(m_term.key, !m_term.path.isEmpty(), candidate))
                continue;
            allowed << filterOperatorText(candidate);
            if (op == filterOperatorText(candidate)) {
                isAllowed = true;
                m_term.op = candidate;
            }
        }
        if (!isAllowed) {
            complain(m_raw.opSpan,
                     FilterText::tr("“%1” cannot be used with %2.").arg(m_raw.op, m_info->name),
                     FilterText::tr("Possible operators: %1.").arg(allowed.join(u' ')));
            return false;
        }
        const bool isCompared
            = m_term.op != FilterOperator::Is && m_term.op != FilterOperator::Equals;
        if (isCompared && m_raw.values.size() > 1) {
            complain(m_raw.values.at(1).span, FilterText::tr("“%1” takes one value.").arg(m_raw.op),
                     FilterText::tr("Lists need “:”."));
            return false;
        }
        return true;
    }

    std::optional<FilterValue> readValue(const RawFilterValue &raw)
    {
        if (raw.text.isEmpty() && !raw.isQuoted)
            return std::nullopt; // the tokenizer has complained
        switch (m_info->type) {
        case FilterType::State:
            return readState(raw);
        case FilterType::Outcome:
            return readOutcome(raw);
        case FilterType::Number:
            return readNumber(raw);
        case FilterType::Duration:
            return readDuration(raw);
        case FilterType::Time:
            return readTime(raw);
        case FilterType::Json:
            if (m_term.op != FilterOperator::Is && m_term.op != FilterOperator::Equals
                && m_term.op != FilterOperator::Matches)
                return readDecimal(raw);
            return readText(raw);
        case FilterType::Name:
        case FilterType::Text:
            return readText(raw);
        }
        Q_UNREACHABLE();
    }

    std::optional<FilterValue> readState(const RawFilterValue &raw)
    {
        const auto state = findFilterState(raw.text);
        if (!state) {
            const QString close = closestName(raw.text, stateNames());
            complain(raw.span, FilterText::tr("There is no state “%1”.").arg(raw.text),
                     close.isEmpty() ? FilterText::tr("States: %1.").arg(stateNames().join(", "_L1))
                                     : FilterText::tr("Did you mean %1?").arg(close));
            return std::nullopt;
        }
        return FilterValue{{QString(filterStateName(*state))}, false, raw.span};
    }

    std::optional<FilterValue> readOutcome(const RawFilterValue &raw)
    {
        const auto outcome = findPastOutcome(raw.text);
        if (!outcome) {
            const QString close = closestName(raw.text, outcomeNames());
            complain(raw.span, FilterText::tr("There is no outcome “%1”.").arg(raw.text),
                     close.isEmpty()
                         ? FilterText::tr("Outcomes: %1.").arg(outcomeNames().join(", "_L1))
                         : FilterText::tr("Did you mean %1?").arg(close));
            return std::nullopt;
        }
        return FilterValue{{QString(pastOutcomeInfo(*outcome).name)}, false, raw.span};
    }

    /// Cuts at an unquoted "..". @returns one or two texts.
    QStringList ends(const RawFilterValue &raw)
    {
        for (qsizetype i = 0; i + 1 < raw.text.size(); ++i) {
            if (raw.isSpecial(i, u'.') && raw.isSpecial(i + 1, u'.'))
                return {raw.text.left(i), raw.text.mid(i + 2)};
        }
        return {raw.text};
    }

    template <typename Read>
    std::optional<FilterValue> readOneOrRange(const RawFilterValue &raw, Read readEnd)
    {
        const QStringList texts = ends(raw);
        FilterValue value{{}, texts.size() == 2, raw.span};
        if (value.isRange && m_term.op != FilterOperator::Is) {
            complain(raw.span, FilterText::tr("A range needs “:”."),
                     u"%1:%2"_s.arg(m_info->name, raw.text));
            return std::nullopt;
        }
        if (value.isRange && texts.first().isEmpty() && texts.last().isEmpty()) {
            complain(raw.span, FilterText::tr("A range needs at least one end."), {});
            return std::nullopt;
        }
        qsizetype at = raw.span.begin;
        for (const QString &text : texts) {
            // Quotes are not counted, so only what is unquoted is located to the character.
            const TextSpan span = raw.isQuoted ? raw.span : TextSpan{at, at + text.size()};
            at += text.size() + 2;
            if (text.isEmpty() && value.isRange) {
                value.pieces << QString();
                continue;
            }
            const auto end = readEnd(text, span);
            if (!end)
                return std::nullopt;
            value.pieces << *end;
        }
        return value;
    }

    std::optional<FilterValue> readNumber(const RawFilterValue &raw)
    {
        auto value = readOneOrRange(
            raw, [this](const QString &text, TextSpan span) -> std::optional<QString> {
                bool isNumber = false;
                const qint64 number = text.toLongLong(&isNumber);
                static const QRegularExpression form(u"^[+-]?[0-9]+$"_s);
                const bool looksGood = form.match(text).hasMatch();
                if (isNumber && looksGood)
                    return QString::number(number);
                complain(span,
                         looksGood ? FilterText::tr("%1 is too large a number.").arg(text)
                                   : FilterText::tr("“%1” is not a whole number.").arg(text),
                         QString::fromLatin1(m_info->example));
                return std::nullopt;
            });
        if (value && value->isRange && !value->pieces.contains(QString())
            && value->pieces.first().toLongLong() > value->pieces.last().toLongLong()) {
            complain(raw.span, FilterText::tr("This range is empty: it ends before it begins."),
                     value->pieces.last() + ".."_L1 + value->pieces.first());
            return std::nullopt;
        }
        return value;
    }

    std::optional<FilterValue> readDuration(const RawFilterValue &raw)
    {
        return readOneOrRange(
            raw, [this](const QString &text, TextSpan span) -> std::optional<QString> {
                if (parseDuration(text, DurationSyntax::Filter))
                    return text.toLower();
                complain(span, FilterText::tr("“%1” is not a duration.").arg(text),
                         FilterText::tr("For example 250ms, 5s, 1.5m or 1h30m."));
                return std::nullopt;
            });
    }

    std::optional<FilterValue> readTime(const RawFilterValue &raw)
    {
        const bool mayLack = m_term.key == FilterKey::Locked || m_term.key == FilterKey::Started;
        if (mayLack && m_term.op == FilterOperator::Is && raw.text.isEmpty())
            return FilterValue{{QString()}, false, raw.span}; // not locked
        return readOneOrRange(
            raw, [this, &raw](const QString &text, TextSpan span) -> std::optional<QString> {
                const auto time = parseFilterTime(text);
                if (!time) {
                    complain(span, FilterText::tr("“%1” is not a time.").arg(text),
                             FilterText::tr("For example now-1h30m, now+2d, today, 2026-11-01, "
                                            "2026-11-01T14:03 or 2026-11-01T14:03:07+01:00."));
                    return std::nullopt;
                }
                const bool isMoment = time->anchor == FilterTime::Anchor::Now;
                if (isMoment && m_term.op == FilterOperator::Is && ends(raw).size() == 1) {
                    complain(span, FilterText::tr("No job has exactly this moment as its time."),
                             u"%1<%2"_s.arg(m_info->name, text));
                    return std::nullopt;
                }
                if (time->anchor != FilterTime::Anchor::Calendar)
                    return text.toLower();
                return text.toUpper().replace(u' ', u'T');
            });
    }

    std::optional<FilterValue> readDecimal(const RawFilterValue &raw)
    {
        static const QRegularExpression form(
            u"^[+-]?[0-9]{1,100}(\\.[0-9]{1,100})?([eE][+-]?[0-9]{1,3})?$"_s);
        if (!form.match(raw.text).hasMatch()) {
            complain(raw.span, FilterText::tr("“%1” is not a number.").arg(raw.text),
                     u"payload.amount>9.5"_s);
            return std::nullopt;
        }
        return FilterValue{{raw.text}, false, raw.span};
    }

    std::optional<FilterValue> readText(const RawFilterValue &raw)
    {
        if (m_term.op == FilterOperator::Matches) {
            if (raw.text.isEmpty()) {
                complain(raw.span, FilterText::tr("The pattern is empty."),
                         u"error~\"ETIMEDOUT|refused\""_s);
                return std::nullopt;
            }
            return FilterValue{{raw.text}, false, raw.span};
        }
        FilterValue value{{QString()}, false, raw.span};
        const bool hasWildcards = m_term.op == FilterOperator::Is;
        for (qsizetype i = 0; i < raw.text.size(); ++i) {
            if (!hasWildcards || !raw.isSpecial(i, u'*'))
                value.pieces.last() += raw.text.at(i);
            else if (value.pieces.size() == 1 || !value.pieces.last().isEmpty())
                value.pieces << QString(); // several * are one
        }
        return value;
    }

    const RawFilterTerm &m_raw;
    const FilterLanguage m_language;
    QList<FilterError> *m_errors;
    const FilterKeyInfo *m_info = nullptr;
    FilterTerm m_term;
};

} // namespace

ParsedFilter parseFilter(QStringView text, FilterLanguage language)
{
    ParsedFilter parsed;
    for (const RawFilterTerm &raw : tokenizeFilter(text, &parsed.errors)) {
        const bool isBroken = std::ranges::any_of(parsed.errors, [&raw](const FilterError &error) {
            return error.span.begin >= raw.span.begin && error.span.begin <= raw.span.end;
        });
        auto term = TermReader(raw, language, &parsed.errors).read();
        if (term && !isBroken)
            parsed.filter.terms << *std::move(term);
    }
    std::ranges::stable_sort(parsed.errors, {},
                             [](const FilterError &error) { return error.span.begin; });
    return parsed;
}

} // namespace yardmaster
