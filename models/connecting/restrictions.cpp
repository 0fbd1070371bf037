#include "models/session/schemaprobe.h"

#include "models/values/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Kind = Restriction::Kind;
using Weight = Restriction::Weight;

constexpr auto kTolerance = 2s;
constexpr int kRustRevision = 22; // the last step of graphile_worker_rs that we know
constexpr int kNamed = 3;         // additions listed by name

struct RestrictionsText
{
    Q_DECLARE_TR_FUNCTIONS(Restrictions)
};

QString listed(const QStringList &names)
{
    const QString text = QStringList(names.mid(0, kNamed)).join(u", "_s);
    return names.size() <= kNamed
        ? text
        : RestrictionsText::tr("%1 and %2 more").arg(text).arg(names.size() - kNamed);
}

std::optional<Restriction> aboutAccess(const SchemaProbe &probe)
{
    if (probe.state.family == SchemaState::Family::None && probe.mayReadLedger) {
        const QString how = probe.state.mayCreate
            ? RestrictionsText::tr("yardmaster --schema-only installs one.")
            : RestrictionsText::tr(
                  "Role %1 may not create it; an administrator can run yardmaster --schema-only.")
                  .arg(probe.role);
        return Restriction{
            Kind::NoQueue, Weight::Reading,
            RestrictionsText::tr("There is no job queue in schema %1 of this database. %2")
                .arg(probe.schema, how)};
    }
    // Old revisions call the tables otherwise: there, nothing is known of the rights to them.
    const bool isOld = probe.state.revision < kOldestReadRevision;
    if (probe.mayReadLedger && !isOld && !probe.missingTables.isEmpty())
        return Restriction{
            Kind::TablesMissing, Weight::Reading,
            RestrictionsText::tr("You see nothing because %1 is missing from schema %2, which is "
                                 "at revision %3. Rename it back, or restore it from a backup.")
                .arg(listed(probe.missingTables), probe.schema)
                .arg(probe.state.revision)};
    if (!probe.mayReadLedger || (!probe.mayRead && !isOld))
        return Restriction{
            Kind::NoAccess, Weight::Reading,
            RestrictionsText::tr(
                "You see nothing because role %1 may not read schema %2; connect as its owner, %3.")
                .arg(probe.role, probe.schema, probe.owner)};
    if (probe.hidesRows)
        return Restriction{
            Kind::RowsHidden, Weight::Reading,
            RestrictionsText::tr(
                "You see 0 rows because row security hides all jobs from role %1; connect as the "
                "owner, %2.")
                .arg(probe.role, probe.owner)};
    return std::nullopt;
}

std::optional<Restriction> aboutRevision(const SchemaProbe &probe)
{
    const SchemaState &state = probe.state;
    const int known
        = state.family == SchemaState::Family::GraphileRust ? kRustRevision : kSchemaRevision;
    const auto numbers = [&](const QString &text) { return text.arg(state.revision).arg(known); };
    if (state.breakingRevision > known)
        return Restriction{Kind::TooNew, Weight::Writing,
                           numbers(RestrictionsText::tr(
                               "The queue is at breaking revision %1, and this program knows "
                               "revisions up to %2: it can be read, but not changed."))};
    if (state.revision > known)
        return Restriction{Kind::Newer, Weight::Remark,
                           numbers(RestrictionsText::tr(
                               "The queue is at revision %1, newer than %2, the newest known here; "
                               "the migrations in between are marked as non-breaking."))};
    if (state.revision < kOldestReadRevision)
        return Restriction{
            Kind::TooOld, Weight::Reading,
            numbers(RestrictionsText::tr("The queue is at revision %1, too old to be read; "
                                         "yardmaster --schema-only upgrades it to %2."))};
    if (state.revision < kSchemaRevision && state.family == SchemaState::Family::Graphile)
        return Restriction{Kind::Older, Weight::Remark,
                           numbers(RestrictionsText::tr(
                               "The queue is at revision %1; yardmaster --schema-only upgrades it "
                               "to %2. It is never upgraded automatically."))};
    return std::nullopt;
}

std::optional<Restriction> aboutWriting(const SchemaProbe &probe)
{
    if (probe.writing.isReplica)
        return Restriction{Kind::Replica, Weight::Writing,
                           RestrictionsText::tr("Nothing can be changed because this server is a "
                                                "standby, which only replays its primary.")};
    if (probe.writing.isReadOnly)
        return Restriction{
            Kind::ReadOnly, Weight::Writing,
            RestrictionsText::tr("Nothing can be changed because this connection is read-only; the "
                                 "server refuses every write.")};
    if (!probe.mayWrite && probe.state.revision >= kOldestReadRevision)
        return Restriction{
            Kind::NoWrites, Weight::Writing,
            RestrictionsText::tr(
                "Jobs cannot be changed because role %1 may not update and delete them; the owner, "
                "%2, can grant it.")
                .arg(probe.role, probe.owner)};
    return std::nullopt;
}

} // namespace

QList<Restriction> restrictionsOf(const SchemaProbe &probe)
{
    QList<Restriction> found;
    const auto add = [&found](const std::optional<Restriction> &restriction) {
        if (restriction)
            found << *restriction;
    };
    const auto access = aboutAccess(probe);
    add(access);
    const bool isUnknown = access && access->kind != Kind::RowsHidden;
    if (!isUnknown) {
        add(aboutRevision(probe));
        add(aboutWriting(probe));
        if (!probe.deniedFunctions.isEmpty())
            add(Restriction{Kind::FunctionsDenied, Weight::Writing,
                            RestrictionsText::tr("Role %1 may not call %2.")
                                .arg(probe.role, probe.deniedFunctions.join(u", "_s))});
        if (probe.state.family == SchemaState::Family::GraphileRust)
            add(Restriction{
                Kind::ForeignAdditions, Weight::Remark,
                RestrictionsText::tr(
                    "This queue was created by graphile_worker_rs; its schema is not changed.")});
        else if (!probe.additions.isEmpty())
            add(Restriction{
                Kind::ForeignAdditions, Weight::Remark,
                RestrictionsText::tr(
                    "The schema holds objects of another tool, which are left alone: %1.")
                    .arg(listed(probe.additions))});
    }
    if (std::chrono::abs(probe.clockSkew) - probe.clockDoubt > kTolerance) {
        const bool isAhead = probe.clockSkew > 0us;
        const QString by = formatDuration(
            std::chrono::duration_cast<std::chrono::seconds>(std::chrono::abs(probe.clockSkew)));
        const QString sentence = isAhead
            ? RestrictionsText::tr(
                "The server's clock is %1 ahead of this computer's: ages and due times shown here "
                "are wrong by that much.")
            : RestrictionsText::tr(
                "The server's clock is %1 behind this computer's: ages and due times shown here "
                "are wrong by that much.");
        add(Restriction{Kind::ClockSkew, Weight::Remark, sentence.arg(by)});
    }
    std::ranges::stable_sort(found, std::ranges::greater(), &Restriction::weight);
    return found;
}

} // namespace yardmaster
