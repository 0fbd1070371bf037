#include "models/cron/crondocument.h"

#include "models/session/delivery.h"
#include "worker/cron/crontabwatcher.h"

#include <QFileInfo>
#include <QtConcurrentRun>

#include <chrono>

namespace yardmaster {

using namespace std::chrono_literals;

CronDocument::CronDocument(QObject *parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_settle.setSingleShot(true);
    m_settle.setInterval(120ms);
    connect(&m_settle, &QTimer::timeout, this, &CronDocument::analyse);
}

CronDocument::~CronDocument()
{
    m_pool.waitForDone();
}

void CronDocument::setSource(std::function<QString()> text)
{
    m_source = std::move(text);
}

void CronDocument::touch()
{
    m_settle.start();
}

void CronDocument::create(const QString &text)
{
    CronFile file;
    file.text = text;
    adopt(std::move(file));
}

QString CronDocument::open(const QString &path)
{
    auto file = readCronFile(path);
    if (!file)
        return file.error();
    adopt(*std::move(file));
    return {};
}

void CronDocument::adopt(CronFile file)
{
    m_file = std::move(file);
    m_isOpen = true;
    m_disk = CronFileState::Same;
    watchFile();
    Q_EMIT opened();
    Q_EMIT diskChanged();
    m_settle.stop();
    analyse();
}

void CronDocument::watchFile()
{
    m_watch.reset();
    if (m_file.path.isEmpty())
        return;
    m_watch = std::make_unique<CrontabWatcher>(m_file.path);
    connect(m_watch.get(), &CrontabWatcher::mayHaveChanged, this, &CronDocument::checkDisk);
}

void CronDocument::checkDisk()
{
    const CronFileState state = cronFileState(m_file);
    if (std::exchange(m_disk, state) != state)
        Q_EMIT diskChanged();
}

void CronDocument::setDialect(CrontabDialect dialect)
{
    if (std::exchange(m_dialect, dialect) != dialect)
        analyse();
}

void CronDocument::setNames(const CronNames &names)
{
    if (m_names == names)
        return;
    m_names = names;
    if (m_isOpen)
        analyse();
}

CronAnalysis CronDocument::analyseNow() const
{
    return analyseCrontab(m_source ? m_source() : m_file.text, m_dialect, m_names);
}

CronAnalysis CronDocument::savedAnalysis() const
{
    return analyseCrontab(m_file.path.isEmpty() ? QString() : m_file.text, m_dialect, m_names);
}

void CronDocument::analyse()
{
    const quint64 epoch = ++m_epoch;
    m_latest->store(epoch);
    m_isBusy = true;
    const auto work = [text = m_source ? m_source() : m_file.text, dialect = m_dialect,
                       names = m_names, epoch, latest = m_latest]() -> CronAnalysisPtr {
        if (latest->load() != epoch)
            return nullptr; // the text has changed since
        return std::make_shared<const CronAnalysis>(analyseCrontab(text, dialect, names));
    };
    deliver(QtConcurrent::run(&m_pool, work), this, [this, epoch](const CronAnalysisPtr &answer) {
        if (epoch != m_epoch)
            return;
        m_isBusy = false;
        m_analysis = answer;
        Q_EMIT analysed();
    });
}

tl::expected<CronSaved, CronSaveError> CronDocument::save(bool overwrites)
{
    auto saved = saveCronFile(m_file, m_source ? m_source() : m_file.text, overwrites);
    if (!saved) {
        checkDisk();
        return saved;
    }
    m_file = saved->file;
    watchFile();
    if (std::exchange(m_disk, CronFileState::Same) != CronFileState::Same)
        Q_EMIT diskChanged();
    Q_EMIT this->saved();
    return saved;
}

tl::expected<CronSaved, CronSaveError> CronDocument::saveAs(const QString &path)
{
    const CronFile before = m_file;
    auto there = readCronFile(path);
    if (!there)
        return tl::make_unexpected(CronSaveError{CronSaveError::Kind::Failed, there.error()});
    // The file dialog has asked whether what is there may go.
    CronFile target = *std::move(there);
    target.usesCrLf = before.usesCrLf;
    target.hasBom = before.hasBom;
    m_file = target;
    auto saved = save(true);
    if (!saved)
        m_file = before;
    return saved;
}

} // namespace yardmaster
