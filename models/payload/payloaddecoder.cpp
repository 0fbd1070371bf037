#include "models/payload/payloaddecoder.h"

#include "models/values/program.h"
#include "worker/db/childgroup.h"

#include <QProcess>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kKeptErrors = 4096; // bytes

} // namespace

PayloadDecoder::PayloadDecoder(QObject *parent)
    : QObject(parent)
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        m_isTimedOut = true;
        ChildGroup::kill(m_process.get());
    });
}

PayloadDecoder::~PayloadDecoder()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    ChildGroup::kill(m_process.get());
    m_process->waitForFinished(1000); // a moment: it cannot refuse
}

void PayloadDecoder::start(const DecoderRule &rule, const QByteArray &input, qint64 jobId,
                           const QString &task)
{
    cancel();
    m_decoded = {};
    m_errors.clear();
    m_isTimedOut = m_isTooLong = false;
    m_process = std::make_unique<QProcess>();
    QProcess *process = m_process.get();
    QProcessEnvironment environment = programEnvironment();
    environment.insert(u"YARDMASTER_JOB_ID"_s, QString::number(jobId));
    environment.insert(u"YARDMASTER_TASK"_s, task);
    process->setProcessEnvironment(environment);
    QStringList arguments = rule.arguments();
    process->setProgram(arguments.isEmpty() ? QString() : arguments.takeFirst());
    process->setArguments(arguments);
    ChildGroup::prepare(process);
    connect(process, &QProcess::readyReadStandardOutput, this, &PayloadDecoder::takeOutput);
    connect(process, &QProcess::readyReadStandardError, this, &PayloadDecoder::takeOutput);
    connect(process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        // One that does not read all of its input is not in error.
        if (error == QProcess::FailedToStart) {
            m_errors = m_process->errorString().toUtf8();
            end(DecodedPayload::End::NotStarted);
        }
    });
    connect(process, &QProcess::finished, this, [this](int, QProcess::ExitStatus status) {
        using End = DecodedPayload::End;
        takeOutput();
        end(m_isTimedOut                        ? End::TimedOut
                : m_isTooLong                   ? End::TooLong
                : status == QProcess::CrashExit ? End::Crashed
                                                : End::Exited);
    });
    m_clock.start();
    m_limit.start(m_timeout);
    process->start();
    if (m_process.get() != process)
        return; // it failed within the call
    process->write(input);
    process->closeWriteChannel();
}

void PayloadDecoder::cancel()
{
    m_limit.stop();
    if (!m_process)
        return;
    m_process->disconnect(this);
    ChildGroup::kill(m_process.get());
    // It is gone in a moment; nobody waits for that here.
    QProcess *process = m_process.release();
    process->setParent(this);
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    if (process->state() == QProcess::NotRunning)
        process->deleteLater();
}

void PayloadDecoder::takeOutput()
{
    if (!m_process)
        return;
    m_decoded.output += m_process->readAllStandardOutput();
    m_errors = (m_errors + m_process->readAllStandardError()).right(kKeptErrors);
    if (m_decoded.output.size() <= DecodedPayload::mostOutput())
        return;
    m_decoded.output.truncate(DecodedPayload::mostOutput());
    if (!std::exchange(m_isTooLong, true))
        ChildGroup::kill(m_process.get());
}

void PayloadDecoder::end(DecodedPayload::End end)
{
    m_limit.stop();
    m_decoded.end = end;
    m_decoded.exitCode = end == DecodedPayload::End::Exited ? m_process->exitCode() : -1;
    m_decoded.error = QString::fromUtf8(m_errors).trimmed();
    m_decoded.took = std::chrono::milliseconds(m_clock.elapsed());
    m_process.release()->deleteLater(); // not in its own signal
    Q_EMIT finished(m_decoded);
}

} // namespace yardmaster
