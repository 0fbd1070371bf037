#include "ui/shell/connectionbar.h"

#include "models/console/queuemonitor.h"
#include "models/session/standbywatch.h"
#include "models/values/connectiontext.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/announcement.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/tone.h"

#include <QGridLayout>
#include <QPushButton>

#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::chrono::milliseconds since(const QDateTime &time)
{
    return std::chrono::milliseconds(time.msecsTo(QDateTime::currentDateTimeUtc()));
}

} // namespace

QString connectionWord(const QueueMonitor &monitor)
{
    switch (monitor.state()) {
    case QueueMonitor::State::Idle:
        return ConnectionBar::tr("Not connected");
    case QueueMonitor::State::Connecting:
        return ConnectionBar::tr("Connecting…");
    case QueueMonitor::State::Live:
        return monitor.isOverdue() ? ConnectionBar::tr("No answer")
                                   : ConnectionBar::tr("Connected");
    case QueueMonitor::State::Trouble:
        return errorTitle(monitor.error());
    }
    Q_UNREACHABLE();
}

QString standbyWord(const StandbyWatch &standby)
{
    const auto lag = standby.lag().value_or(0ms);
    switch (standby.state()) {
    case StandbyWatch::State::Asking:
        return ConnectionBar::tr("asking");
    case StandbyWatch::State::Following:
        if (standby.isCatchingUp())
            return ConnectionBar::tr("catching up");
        if (lag < 1s)
            return ConnectionBar::tr("up to date");
        [[fallthrough]];
    case StandbyWatch::State::TooFarBehind:
        return ConnectionBar::tr("%1 behind").arg(formatDuration(lag));
    case StandbyWatch::State::Silent:
        return ConnectionBar::tr("no answer");
    case StandbyWatch::State::Gone:
        return ConnectionBar::tr("cannot be reached");
    case StandbyWatch::State::NoStandby:
        return ConnectionBar::tr("not a standby");
    case StandbyWatch::State::OtherServer:
        return ConnectionBar::tr("of another server");
    }
    Q_UNREACHABLE();
}

ConnectionBar::ConnectionBar(const QueueMonitor *monitor, ConnectionSettings connection,
                             QString schema, QWidget *parent)
    : QWidget(parent)
    , m_monitor(monitor)
    , m_connection(std::move(connection))
    , m_schema(std::move(schema))
    , m_grid(new QGridLayout(this))
    , m_word(new Label(this))
    , m_facts(new ElidedLabel(Qt::ElideMiddle, this))
    , m_foot(new QWidget(this))
    , m_freshness(new ElidedLabel(Qt::ElideRight, m_foot))
    , m_standby(new ElidedLabel(Qt::ElideRight, m_foot))
    , m_migrate(new QPushButton(this))
    , m_edit(new QPushButton(tr("Edit connection…"), this))
    , m_check(new QPushButton(tr("Check…"), this))
    , m_copy(new CopyButton(tr("Copy psql command"), this))
    , m_tick(this)
{
    m_copy->setContent(psqlCommand(m_connection));
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_word->setFont(strong);
    m_word->setObjectName("connectionState"_L1);
    m_freshness->setObjectName("freshness"_L1);

    setTone(m_freshness, Tone::Muted);
    m_standby->setObjectName("standbyState"_L1);
    m_standby->hide();
    auto *foot = new QHBoxLayout(m_foot);
    foot->setContentsMargins(0, 0, 0, 0);
    foot->setSpacing(16);
    foot->addWidget(m_freshness);
    foot->addWidget(m_standby);
    foot->addStretch(1);
    m_migrate->setObjectName("migrateButton"_L1);
    m_migrate->hide();
    connect(m_migrate, &QPushButton::clicked, this, &ConnectionBar::migrationRequested);

    m_edit->setObjectName("editConnectionButton"_L1);
    m_edit->hide();
    connect(m_edit, &QPushButton::clicked, this, &ConnectionBar::editRequested);

    m_check->setObjectName("checkConnectionButton"_L1);
    m_check->setToolTip(tr("Looks for problems with the connection, server and queue"));
    m_check->hide();
    connect(m_check, &QPushButton::clicked, this, &ConnectionBar::checkRequested);

    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(4);
    m_grid->addWidget(m_word, 0, 0);
    m_grid->addWidget(m_facts, 0, 1);
    setCompact(false);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    connect(monitor, &QueueMonitor::stateChanged, this, &ConnectionBar::showState);
    connect(monitor, &QueueMonitor::countsRead, this, &ConnectionBar::showState);
    connect(&m_tick, &QTimer::timeout, this, &ConnectionBar::showAge);
    m_tick.start(1s);
    showState();
}

