#pragma once

#include <yardmaster/result.h>

#include <QString>

#include <functional>
#include <memory>

#include <tl/expected.hpp>

class QIODevice;

namespace yardmaster {

/// A file that a person asked for. A regular one appears, or is replaced, when it is complete; a
/// new one can be read by its owner only, one that is replaced keeps its permissions. What is no
/// regular file, such as a pipe or /dev/stdout, is written to as it is. Without commit() nothing
/// appears. One thread at a time.
class OutputFile final
{
public:
    /// @returns one sentence if it cannot be written.
    [[nodiscard]] static tl::expected<OutputFile, QString> open(const QString &path);
    OutputFile(OutputFile &&other) noexcept;
    OutputFile &operator=(OutputFile &&) = delete;
    ~OutputFile();

    [[nodiscard]] QIODevice *device() const;
    /// @returns one sentence if anything could not be written, now or before.
    [[nodiscard]] tl::expected<void, QString> commit();

private:
    class Special;
    explicit OutputFile(std::unique_ptr<QIODevice> device);

    std::unique_ptr<QIODevice> m_device; // a QSaveFile or a Special
};

/// A whole file, from what `write` writes to the device it is given. Errors: Statement with one
/// sentence if it cannot be written; those of `write`, after which nothing appears.
[[nodiscard]] Result<void> writeWhole(const QString &path,
                                      const std::function<Result<void>(QIODevice *)> &write);

} // namespace yardmaster
