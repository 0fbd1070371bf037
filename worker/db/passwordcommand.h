#pragma once

#include <QString>

#include <chrono>
#include <memory>
#include <mutex>

#include <tl/expected.hpp>

namespace yardmaster {

/// A program that prints a password: the token of a cloud, the entry of a password manager. One for
/// all sessions of the process that name the same command. Its password is kept until the server
/// refuses it; neither is ever logged. Any thread; ask() blocks.
class PasswordCommand final
{
public:
    using Password = tl::expected<QString, QString>; ///< or one sentence
    static constexpr std::chrono::milliseconds kLimit{30000};

    /// @param command  the program and its arguments, quoted as for QProcess::splitCommand().
    [[nodiscard]] static std::shared_ptr<PasswordCommand> of(const QString &command);
    /// What is wrong with the text of a command, one sentence; empty: nothing.
    [[nodiscard]] static QString problemOf(const QString &command);

    explicit PasswordCommand(QString command)
        : m_command(std::move(command))
    { }

    /// The password that is kept; else runs the command. Callers that come meanwhile wait for the
    /// same run. @param limit  after which the command is killed.
    [[nodiscard]] Password ask(std::chrono::milliseconds limit = kLimit);
    /// The server refused `password`: it is forgotten, unless another one has been printed since.
    void refuse(const QString &password);
    /// The password that is kept, if there is one; runs nothing.
    [[nodiscard]] QString kept() const;

private:
    [[nodiscard]] Password run(std::chrono::milliseconds limit) const;

    const QString m_command;
    std::mutex m_running;       // held while the command runs
    mutable std::mutex m_mutex; // guards the rest
    QString m_password;         // empty: none is kept
    quint64 m_runs = 0;         // that have ended
    Password m_last;            // what came of the last of them, if it failed
};

} // namespace yardmaster
