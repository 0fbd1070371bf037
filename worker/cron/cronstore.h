#pragma once

#include <yardmaster/jobadder.h>
#include <yardmaster/session.h>

#include <span>
#include <vector>

namespace yardmaster {

/// The statements of the cron scheduler. Stateless but for their texts; each call uses the session
/// it is given, on its thread, and blocks.
class CronStore final
{
public:
    CronStore(const QString &schema, bool preparesStatements);

    struct Known
    {
        QString identifier;
        Timestamp notBefore; ///< right after its last execution, else since when it is known
    };
    /// Registers `identifiers`, known since `since`. @returns those that were known before.
    [[nodiscard]] Result<std::vector<Known>>
    registerItems(Session &session, const QStringList &identifiers, Timestamp since) const;

    struct Due
    {
        QString identifier;
        JobSpec spec;
        bool addsJob = true; ///< false: recorded as done without a job
    };
    struct Claim
    {
        bool isOurs = false; ///< no other worker has scheduled this minute of the entry
        qint64 jobId = 0;    ///< 0: no job was added
    };
    /// Adds what no worker has added yet for `minute`, all or nothing. Identifiers and keys occur
    /// once each. @returns the result of each of `due`.
    [[nodiscard]] Result<std::vector<Claim>> schedule(Session &session, std::span<const Due> due,
                                                      Timestamp minute) const;

private:
    [[nodiscard]] Result<Rows> run(Session &session, const QByteArray &name, const QByteArray &sql,
                                   const Params &params) const;
    [[nodiscard]] Result<std::vector<Claim>>
    scheduleOnce(Session &session, std::span<const Due> due, Timestamp minute) const;

    QString m_schema;
    bool m_prepares;
    QByteArray m_register;
    QByteArray m_schedule;
    JobAdder m_adder;
};

} // namespace yardmaster
