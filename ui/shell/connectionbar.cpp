#include "ui/shell/connectionbar.h"

#include "models/console/queuemonitor.h"
#include "models/values/connectiontext.h"
#include "models/values/format.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/tone.h"

#include <QGridLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::chrono::milliseconds since(const QDateTime &time)
{
    return std::chrono::milliseconds(time.msecsTo(QDateTime::currentDateTimeUtc()));
}

} // namespace

ConnectionBar::ConnectionBar(const QueueMonitor *monitor, ConnectionSettings connection,
                             QString schema, QWidget *parent)
    : QWidget(parent)
    , m_monitor(monitor)
    , m_connection(std::move(connection))
    , m_schema(std::move(schema))
    , m_word(new Label(this))
    , m_facts(new ElidedLabel(Qt::ElideMiddle, this))
    , m_freshness(new ElidedLabel(Qt::ElideRight, this))
    , m_migrate(new QPushButton(this))
    , m_edit(new QPushButton(tr("Edit connection…"), this))
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
    m_migrate->setObjectName("migrateButton"_L1);
    m_migrate->hide();
    connect(m_migrate, &QPushButton::clicked, this, &ConnectionBar::migrationRequested);

    m_edit->setObjectName("editConnectionButton"_L1);
    m_edit->hide();
    connect(m_edit, &QPushButton::clicked, this, &ConnectionBar::editRequested);

    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setHorizontalSpacing(12);
    layout->setVerticalSpacing(4);
    layout->addWidget(m_word, 0, 0);
    layout->addWidget(m_facts, 0, 1);
    layout->addWidget(m_freshness, 1, 0, 1, 2);
    layout->addWidget(m_migrate, 0, 2, 2, 1, Qt::AlignVCenter);
    layout->addWidget(m_edit, 0, 3, 2, 1, Qt::AlignVCenter);
    layout->addWidget(m_copy, 0, 4, 2, 1, Qt::AlignVCenter);
    layout->setColumnStretch(1, 1);
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
    offerMigration();
    offerEditing();
    showAge();
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
    m_word->setText(word());
    setTone(m_word, isTrouble ? Tone::Trouble : Tone::Plain);
    setAccessibleName(u"%1. %2"_s.arg(m_word->text(), m_facts->text()));
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

QString ConnectionBar::word() const
{
    switch (m_monitor->state()) {
    case QueueMonitor::State::Idle:
        return tr("Not connected");
    case QueueMonitor::State::Connecting:
        return tr("Connecting…");
    case QueueMonitor::State::Live:
        return m_monitor->isOverdue() ? tr("No answer") : tr("Connected");
    case QueueMonitor::State::Trouble:
        return errorTitle(m_monitor->error());
    }
    Q_UNREACHABLE();
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
        const QString retry = tr("trying again %1").arg(formatUntil(-since(m_monitor->retryAt())));
        return readAt.isValid()
            ? tr("These counts are from %1 · %2").arg(formatAge(since(readAt)), retry)
            : tr("Nothing counted yet · %1").arg(retry);
    }
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
