#pragma once

#include <yardmaster/connectionsettings.h>

#include <QString>

namespace yardmaster::test {

/// The run's private PostgreSQL server, seen from a test program. Under ctest it is a fixture that
/// YARDMASTER_TEST_SERVER names (the state folder, see ServerSupervisor); a program started by hand
/// gets one for itself, stopped when the program ends, however it ends. Failure aborts the program.
class TestServer final
{
public:
    [[nodiscard]] static const TestServer &instance();

    /// As superuser.
    [[nodiscard]] ConnectionSettings settings(const QString &database) const;
    [[nodiscard]] const QString &logFile() const { return m_logFile; }

private:
    TestServer();

    ConnectionSettings m_settings;
    QString m_logFile;
};

} // namespace yardmaster::test
