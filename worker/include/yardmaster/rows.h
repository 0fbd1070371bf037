#pragma once

#include <QByteArray>
#include <QString>

#include <memory>

extern "C" {
struct pg_result;
}

namespace yardmaster {

/// The rows one statement returned, in memory. Move-only; independent of the session that made it.
/// Row and column indexes are zero-based and must be in range. Of values that came in binary form
/// only integers, texts, json and timestamps are read: int64() of a timestamp counts microseconds
/// since 2000-01-01 UTC, and is the greatest or least for infinity.
class Rows final
{
public:
    explicit Rows(pg_result *result);

    [[nodiscard]] int count() const;
    [[nodiscard]] bool isEmpty() const { return count() == 0; }

    [[nodiscard]] bool isNull(int row, int column) const;
    /// The server's bytes, borrowed from this object; empty for NULL.
    [[nodiscard]] QByteArrayView bytes(int row, int column) const;
    [[nodiscard]] QString text(int row, int column) const;
    /// 0 for NULL.
    [[nodiscard]] qint64 int64(int row, int column) const;
    [[nodiscard]] bool boolean(int row, int column) const;

private:
    struct Clear
    {
        void operator()(pg_result *result) const;
    };
    std::unique_ptr<pg_result, Clear> m_result;
    bool m_isBinary;
};

} // namespace yardmaster
