#pragma once

#include "tests/support/testdatabase.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <memory>

namespace yardmaster::test {

/// One schema in a test database and a session to it that listens. In the SQL given to it, "@."
/// stands for the quoted schema name and its dot: `select id from @.jobs`.
class SchemaFixture final
{
public:
    SchemaFixture(const TestDatabase &database, const QString &schema);

    /// Brings the schema to the current revision; failure aborts the program.
    void migrate();
    /// Makes the schema with our own steps up to an earlier revision, and nothing else: no NOTIFY,
    /// no worker registry, none of the functions that later steps replace.
    void installRevision(int revision) const;
    /// Runs one of the .sql files of this folder.
    void file(const char *name) const;

    /// Runs one statement; failure aborts the program.
    QList<QStringList> rows(const QByteArray &sql) const;
    /// First column of the first row, "" for NULL or no row.
    QString value(const QByteArray &sql) const;
    /// The same statement, expected to fail: its SQLSTATE, or "" if it succeeded.
    [[nodiscard]] QString stateOf(const QByteArray &sql) const;
    /// Several statements.
    void script(const QByteArray &sql) const;

    /// Sends a statement without waiting for it; finish() waits, and aborts the program if it
    /// failed.
    void send(const QByteArray &sql) const;
    void finish() const;
    /// Until `other` waits for a lock. @returns false after ten seconds.
    [[nodiscard]] bool waitUntilBlocked(const SchemaFixture &other) const;

    /// "channel payload" of what arrived since the last call. `r`, a random number, reads as 0.
    [[nodiscard]] QStringList notices() const;

    [[nodiscard]] Session &session() const { return *m_session; }
    [[nodiscard]] const QString &schema() const { return m_schema; }

private:
    [[nodiscard]] QByteArray named(QByteArray sql) const;

    QString m_schema;
    std::unique_ptr<Session> m_session;
};

} // namespace yardmaster::test
