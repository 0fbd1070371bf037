#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace yardmaster {

/// Where a server listens: the value of --listen-http.
struct ListenAddress
{
    QString host; ///< a name or an address; "*": all of this machine's
    quint16 port = 0;

    /// "9187" (loopback only), "HOST:9187", "[::1]:9187", "*:9187". @returns a clause where it is
    /// none of these.
    [[nodiscard]] static tl::expected<ListenAddress, QString> parse(const QString &text);

    /// As parse() reads it.
    [[nodiscard]] QString text() const;
};

} // namespace yardmaster
