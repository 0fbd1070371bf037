#include "models/payload/decoderrules.h"

#include "models/values/program.h"
#include "models/values/wildcard.h"

#include <QCoreApplication>
#include <QProcess>
#include <QSettings>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kArrow = "=>"_L1;
constexpr auto kRoot = "payload"_L1;

struct DecoderRulesText
{
    Q_DECLARE_TR_FUNCTIONS(DecoderRules)
};

QString settingsKey(const QString &profileId)
{
    return u"inspector/%1/decoders"_s.arg(profileId.isEmpty() ? u"none"_s : profileId);
}

} // namespace

tl::expected<DecoderRule, QString> DecoderRule::parse(const QString &line)
{
    const qsizetype arrow = line.indexOf(kArrow);
    const QStringList words
        = line.left(std::max<qsizetype>(arrow, 0)).simplified().split(u' ', Qt::SkipEmptyParts);
    if (arrow < 0 || words.isEmpty() || words.size() > 2)
        return tl::make_unexpected(
            DecoderRulesText::tr(
                "“%1” is not a rule. Write: tasks, optionally a path in the payload, =>, command.")
                .arg(line.trimmed()));
    DecoderRule rule;
    rule.tasks = words.first();
    if (words.size() == 2) {
        rule.place = words.last().split(u'.');
        if (rule.place.first() == kRoot)
            rule.place.removeFirst();
        if (rule.place.contains(QString()))
            return tl::make_unexpected(
                DecoderRulesText::tr(
                    "“%1” is not a path in a payload. Write it like payload.user.data.")
                    .arg(words.last()));
    }
    rule.command = line.mid(arrow + kArrow.size()).trimmed();
    const QStringList arguments = rule.arguments();
    if (arguments.isEmpty())
        return tl::make_unexpected(
            DecoderRulesText::tr("“%1” has no command.").arg(line.trimmed()));
    if (rule.command.count(u'"') % 2 != 0)
        return tl::make_unexpected(
            DecoderRulesText::tr("A quotation mark is not closed in “%1”.").arg(rule.command));
    return rule;
}

QString DecoderRule::problem(const QString &line)
{
    const auto rule = parse(line);
    if (!rule)
        return rule.error();
    const QString program = rule->arguments().first();
    return findProgram(program).isEmpty()
        ? DecoderRulesText::tr("No executable program “%1” found.").arg(program)
        : QString();
}

QString DecoderRule::text() const
{
    const QString where = place.isEmpty() ? QString() : u' ' + kRoot + u'.' + place.join(u'.');
    return tasks + where + u' ' + kArrow + u' ' + command;
}

bool DecoderRule::matches(const QString &task) const
{
    return wildcardPattern(tasks).match(task).hasMatch();
}

QStringList DecoderRule::arguments() const
{
    return QProcess::splitCommand(command);
}

DecoderRules DecoderRules::fromLines(const QStringList &lines)
{
    DecoderRules rules;
    for (const QString &line : lines) {
        if (const auto rule = DecoderRule::parse(line))
            rules.m_rules << *rule;
    }
    return rules;
}

DecoderRules DecoderRules::load(const QSettings &settings, const QString &profileId)
{
    return fromLines(settings.value(settingsKey(profileId)).toStringList());
}

void DecoderRules::save(QSettings *settings, const QString &profileId) const
{
    if (m_rules.isEmpty())
        settings->remove(settingsKey(profileId));
    else
        settings->setValue(settingsKey(profileId), lines());
}

QStringList DecoderRules::lines() const
{
    QStringList texts;
    for (const DecoderRule &rule : m_rules)
        texts << rule.text();
    return texts;
}

std::optional<DecoderRule> DecoderRules::ruleFor(const QString &task) const
{
    for (const DecoderRule &rule : m_rules) {
        if (rule.matches(task))
            return rule;
    }
    return std::nullopt;
}

} // namespace yardmaster