void ConnectionBar::showState()
{
    const bool isTrouble = m_monitor->state() == QueueMonitor::State::Trouble;
    const QString facts = this->facts();
    m_facts->setText(isTrouble ? errorSentence(m_monitor->error()) : facts);
    m_facts->setToolTip(isTrouble ? m_facts->text() + u'\n' + facts : QString());
    setTone(m_facts, isTrouble ? Tone::Trouble : Tone::Muted);
    m_check->setVisible(isTrouble);
    offerMigration();
    offerEditing();
    showAge();
}

void ConnectionBar::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    int column = 3;
    for (QWidget *button : std::initializer_list<QWidget *>{m_migrate, m_edit, m_check, m_copy}) {
        m_grid->removeWidget(button);
        m_grid->addWidget(button, 0, column++, isCompact ? 1 : 2, 1, Qt::AlignVCenter);
    }
    m_grid->removeWidget(m_foot);
    if (isCompact)
        m_grid->addWidget(m_foot, 0, 2);
    else
        m_grid->addWidget(m_foot, 1, 0, 1, 3);
    m_grid->setColumnStretch(1, 2);
    m_grid->setColumnStretch(2, isCompact && !m_standbyWatch ? 1 : 0);
    const int edge = isCompact ? 2 : 8;
    m_grid->setContentsMargins(16, edge, 16, edge);
    showStandbyState();
}

void ConnectionBar::showStandby(const StandbyWatch *standby)
{
    m_standbyWatch = standby;
    m_standby->setVisible(standby != nullptr);
    setCompact(m_isCompact);
    if (!standby)
        return;
    connect(standby, &StandbyWatch::changed, this, &ConnectionBar::showStandbyState);
    showStandbyState();
}

QString ConnectionBar::standbySentence() const
{
    const StandbyWatch &standby = *m_standbyWatch;
    const QString name = isolated(standby.name());
    const auto lag = standby.lag().value_or(0ms);
    switch (standby.state()) {
    case StandbyWatch::State::Asking:
        return tr("Asking the standby %1").arg(name);
    case StandbyWatch::State::Following:
        if (standby.isCatchingUp())
            return tr("Standby %1 has yet to replay a change: lists are from the primary")
                .arg(name);
        return lag < 1s ? tr("Lists are from standby %1, up to date").arg(name)
                        : tr("Lists are from standby %1, %2 behind").arg(name, formatDuration(lag));
    case StandbyWatch::State::TooFarBehind:
        return tr("Standby %1 is %2 behind: lists are from the primary")
            .arg(name, formatDuration(lag));
    case StandbyWatch::State::Silent:
        return tr("Standby %1 does not answer: lists are from the primary").arg(name);
    case StandbyWatch::State::Gone:
        return tr("Standby %1 cannot be reached: lists are from the primary").arg(name);
    case StandbyWatch::State::NoStandby:
        return tr("%1 is not a standby: lists are from the primary").arg(name);
    case StandbyWatch::State::OtherServer:
        return tr("%1 is a standby of another server: lists are from the primary").arg(name);
    }
    Q_UNREACHABLE();
}

void ConnectionBar::showStandbyState()
{
    if (!m_standbyWatch)
        return;
    using State = StandbyWatch::State;
    const State state = m_standbyWatch->state();
    const QDateTime measuredAt = m_standbyWatch->measuredAt();
    QStringList facts{standbySentence()};
    if (measuredAt.isValid() && since(measuredAt) > 5s)
        facts << tr("measured %1").arg(formatAge(since(measuredAt)));
    const QString sentence = facts.join(u" · "_s);
    // In one line there is no room for where the lists come from: the tool tip says it.
    m_standby->setText(m_isCompact ? tr("Standby: %1").arg(standbyWord(*m_standbyWatch))
                                   : sentence);
    setTone(m_standby,
            state == State::Following || state == State::Asking ? Tone::Muted : Tone::Caution);
    QStringList lines{sentence};
    if (state == State::Gone && m_standbyWatch->error())
        lines << errorSentence(*m_standbyWatch->error());
    if (measuredAt.isValid())
        lines << tr("Measured %1").arg(formatInstant(measuredAt));
    lines << tr("Changes and their previews, workers, alerts and Live always use the primary.");
    m_standby->setToolTip(lines.join(u'\n'));
}

void ConnectionBar::setEditable(bool isEditable)
{
    m_isEditable = isEditable;
    offerEditing();
}

/// Of a server that has answered once the address is right.
void ConnectionBar::offerEditing()
{
    using Kind = DbError::Kind;
    const bool isTrouble = m_monitor->state() == QueueMonitor::State::Trouble;
    const Kind kind = isTrouble ? m_monitor->error().kind : Kind::Statement;
    m_edit->setVisible(m_isEditable && !m_monitor->server()
                       && (kind == Kind::CannotConnect || kind == Kind::Authentication
                           || kind == Kind::Certificate || kind == Kind::PermissionDenied));
}

