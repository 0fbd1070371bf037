#include <yardmaster/rows.h>

#include <QStringDecoder>
#include <QtEndian>

#include <charconv>

#include <libpq-fe.h>

namespace yardmaster {

Rows::Rows(pg_result *result)
    : m_result(result)
    , m_isBinary(PQbinaryTuples(result) != 0)
{ }

void Rows::Clear::operator()(pg_result *result) const
{
    PQclear(result);
}

int Rows::count() const
{
    return PQntuples(m_result.get());
}

bool Rows::isNull(int row, int column) const
{
    return PQgetisnull(m_result.get(), row, column) != 0;
}

QByteArrayView Rows::bytes(int row, int column) const
{
    return {PQgetvalue(m_result.get(), row, column), PQgetlength(m_result.get(), row, column)};
}

QString Rows::text(int row, int column) const
{
    const QByteArrayView value = bytes(row, column);
    if (!value.startsWith("\xEF\xBB\xBF"))
        return QString::fromUtf8(value);
    // fromUtf8() drops a byte order mark, and what is left may be the name of something else.
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    return decoder(value);
}

qint64 Rows::int64(int row, int column) const
{
    const QByteArrayView value = bytes(row, column);
    if (!m_isBinary) {
        qint64 number = 0;
        const auto [end, error] = std::from_chars(value.begin(), value.end(), number);
        return error == std::errc() && end == value.end() ? number : 0;
    }
    switch (value.size()) {
    case sizeof(qint16):
        return qFromBigEndian<qint16>(value.data());
    case sizeof(qint32):
        return qFromBigEndian<qint32>(value.data());
    case sizeof(qint64):
        return qFromBigEndian<qint64>(value.data());
    default:
        return 0;
    }
}

bool Rows::boolean(int row, int column) const
{
    return bytes(row, column) == "t";
}

} // namespace yardmaster
