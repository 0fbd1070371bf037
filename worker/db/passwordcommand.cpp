#include "worker/db/passwordcommand.h"

#include "worker/db/childgroup.h"
#include "worker/json/visibletext.h"

#include <QDeadlineTimer>
#include <QFileInfo>
#include <QMap>
#include <QProcess>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Tokens of clouds have about 2 kB.
constexpr qsizetype kLongestPassword = 64 * 1024;
constexpr qsizetype kLongestReason = 300;

QString nameOf(const QString &command)
{
    return QFileInfo(QProcess::splitCommand(command).value(0)).fileName();
}

tl::unexpected<QString> failed(const QString &command, const QString &how)
{
    return tl::make_unexpected(u"the password command '%1' %2"_s.arg(nameOf(command), how));
}

/// What it wrote to standard error, as part of a sentence; empty: nothing.
QString reasonIn(const QByteArray &output)
{
    QString reason = visibleLine(QString::fromUtf8(output).simplified());
    if (reason.size() > kLongestReason)
        reason = reason.left(kLongestReason) + u'…';
    return reason.isEmpty() ? QString() : u": "_s + reason;
}

} // namespace

std::shared_ptr<PasswordCommand> PasswordCommand::of(const QString &command)
{
    static std::mutex mutex;
    static QMap<QString, std::shared_ptr<PasswordCommand>> all;
    const std::scoped_lock lock(mutex);
    std::shared_ptr<PasswordCommand> &known = all[command];
    if (!known)
        known = std::make_shared<PasswordCommand>(command);
    return known;
}

QString PasswordCommand::problemOf(const QString &command)
{
    if (QProcess::splitCommand(command).value(0).isEmpty())
        return u"the password command does not name a program"_s;
    return {};
}

PasswordCommand::Password PasswordCommand::ask(std::chrono::milliseconds limit)
{
    std::unique_lock lock(m_mutex);
    if (!m_password.isEmpty())
        return m_password;
    const quint64 runs = m_runs;
    lock.unlock();

    const std::scoped_lock running(m_running);
    lock.lock();
    if (!m_password.isEmpty())
        return m_password;
    if (m_runs != runs) // one ended while this caller waited
        return m_last;
    lock.unlock();
    const Password printed = run(limit);
    lock.lock();
    ++m_runs;
    m_last = printed;
    if (printed)
        m_password = *printed;
    return printed;
}

void PasswordCommand::refuse(const QString &password)
{
    const std::scoped_lock lock(m_mutex);
    if (m_password == password)
        m_password.clear();
}

QString PasswordCommand::kept() const
{
    const std::scoped_lock lock(m_mutex);
    return m_password;
}

PasswordCommand::Password PasswordCommand::run(std::chrono::milliseconds limit) const
{
    if (const QString problem = problemOf(m_command); !problem.isEmpty())
        return tl::make_unexpected(problem);
    QStringList words = QProcess::splitCommand(m_command);
    QProcess process;
    process.setProgram(words.takeFirst());
    process.setArguments(words);
    process.setStandardInputFile(QProcess::nullDevice()); // it cannot ask anything
    ChildGroup group(&process);
    const QDeadlineTimer deadline(limit);
    QByteArray output;
    QByteArray reason;
    process.start();
    if (!process.waitForStarted())
        return failed(m_command, u"cannot be started: %1"_s.arg(process.errorString()));
    while (process.state() != QProcess::NotRunning) {
        // In short steps, because this does not return for what it writes to standard error.
        (void)process.waitForReadyRead(int(std::clamp<qint64>(deadline.remainingTime(), 1, 50)));
        output += process.readAllStandardOutput();
        reason = (reason + process.readAllStandardError()).right(4 * kLongestReason);
        const bool isLong = output.size() > kLongestPassword;
        if (process.state() == QProcess::NotRunning || (!isLong && !deadline.hasExpired()))
            continue;
        group.kill();
        process.waitForFinished(1000);
        return isLong
            ? failed(m_command, u"prints too much for a password"_s)
            : failed(m_command,
                     u"did not end within %1 s%2"_s.arg(std::max<qint64>(1, limit.count() / 1000))
                         .arg(reasonIn(reason)));
    }
    output += process.readAllStandardOutput();
    reason = (reason + process.readAllStandardError()).right(4 * kLongestReason);
    if (process.exitStatus() == QProcess::CrashExit)
        return failed(m_command, u"was killed by a signal%1"_s.arg(reasonIn(reason)));
    if (process.exitCode() != 0)
        return failed(
            m_command,
            u"failed with exit code %1%2"_s.arg(process.exitCode()).arg(reasonIn(reason)));
    // Password managers print other fields of the entry below it.
    QString password = QString::fromUtf8(output.split('\n').first());
    if (password.endsWith(u'\r'))
        password.chop(1);
    if (password.isEmpty())
        return failed(m_command, u"printed no password%1"_s.arg(reasonIn(reason)));
    if (password.contains(QChar::Null) || password.size() > kLongestPassword)
        return failed(m_command, u"printed something that is not a password"_s);
    return password;
}

} // namespace yardmaster
