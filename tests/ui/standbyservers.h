#pragma once

#include "tests/fleet/ownserver.h"
#include "tests/support/patience.h"
#include <yardmaster/migrator.h>
#include <yardmaster/session.h>

#include <QTest>

namespace yardmaster::test {

/// A primary with twenty jobs, and a standby of it whose replay can be held up.
struct StandbyServers
{
    OwnServer primary{QStringLiteral("shop")};
    OwnServer standby{QStringLiteral("shop")};

    void start()
    {
        primary.start();
        auto session = Session::open(primary.settings(), QStringLiteral("test"));
        QVERIFY(session && migrate(**session, QStringLiteral("graphile_worker")));
        QVERIFY((*session)->script("select graphile_worker.add_job('send') "
                                   "from generate_series(1, 20)"));
        standby.startAsStandbyOf(primary);
    }

    /// The first value of the answer, or what is wrong.
    [[nodiscard]] static QString scalar(const ConnectionSettings &settings, const QByteArray &sql)
    {
        auto session = Session::open(settings, QStringLiteral("test"));
        if (!session)
            return session.error().message;
        const auto rows = (*session)->query(sql);
        return !rows ? rows.error().message : rows->isEmpty() ? QString() : rows->text(0, 0);
    }
    [[nodiscard]] static QString addressOf(const ConnectionSettings &server)
    {
        return server.value(QStringLiteral("host")) + u':' + server.value(QStringLiteral("port"));
    }
    /// The primary's settings, which name that standby.
    [[nodiscard]] ConnectionSettings with(const QString &address) const
    {
        ConnectionSettings settings = primary.settings();
        settings.setStandby(address);
        return settings;
    }
    /// Of the standby, as profiles name it.
    [[nodiscard]] QString name() const { return addressOf(standby.settings()); }

    /// Of the primary.
    [[nodiscard]] QString count() const
    {
        return scalar(primary.settings(), "select count(*) from graphile_worker.jobs");
    }
    /// By somebody else.
    void addJob() const
    {
        (void)scalar(primary.settings(), "select (graphile_worker.add_job('send')).id");
    }
    void pauseReplay() const
    {
        (void)scalar(standby.settings(), "select pg_wal_replay_pause()");
        // Asking for it is not having it, since PostgreSQL 14.
        const bool isOld = scalar(standby.settings(), "show server_version_num").toInt() < 140000;
        QTRY_COMPARE_WITH_TIMEOUT(scalar(standby.settings(),
                                         isOld ? "select pg_is_wal_replay_paused()"
                                               : "select pg_get_wal_replay_pause_state()"),
                                  isOld ? QStringLiteral("t") : QStringLiteral("paused"),
                                  kPatience);
    }
    void resumeReplay() const { (void)scalar(standby.settings(), "select pg_wal_replay_resume()"); }
};

} // namespace yardmaster::test
