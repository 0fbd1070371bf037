#include "models/query/outputfile.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace yardmaster {

namespace {

struct OutputFileText
{
    Q_DECLARE_TR_FUNCTIONS(OutputFile)
};

tl::unexpected<QString> cannotWrite(const QString &path, const QString &why)
{
    return tl::make_unexpected(OutputFileText::tr("%1 cannot be written: %2").arg(path, why));
}

} // namespace

/// Keeps the first error, which a later success would clear.
class OutputFile::Special final : public QFile
{
public:
    using QFile::QFile;

    [[nodiscard]] const QString &firstError() const { return m_firstError; }

protected:
    qint64 writeData(const char *data, qint64 size) override
    {
        const qint64 written = QFile::writeData(data, size);
        if (written != size && m_firstError.isEmpty())
            m_firstError = errorString();
        return written;
    }

private:
    QString m_firstError;
};

OutputFile::OutputFile(std::unique_ptr<QIODevice> device)
    : m_device(std::move(device))
{ }

OutputFile::OutputFile(OutputFile &&other) noexcept = default;

OutputFile::~OutputFile() = default;

tl::expected<OutputFile, QString> OutputFile::open(const QString &path)
{
    const QFileInfo target(path);
    if (target.exists() && !target.isFile() && !target.isDir()) {
        auto file = std::make_unique<Special>(path);
        // Existing: nothing regular is to take its place meanwhile.
        if (!file->open(QIODevice::WriteOnly | QIODevice::ExistingOnly | QIODevice::Unbuffered))
            return cannotWrite(path, file->errorString());
        return OutputFile(std::move(file));
    }
    auto file = std::make_unique<QSaveFile>(path);
    if (!file->open(QIODevice::WriteOnly))
        return cannotWrite(path, file->errorString());
    if (!target.exists() && !file->setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        return cannotWrite(path, file->errorString());
    return OutputFile(std::move(file));
}

QIODevice *OutputFile::device() const
{
    return m_device.get();
}

tl::expected<void, QString> OutputFile::commit()
{
    if (auto *regular = qobject_cast<QSaveFile *>(m_device.get())) {
        if (!regular->commit())
            return cannotWrite(regular->fileName(), regular->errorString());
        return {};
    }
    auto *special = static_cast<Special *>(m_device.get());
    special->close();
    if (!special->firstError().isEmpty())
        return cannotWrite(special->fileName(), special->firstError());
    return {};
}

Result<void> writeWhole(const QString &path, const std::function<Result<void>(QIODevice *)> &write)
{
    auto file = OutputFile::open(path);
    if (!file)
        return fail(DbError::Kind::Statement, file.error());
    if (auto written = write(file->device()); !written)
        return written;
    if (auto committed = file->commit(); !committed)
        return fail(DbError::Kind::Statement, committed.error());
    return {};
}

} // namespace yardmaster
