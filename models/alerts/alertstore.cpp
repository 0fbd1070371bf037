#include "models/alerts/alertstore.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QSettings>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString toLine(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonObject fromLine(const QString &line)
{
    return QJsonDocument::fromJson(line.toUtf8()).object();
}

QString ruleLine(const AlertRule &rule)
{
    return toLine({{u"id"_s, rule.id},
                   {u"kind"_s, alertKindKey(rule.kind)},
                   {u"task"_s, rule.task},
                   {u"enabled"_s, rule.isEnabled},
                   {u"severity"_s, alertSeverityKey(rule.severity)},
                   {u"threshold"_s, rule.threshold},
                   {u"hold"_s, qint64(rule.hold.count())}});
}

std::optional<AlertRule> ruleFrom(const QString &line)
{
    const QJsonObject object = fromLine(line);
    const auto kind = alertKindFromKey(object.value("kind"_L1).toString());
    const auto severity = alertSeverityFromKey(object.value("severity"_L1).toString());
    AlertRule rule;
    rule.id = object.value("id"_L1).toString();
    if (!kind || !severity || rule.id.isEmpty())
        return std::nullopt;
    rule.kind = *kind;
    rule.severity = *severity;
    if (looksAtTask(rule.kind))
        rule.task = object.value("task"_L1).toString();
    rule.isEnabled = object.value("enabled"_L1).toBool();
    rule.threshold = object.value("threshold"_L1).toDouble();
    rule.hold = std::chrono::seconds(object.value("hold"_L1).toInteger());
    return problemsOf(rule).isEmpty() ? std::optional(rule) : std::nullopt;
}

QString recordLine(const AlertRecord &record)
{
    QJsonObject object{{u"rule"_s, record.rule},
                       {u"kind"_s, alertKindKey(record.kind)},
                       {u"severity"_s, alertSeverityKey(record.severity)},
                       {u"text"_s, record.text},
                       {u"raised"_s, record.raisedAt.toUTC().toString(Qt::ISODateWithMs)}};
    if (record.overAt.isValid())
        object.insert("over"_L1, record.overAt.toUTC().toString(Qt::ISODateWithMs));
    return toLine(object);
}

std::optional<AlertRecord> recordFrom(const QString &line)
{
    const QJsonObject object = fromLine(line);
    const auto kind = alertKindFromKey(object.value("kind"_L1).toString());
    const auto severity = alertSeverityFromKey(object.value("severity"_L1).toString());
    AlertRecord record;
    record.raisedAt
        = QDateTime::fromString(object.value("raised"_L1).toString(), Qt::ISODateWithMs);
    if (!kind || !severity || !record.raisedAt.isValid())
        return std::nullopt;
    record.kind = *kind;
    record.severity = *severity;
    record.rule = object.value("rule"_L1).toString();
    record.text = object.value("text"_L1).toString();
    record.overAt = QDateTime::fromString(object.value("over"_L1).toString(), Qt::ISODateWithMs);
    return record;
}

constexpr auto kClock = "HH:mm"_L1;

} // namespace

AlertStore::AlertStore(QSettings *settings, const QString &profileId)
    : m_settings(settings)
{
    QString profile = profileId.isEmpty() ? u"none"_s : profileId;
    // A slash would be a group of its own.
    profile.replace(u'/', u'_').replace(u'\\', u'_');
    m_group = "alerts/"_L1 + profile + u'/';
}

QString AlertStore::key(const char *name) const
{
    return m_group + QLatin1StringView(name);
}

AlertSettings AlertStore::settings() const
{
    AlertSettings found;
    if (!m_settings)
        return found;
    if (m_settings->contains(key("rules"))) {
        found.rules.clear();
        QSet<QString> ids;
        const QStringList lines = m_settings->value(key("rules")).toStringList();
        for (const QString &line : lines) {
            const auto rule = ruleFrom(line);
            if (!rule || ids.contains(rule->id) || found.rules.size() == kMostAlertRules)
                continue;
            ids.insert(rule->id);
            found.rules << *rule;
        }
    }
    const auto value = [this](const char *name, const QVariant &usual) {
        return m_settings->value(key(name), usual);
    };
    AlertPolicy &policy = found.policy;
    policy.usesTray = value("tray", policy.usesTray).toBool();
    policy.usesSound = value("sound", policy.usesSound).toBool();
    policy.usesCommand = value("command", policy.usesCommand).toBool();
    policy.command.program = value("program", {}).toString();
    policy.command.arguments = value("arguments", {}).toString();
    const std::chrono::minutes remind(
        value("remind_minutes", qint64(policy.remind.count())).toLongLong());
    if (remind.count() >= 0 && remind <= kLongestRemind)
        policy.remind = remind;
    QuietHours &quiet = policy.quiet;
    quiet.isOn = value("quiet", quiet.isOn).toBool();
    const QTime from = QTime::fromString(value("quiet_from", {}).toString(), kClock);
    const QTime to = QTime::fromString(value("quiet_to", {}).toString(), kClock);
    if (from.isValid() && to.isValid() && from != to) {
        quiet.from = from;
        quiet.to = to;
    }
    if (const int days = value("quiet_days", quiet.days).toInt() & 0x7f; days != 0)
        quiet.days = days;
    quiet.letsCriticalThrough = value("quiet_critical", quiet.letsCriticalThrough).toBool();
    return found;
}

void AlertStore::setSettings(const AlertSettings &settings)
{
    if (!m_settings)
        return;
    QStringList rules;
    for (const AlertRule &rule : settings.rules)
        rules << ruleLine(rule);
    const AlertPolicy &policy = settings.policy;
    m_settings->setValue(key("rules"), rules);
    m_settings->setValue(key("tray"), policy.usesTray);
    m_settings->setValue(key("sound"), policy.usesSound);
    m_settings->setValue(key("command"), policy.usesCommand);
    m_settings->setValue(key("program"), policy.command.program);
    m_settings->setValue(key("arguments"), policy.command.arguments);
    m_settings->setValue(key("remind_minutes"), qint64(policy.remind.count()));
    m_settings->setValue(key("quiet"), policy.quiet.isOn);
    m_settings->setValue(key("quiet_from"), policy.quiet.from.toString(kClock));
    m_settings->setValue(key("quiet_to"), policy.quiet.to.toString(kClock));
    m_settings->setValue(key("quiet_days"), policy.quiet.days);
    m_settings->setValue(key("quiet_critical"), policy.quiet.letsCriticalThrough);
}

QList<AlertRecord> AlertStore::history() const
{
    QList<AlertRecord> records;
    const QStringList lines
        = m_settings ? m_settings->value(key("history")).toStringList() : QStringList();
    for (const QString &line : lines) {
        if (const auto record = recordFrom(line))
            records << *record;
    }
    return records;
}

void AlertStore::setHistory(const QList<AlertRecord> &history)
{
    if (!m_settings)
        return;
    QStringList lines;
    for (const AlertRecord &record : history)
        lines << recordLine(record);
    m_settings->setValue(key("history"), lines);
}

QDateTime AlertStore::snoozedUntil() const
{
    return m_settings
        ? QDateTime::fromString(m_settings->value(key("snoozed_until")).toString(), Qt::ISODate)
        : QDateTime();
}

void AlertStore::setSnoozedUntil(const QDateTime &time)
{
    if (!m_settings)
        return;
    if (time.isValid())
        m_settings->setValue(key("snoozed_until"), time.toUTC().toString(Qt::ISODate));
    else
        m_settings->remove(key("snoozed_until"));
}

} // namespace yardmaster
