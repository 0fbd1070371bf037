#include "ui/pages/cron/cronentrypane.h"

#include "models/cron/crontimes.h"
#include "models/values/format.h"
#include "models/values/language.h"
#include "models/values/showntext.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"
#include "ui/pages/cron/crontree.h"

#include <yardmaster/crondescription.h>

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <chrono>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

enum Column { Relative, Utc, Own, Local };
constexpr int kMostNotes = 3;

QString clockText(const QDateTime &time)
{
    return time.toString(u"MM-dd HH:mm"_s);
}

/// With the names of days in the window's language.
QString timeWithDay(const QDateTime &time, const QString &format)
{
    return Language::locale().toString(time, format);
}

QString capitalised(QString sentence)
{
    if (!sentence.isEmpty())
        sentence[0] = sentence[0].toUpper();
    return sentence;
}

} // namespace

CronEntryPane::CronEntryPane(QWidget *parent)
    : QWidget(parent)
    , m_name(new ElidedLabel(Qt::ElideMiddle, this))
    , m_sentence(new Label(this))
    , m_facts(new Label(this))
    , m_runs(makeCronList(u"cronRuns"_s, {tr("Due"), tr("UTC"), QString(), tr("Local")},
                          {10, 12, 12, 12}, Relative, this))
    , m_notes(new Label(this))
{
    setObjectName("cronEntry"_L1);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_name->setFont(strong);
    m_name->setObjectName("cronEntryName"_L1);
    m_sentence->setObjectName("cronSentence"_L1);
    m_facts->setObjectName("cronEntryFacts"_L1);
    m_notes->setObjectName("cronNotes"_L1);
    for (Label *label : {m_sentence, m_facts, m_notes})
        label->setWordWrap(true);
    setTone(m_facts, Tone::Muted);
    setTone(m_notes, Tone::Caution);
    m_runs->setAccessibleName(tr("Next times this entry is due"));
    for (int column = Utc; column <= Local; ++column)
        m_runs->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *words = new QVBoxLayout;
    words->setContentsMargins(12, 8, 12, 8);
    words->setSpacing(4);
    words->addWidget(m_name);
    for (Label *label : {m_sentence, m_facts, m_notes})
        words->addWidget(label);
    layout->addLayout(words);
    layout->addWidget(m_runs, 1);
    layout->addStretch(0);
    showEntry(nullptr, false, {}, QDateTime::currentDateTimeUtc());
}

void CronEntryPane::setLocalZone(const QTimeZone &zone)
{
    m_local = zone;
}

void CronEntryPane::showEntry(const CrontabEntry *entry, bool isOff,
                              const std::optional<KnownCronEntry> &known, const QDateTime &now)
{
    setTone(m_sentence, Tone::Plain);
    m_runs->setVisible(entry != nullptr);
    m_facts->setVisible(entry != nullptr);
    m_notes->clear();
    if (!entry) {
        m_name->setText(tr("No entry here"));
        m_sentence->setText(tr("Place the cursor in an entry to see when it is due."));
        m_runs->clear();
        m_facts->clear();
    } else {
        const CronItem &item = entry->item;
        m_name->setText(item.identifier == item.task
                            ? item.task
                            : tr("%1 (%2)").arg(isolated(item.task), isolated(item.identifier)));
        const QString sentence = capitalised(describeSchedule(entry->schedule));
        m_sentence->setText(isOff ? tr("Switched off; it would run: %1").arg(sentence) : sentence);
        QStringList facts;
        if (known) {
            const auto ago = [&](const QDateTime &time) {
                return formatAge(std::chrono::milliseconds(std::max(qint64(0), time.msecsTo(now))));
            };
            facts << (known->lastExecution ? tr("last run %1").arg(ago(*known->lastExecution))
                                           : tr("no run yet"));
            facts << tr("known for %1")
                         .arg(formatDuration(std::chrono::seconds(
                             std::max(qint64(0), known->knownSince.secsTo(now)))));
        }
        m_facts->setText(facts.join(u" · "_s));
        m_facts->setVisible(!facts.isEmpty());
        fillRuns(*entry, now);
        fillNotes(*entry, now);
    }
    m_notes->setVisible(!m_notes->text().isEmpty());
}

void CronEntryPane::fillRuns(const CrontabEntry &entry, const QDateTime &now)
{
    const bool hasOwn = !entry.schedule.isUtc();
    const QTimeZone own = entry.schedule.timeZone();
    m_runs->setColumnHidden(Own, !hasOwn);
    if (hasOwn)
        m_runs->headerItem()->setText(Own, QString::fromUtf8(own.id()).section(u'/', -1));
    m_runs->headerItem()->setToolTip(Own, QString::fromUtf8(own.id()));
    m_runs->headerItem()->setText(
        Local, tr("Local (%1)").arg(now.toTimeZone(m_local).timeZoneAbbreviation()));
    m_runs->headerItem()->setToolTip(Local, QString::fromUtf8(m_local.id()));
    m_runs->clear();
    for (const QDateTime &time : entry.schedule.upcoming(now, kRuns)) {
        auto *item = new QTreeWidgetItem(m_runs);
        item->setText(Relative, formatUntil(std::chrono::milliseconds(now.msecsTo(time))));
        item->setText(Utc, clockText(time));
        item->setText(Own, clockText(time.toTimeZone(own)));
        item->setText(Local, clockText(time.toTimeZone(m_local)));
        item->setToolTip(Utc, timeWithDay(time, u"yyyy-MM-dd HH:mm 'UTC', dddd"_s));
        item->setToolTip(Local,
                         timeWithDay(time.toTimeZone(m_local), u"yyyy-MM-dd HH:mm t, dddd"_s));
        item->setToolTip(Own, timeWithDay(time.toTimeZone(own), u"yyyy-MM-dd HH:mm t, dddd"_s));
        for (int column = Utc; column <= Local; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
}

void CronEntryPane::fillNotes(const CrontabEntry &entry, const QDateTime &now)
{
    QStringList sentences;
    for (const CronClockChange &change :
         clockChanges(entry.schedule, now, now.addYears(1), kMostNotes))
        sentences << clockChangeSentence(change);
    if (const auto shift = nextShift(entry.schedule, m_local, now, now.addYears(1)))
        sentences << clockChangeSentence(*shift);
    m_notes->setText(sentences.join(u'\n'));
}

void CronEntryPane::showProblem(const QString &sentence)
{
    setTone(m_sentence, Tone::Trouble);
    m_name->setText(tr("Not understood"));
    m_sentence->setText(capitalised(sentence));
    m_facts->hide();
    m_notes->hide();
    m_runs->hide();
    m_runs->clear();
}

} // namespace yardmaster
