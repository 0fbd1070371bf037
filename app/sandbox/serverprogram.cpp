#include "app/sandbox/serverprogram.h"

#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>

#include <fcntl.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QProcessEnvironment serverEnvironment()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const QString &name : names) {
        if (name.startsWith("PG"_L1) || name.startsWith("LC_"_L1))
            environment.remove(name);
    }
    environment.insert(u"LC_ALL"_s, u"C"_s);
    return environment;
}

} // namespace

tl::expected<void, QString> runServerProgram(const ServerAccount &account, const QString &program,
                                             const QStringList &arguments,
                                             std::chrono::milliseconds patience, int heldOpen)
{
    QProcess process;
    process.setProgram(program);
    process.setArguments(arguments);
    process.setProcessEnvironment(serverEnvironment());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(u"/"_s); // ours may be closed to the account
    process.setChildProcessModifier([stepDown = account.stepDown(), heldOpen] {
        stepDown();
        if (heldOpen >= 0)
            fcntl(heldOpen, F_SETFD, 0);
    });
    process.start(QIODevice::ReadOnly);

    const QString name = QFileInfo(program).fileName();
    if (!process.waitForFinished(int(patience.count()))) {
        if (process.error() == QProcess::FailedToStart)
            return tl::make_unexpected(
                u"%1 cannot be started: %2"_s.arg(program, process.errorString()));
        process.kill();
        process.waitForFinished(1000);
        return tl::make_unexpected(u"%1 did not end within %2 s"_s.arg(name).arg(
            std::chrono::duration_cast<std::chrono::seconds>(patience).count()));
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return {};
    const QString reason = reasonIn(QString::fromUtf8(process.readAll()));
    if (process.exitCode() == ServerAccount::kCannotStepDown && reason.isEmpty())
        return tl::make_unexpected(
            u"cannot become the account %1, which is to run the server"_s.arg(account.name()));
    return tl::make_unexpected(u"%1 failed: %2"_s.arg(
        name, reason.isEmpty() ? u"exit code %1"_s.arg(process.exitCode()) : reason));
}

QString reasonIn(const QString &text)
{
    static const QRegularExpression complaint(u"(?:FATAL|PANIC|ERROR|error):\\s+(.*\\S)"_s);
    if (const auto match = complaint.match(text); match.hasMatch())
        return match.captured(1);
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    return lines.isEmpty() ? QString() : lines.last().trimmed();
}

} // namespace yardmaster
