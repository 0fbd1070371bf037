#include "models/diagnosis/queuecheck.h"

#include "models/diagnosis/diagnosistext.h"
#include "worker/json/visibletext.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct CheckTitle
{
    QLatin1StringView name;
    const char *title;
};

constexpr std::array kCheckTitles{
    CheckTitle{QLatin1StringView("address"), QT_TRANSLATE_NOOP("Diagnosis", "Address")},
    CheckTitle{QLatin1StringView("network"), QT_TRANSLATE_NOOP("Diagnosis", "Network")},
    CheckTitle{QLatin1StringView("tls"), QT_TRANSLATE_NOOP("Diagnosis", "Encryption")},
    CheckTitle{QLatin1StringView("login"), QT_TRANSLATE_NOOP("Diagnosis", "Login")},
    CheckTitle{QLatin1StringView("session"), QT_TRANSLATE_NOOP("Diagnosis", "Connection")},
    CheckTitle{QLatin1StringView("versions"), QT_TRANSLATE_NOOP("Diagnosis", "Versions")},
    CheckTitle{QLatin1StringView("pooler"), QT_TRANSLATE_NOOP("Diagnosis", "Pooler")},
    CheckTitle{QLatin1StringView("clock"), QT_TRANSLATE_NOOP("Diagnosis", "Clocks")},
    CheckTitle{QLatin1StringView("revision"), QT_TRANSLATE_NOOP("Diagnosis", "Schema")},
    CheckTitle{QLatin1StringView("rights"), QT_TRANSLATE_NOOP("Diagnosis", "Rights")},
    CheckTitle{QLatin1StringView("connections"),
               QT_TRANSLATE_NOOP("Diagnosis", "Free connections")},
    CheckTitle{QLatin1StringView("indexes"), QT_TRANSLATE_NOOP("Diagnosis", "Indexes")},
    CheckTitle{QLatin1StringView("vacuum"), QT_TRANSLATE_NOOP("Diagnosis", "Vacuum")},
    CheckTitle{QLatin1StringView("history"), QT_TRANSLATE_NOOP("Diagnosis", "History")},
    CheckTitle{QLatin1StringView("workers"), QT_TRANSLATE_NOOP("Diagnosis", "Workers")},
    CheckTitle{QLatin1StringView("tasks"), QT_TRANSLATE_NOOP("Diagnosis", "Tasks")},
};

} // namespace

QString checkTitle(const QString &name)
{
    const auto found = std::ranges::find_if(
        kCheckTitles, [&name](const CheckTitle &title) { return name == title.name; });
    return found == kCheckTitles.end() ? name : DiagnosisText::tr(found->title);
}

QString checkOutcomeName(QueueCheck::Outcome outcome)
{
    constexpr std::array kNames{"ok", "warning", "failed", "skipped"};
    return QString::fromLatin1(kNames.at(size_t(outcome)));
}

QString checkOutcomeWord(QueueCheck::Outcome outcome)
{
    switch (outcome) {
    case QueueCheck::Outcome::Passed:
        return DiagnosisText::tr("OK");
    case QueueCheck::Outcome::Warned:
        return DiagnosisText::tr("Warning");
    case QueueCheck::Outcome::Failed:
        return DiagnosisText::tr("Failed");
    case QueueCheck::Outcome::Skipped:
        return DiagnosisText::tr("Skipped");
    }
    Q_UNREACHABLE();
}

QString checkText(const QueueCheck &check)
{
    // Names and errors may hold anything, but no line may look like another check.
    const QString indent(22, u' ');
    const auto part = [&indent](const QString &text) {
        return visibleText(text).replace(u'\n', u'\n' + indent + u"  "_s) + u'\n';
    };
    QString text = checkOutcomeName(check.outcome).leftJustified(9) + check.name.leftJustified(13)
        + part(check.sentence);
    for (const QString &detail : check.details)
        text += indent + u"- "_s + part(detail);
    if (!check.remedy.isEmpty())
        text += indent + u"→ "_s + part(check.remedy);
    return text;
}

int severityOf(const QueueCheck &check)
{
    switch (check.outcome) {
    case QueueCheck::Outcome::Failed:
        return 0;
    case QueueCheck::Outcome::Warned:
        return 1;
    case QueueCheck::Outcome::Skipped:
        return 2;
    case QueueCheck::Outcome::Passed:
        return 3;
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
