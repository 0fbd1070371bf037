#pragma once

#include "tests/support/patience.h"
#include "tests/support/testdatabase.h"

#include <QFile>
#include <QTest>

namespace yardmaster::test {

/// A role that the server lets into one database by password only.
class PasswordRole final
{
public:
    PasswordRole(const TestDatabase &database, const QByteArray &password)
        : m_database(database)
        , m_name(database.name() + QStringLiteral("_ada"))
    {
        m_database.script("create role \"" + m_name.toUtf8() + "\" superuser login");
        setPassword(password);
        // The first line that fits counts; it fits nobody else.
        m_hbaFile = m_database.scalar("show hba_file");
        QFile file(m_hbaFile);
        if (!file.open(QIODevice::ReadWrite))
            qFatal("no pg_hba.conf");
        m_hbaBefore = file.readAll();
        file.seek(0);
        file.write("local \"" + m_database.name().toUtf8() + "\" \"" + m_name.toUtf8()
                   + "\" scram-sha-256\n" + m_hbaBefore);
        file.close();
        m_database.script("select pg_reload_conf()");
        // The reload reaches the postmaster a moment later.
        if (!QTest::qWaitFor([this] { return !Session::open(settings(), QStringLiteral("test")); },
                             kPatience))
            qFatal("the server does not ask for a password");
    }
    ~PasswordRole()
    {
        QFile file(m_hbaFile);
        if (file.open(QIODevice::WriteOnly)) {
            file.write(m_hbaBefore);
            file.close();
            m_database.script("select pg_reload_conf()");
        }
        m_database.script("drop role if exists \"" + m_name.toUtf8() + '"');
    }
    Q_DISABLE_COPY_MOVE(PasswordRole)

    void setPassword(QByteArray password) const
    {
        m_database.script("set password_encryption = 'scram-sha-256'");
        m_database.script("alter role \"" + m_name.toUtf8() + "\" password '"
                          + password.replace('\'', "''") + '\'');
    }
    [[nodiscard]] const QString &name() const { return m_name; }
    /// Without a password, and without one anywhere else.
    [[nodiscard]] ConnectionSettings settings() const
    {
        ConnectionSettings settings = m_database.settings();
        settings.set(QStringLiteral("user"), m_name);
        settings.set(QStringLiteral("passfile"), QStringLiteral("/nonexistent"));
        return settings;
    }

private:
    const TestDatabase &m_database;
    const QString m_name;
    QString m_hbaFile;
    QByteArray m_hbaBefore;
};

} // namespace yardmaster::test
