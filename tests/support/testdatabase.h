#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/session.h>

#include <QString>
#include <QStringList>

#include <memory>

namespace yardmaster::test {

/// The schema that most tests use.
inline const QString kSchema = QStringLiteral("graphile_worker");

/// A database of its own on the run's private PostgreSQL server (see TestServer), dropped at the
/// end. Failure aborts the program.
class TestDatabase final
{
public:
    /// Empty.
    [[nodiscard]] static TestDatabase createEmpty();
    /// With the schema `graphile_worker` at the current revision (cloned from a template).
    [[nodiscard]] static TestDatabase createMigrated();
    ~TestDatabase();
    /// Another database, whose sessions are ended.
    static void drop(const QString &name);
    TestDatabase(TestDatabase &&) noexcept = default;
    TestDatabase &operator=(TestDatabase &&) = delete;

    [[nodiscard]] const QString &name() const { return m_name; }
    /// As superuser.
    [[nodiscard]] const ConnectionSettings &settings() const { return m_settings; }
    /// As libpq keyword string and as URL, for programs that are started as a process.
    [[nodiscard]] QString conninfo() const;
    [[nodiscard]] QString url() const;
    /// A new session on the calling thread.
    [[nodiscard]] std::unique_ptr<Session> session() const;

    /// Runs a script and fails loudly if it does not succeed. @returns the first column of the
    /// first row of `sql`, as text, for one-liners in tests.
    void script(const QByteArray &sql) const;
    [[nodiscard]] QString scalar(const QByteArray &sql) const;
    /// Lets the server's statistics know of what script() did. Before PostgreSQL 15, a session adds
    /// to them when it does something half a second later, and not while it is idle.
    void updateStatistics() const { script("select"); }

    /// Ends the other sessions that `which` holds for, a condition on pg_stat_activity, and waits
    /// until they are gone. @returns how many those were.
    int endSessions(const QByteArray &which) const;

    /// Simulates a server that is down, until admit(): ends the sessions of `application`, and
    /// refuses new connections. script() and scalar() still work.
    void refuse(const QByteArray &application) const;
    void admit() const;

    /// The lines the server has logged about this database so far.
    [[nodiscard]] QStringList serverLog() const;

private:
    explicit TestDatabase(QString name);
    static TestDatabase create(const QString &templateName);

    QString m_name;
    ConnectionSettings m_settings;
    std::unique_ptr<Session> m_session; // used by script() and scalar(), test thread
};

/// For what a test needs and does not test: ends the program if there is none.
template <typename T> T valueOf(Result<T> result)
{
    if (!result)
        qFatal("%s", qUtf8Printable(result.error().message));
    return *std::move(result);
}

} // namespace yardmaster::test
