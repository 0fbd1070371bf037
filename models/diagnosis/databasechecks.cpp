#include "models/diagnosis/databasechecks.h"

#include "models/connecting/connectionsteps.h"
#include "models/diagnosis/unreadable.h"
#include "models/session/readcontrol.h"
#include "models/values/format.h"
#include <yardmaster/session.h>

#include <string_view>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The first of them are the steps.
static_assert(std::string_view(kQueueChecks[size_t(TestStep::Name::Authentication)]) == "login");

QString nameOf(TestStep::Name step)
{
    return QString::fromLatin1(kQueueChecks.at(size_t(step)));
}

/// Of the rest, checks of their own tell more; a standby is none of the queue's.
bool isChecked(TestStep::Name step)
{
    return step <= TestStep::Name::Authentication;
}

QueueCheck::Outcome outcomeOf(const TestStep &step)
{
    switch (step.outcome) {
    case TestStep::Outcome::Passed:
        return QueueCheck::Outcome::Passed;
    case TestStep::Outcome::Warned:
        return QueueCheck::Outcome::Warned;
    case TestStep::Outcome::Failed:
        return QueueCheck::Outcome::Failed;
    default:
        return QueueCheck::Outcome::Skipped;
    }
}

QueueCheck checkOf(const TestStep &step)
{
    QueueCheck check{nameOf(step.name), outcomeOf(step), step.sentence};
    check.details = step.details;
    if (check.outcome == QueueCheck::Outcome::Failed) {
        check.help = QueueCheck::Help::EditConnection;
        check.reason = DbError::Kind::CannotConnect;
    }
    return check;
}

QueueCheck checkOf(const DbError &error)
{
    const bool isTooOld = error.kind == DbError::Kind::ServerTooOld;
    QueueCheck check{isTooOld ? u"versions"_s : u"session"_s, QueueCheck::Outcome::Failed,
                     asSentence(error.message)};
    check.remedy = remedyFor(error);
    check.reason = error.kind;
    return check;
}

Result<void> diagnose(const ConnectionSettings &connection, const QString &schema, QueueUse use,
                      ReadControl &control, const CheckObserver &observer)
{
    const auto session = Session::open(connection, u"doctor"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    const ReadControl::Reading reading(&control, **session);
    const auto probe = probeSchema(**session, schema);
    if (!probe)
        return tl::make_unexpected(probe.error());
    return diagnoseQueue(**session, connection, *probe, use, &control, observer);
}

} // namespace

void checkDatabase(const ConnectionSettings &connection, const QString &schema, QueueUse use,
                   ReadControl &control, const CheckObserver &observer)
{
    bool isLoggedIn = false;
    ConnectionSettings primary = connection;
    primary.setStandby({});
    runConnectionSteps(primary, schema, control.cancelFlag(), [&](const TestStep &step) {
        if (!isChecked(step.name))
            return;
        if (step.outcome == TestStep::Outcome::Running)
            return observer.onBegin(nameOf(step.name));
        isLoggedIn = isLoggedIn
            || (step.name == TestStep::Name::Authentication
                && step.outcome == TestStep::Outcome::Passed);
        observer.onFound(checkOf(step));
    });
    if (!isLoggedIn || control.isCancelled())
        return;
    const auto done = diagnose(connection, schema, use, control, observer);
    if (!done && !control.isCancelled())
        observer.onFound(checkOf(done.error()));
}

} // namespace yardmaster