void ConnectionBar::showWord()
{
    const bool isTrouble
        = m_monitor->state() == QueueMonitor::State::Trouble || m_monitor->isOverdue();
    m_word->setText(connectionWord(*m_monitor));
    setTone(m_word, isTrouble ? Tone::Trouble : Tone::Plain);
    setAccessibleName(u"%1. %2"_s.arg(m_word->text(), m_facts->text()));
    const bool isSettled = m_monitor->state() == QueueMonitor::State::Live
        || m_monitor->state() == QueueMonitor::State::Trouble;
    if (isSettled && std::exchange(m_announced, m_word->text()) != m_word->text())
        announce(this, accessibleName());
}

void ConnectionBar::offerMigration()
{
    bool isMissing = false;
    bool isOld = false;
    if (m_monitor->state() == QueueMonitor::State::Trouble) {
        isMissing = m_monitor->error().kind == DbError::Kind::SchemaMissing;
        isOld = m_monitor->error().sqlState == QLatin1StringView(kSchemaTooOld);
    } else if (const auto &server = m_monitor->server()) {
        for (const Restriction &restriction : server->restrictions)
            isOld = isOld || restriction.kind == Restriction::Kind::Older;
    }
    m_migrate->setVisible(isMissing || isOld);
    m_migrate->setText(isMissing ? tr("Install schema…")
                                 : tr("Upgrade to revision %1…").arg(kSchemaRevision));
}

void ConnectionBar::showAge()
{
    showWord();
    showStandbyState();
    m_freshness->setText(freshness());
    const QDateTime readAt = m_monitor->readAt();
    QStringList lines{m_freshness->text()};
    if (const auto &server = m_monitor->server(); server && !server->restrictions.isEmpty()) {
        lines.clear();
        for (const Restriction &restriction : server->restrictions)
            lines << restriction.sentence;
    }
    if (readAt.isValid())
        lines << tr("Last counted %1").arg(formatInstant(readAt));
    m_freshness->setToolTip(readAt.isValid() ? lines.join(u'\n') : QString());
}

QString ConnectionBar::facts() const
{
    QStringList facts{m_connection.describe()};
    if (const auto &server = m_monitor->server()) {
        if (server->role != m_connection.value(u"user"_s)) // else it is in the description
            facts << tr("role %1").arg(server->role);
        facts << tr("schema %1, revision %2").arg(m_schema).arg(server->schemaRevision);
        facts << tr("PostgreSQL %1").arg(server->version);
        if (server->writing.isReplica)
            facts << tr("standby, read-only");
    } else {
        facts << tr("schema %1").arg(m_schema);
    }
    return facts.join(u" · "_s);
}

QString ConnectionBar::restriction() const
{
    const auto &server = m_monitor->server();
    if (!server || server->restrictions.isEmpty())
        return {};
    const QList<Restriction> &restrictions = server->restrictions;
    const QString first = restrictions.first().sentence;
    return restrictions.size() == 1
        ? first
        : tr("%1 (and %2 more)").arg(first).arg(restrictions.size() - 1);
}

QString ConnectionBar::countsAge() const
{
    const auto age = since(m_monitor->readAt());
    if (age > 5s)
        return tr("Counted %1").arg(formatAge(age));
    if (m_monitor->isTakenTooSlow() && !m_monitor->readAt(JobState::Running).isValid())
        return tr("Counts are live; the table is too big to count running and failed jobs");
    std::chrono::milliseconds oldest = 0s;
    for (const JobState state :
         {JobState::Ready, JobState::Scheduled, JobState::Running, JobState::Retrying,
          JobState::Blocked, JobState::FailedForGood, JobState::Stuck}) {
        if (const QDateTime at = m_monitor->readAt(state); at.isValid())
            oldest = std::max(oldest, since(at));
    }
    return oldest > 5s ? tr("Counts are live; some were counted %1").arg(formatAge(oldest))
                       : QString();
}

QString ConnectionBar::freshness() const
{
    const QDateTime readAt = m_monitor->readAt();
    switch (m_monitor->state()) {
    case QueueMonitor::State::Idle:
        return {};
    case QueueMonitor::State::Connecting:
        return readAt.isValid() ? tr("Waiting for the server to answer · these counts are from %1")
                                      .arg(formatAge(since(readAt)))
                                : tr("Waiting for the server to answer");
    case QueueMonitor::State::Live: {
        const QString restriction = this->restriction();
        const QString age = countsAge();
        if (restriction.isEmpty())
            return age.isEmpty() ? tr("Counts are live") : age;
        return age.isEmpty() ? restriction : restriction + u" · "_s + age;
    }
    case QueueMonitor::State::Trouble: {
        const QString retry = tr("retrying %1").arg(formatUntil(-since(m_monitor->retryAt())));
        return readAt.isValid()
            ? tr("These counts are from %1 · %2").arg(formatAge(since(readAt)), retry)
            : tr("Nothing counted yet · %1").arg(retry);
    }
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
