#include "app/server/listenaddress.h"

#include <QRegularExpression>

#include <optional>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

std::optional<quint16> portOf(const QString &text)
{
    static const QRegularExpression digits(u"^[0-9]{1,5}$"_s);
    bool ok = false;
    const quint16 port = text.toUShort(&ok);
    return ok && digits.match(text).hasMatch() ? std::optional(port) : std::nullopt;
}

} // namespace

tl::expected<ListenAddress, QString> ListenAddress::parse(const QString &text)
{
    static const QRegularExpression form(
        u"^(?:\\[([0-9A-Fa-f:.%\\w]+)\\]|([^:\\s\\[\\]/@]+)):(.*)$"_s);
    if (const auto port = portOf(text))
        return ListenAddress{u"127.0.0.1"_s, *port};
    if (text.startsWith(u':') && portOf(text.mid(1)))
        return tl::make_unexpected(
            u"takes HOST:PORT; '%1' has no host: use 127.0.0.1%1 for this machine only, *%1 "
            "for all addresses"_s.arg(text));
    const auto match = form.match(text);
    const auto port = portOf(match.captured(3));
    if (!match.hasMatch() || !port)
        return tl::make_unexpected(u"takes PORT, HOST:PORT or [IPV6]:PORT, not '%1'"_s.arg(text));
    return ListenAddress{match.captured(1) + match.captured(2), *port};
}

QString ListenAddress::text() const
{
    return (host.contains(u':') ? u"[%1]:%2"_s : u"%1:%2"_s).arg(host).arg(port);
}

} // namespace yardmaster
