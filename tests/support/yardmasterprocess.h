#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <chrono>

namespace yardmaster::test {

/// The `yardmaster` program as a process, its two outputs collected. Killed when the object dies.
/// Blocking; test thread.
class YardmasterProcess final
{
public:
    /// This process's environment without the variables that set a connection or configure a
    /// worker.
    [[nodiscard]] static QProcessEnvironment cleanEnvironment();
    /// The same for a shell script that calls `yardmaster` by its name, on the database at `url`.
    [[nodiscard]] static QProcessEnvironment scriptEnvironment(const QString &url);

    /// @param program  another one than that beside the test.
    /// @param folder  where to run.
    explicit YardmasterProcess(const QStringList &arguments,
                               const QProcessEnvironment &environment = cleanEnvironment(),
                               const QString &program = {}, const QString &folder = {});
    ~YardmasterProcess();
    Q_DISABLE_COPY_MOVE(YardmasterProcess)

    /// @returns whether `text` has appeared in either output within `patience`.
    [[nodiscard]] bool waitForOutput(const QString &text,
                                     std::chrono::milliseconds patience = std::chrono::seconds(60));
    /// @returns the exit code: 128 + n if signal n killed it, -1 if it has not ended in time.
    [[nodiscard]] int waitForExit(std::chrono::milliseconds patience = std::chrono::seconds(60));

    void sendSignal(int number);
    /// According to the events read so far.
    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    [[nodiscard]] const QString &standardOutput() const { return m_output; }
    [[nodiscard]] const QString &standardError() const { return m_error; }

private:
    void collect();

    QProcess m_process;
    QString m_output;
    QString m_error;
};

} // namespace yardmaster::test
