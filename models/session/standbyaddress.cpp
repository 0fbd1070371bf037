#include "models/session/standbyaddress.h"

#include "worker/db/effectivesettings.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct StandbyText
{
    Q_DECLARE_TR_FUNCTIONS(Standby)
};

struct StandbyAddress
{
    QString host;
    QString port; ///< empty: not given
};

/// `host`, `host:port`, `[::1]`, `[::1]:port`, `::1`, `/folder`, `/folder:port`.
StandbyAddress standbyAddress(const QString &entry)
{
    const QString text = entry.trimmed();
    if (text.startsWith(u'[')) {
        const qsizetype end = text.indexOf(u']');
        if (end < 0)
            return {};
        const QString rest = text.mid(end + 1);
        // What follows and is no port is wrong, which the port then tells.
        return {text.mid(1, end - 1), rest.startsWith(u':') ? rest.mid(1) : rest};
    }
    const qsizetype colon = text.lastIndexOf(u':');
    const bool isIpv6 = !text.startsWith(u'/') && text.count(u':') > 1;
    if (colon < 0 || isIpv6)
        return {text, {}};
    const QString port = text.mid(colon + 1);
    return {text.left(colon), port.isEmpty() ? u"?"_s : port};
}

} // namespace

ConnectionSettings standbySettings(const ConnectionSettings &primary)
{
    ConnectionSettings settings = primary;
    // A service names an address, too, which would count.
    if (!primary.value(u"service"_s).isEmpty()) {
        if (const auto effective = effectiveSettings(primary)) {
            settings = *effective;
            settings.set(u"service"_s, {});
        }
    }
    // Where it has one port for all its hosts, a standby has the same.
    const QString usual = settings.value(u"port"_s);
    QStringList hosts;
    QStringList ports;
    const QStringList entries = primary.standby().split(u',', Qt::SkipEmptyParts);
    for (const QString &entry : entries) {
        const StandbyAddress address = standbyAddress(entry);
        hosts << address.host;
        ports << (!address.port.isEmpty()                       ? address.port
                      : usual.isEmpty() || usual.contains(u',') ? u"5432"_s
                                                                : usual);
    }
    settings.setStandby({});
    settings.set(u"host"_s, hosts.join(u','));
    settings.set(u"port"_s, ports.join(u','));
    settings.set(u"hostaddr"_s, {});
    settings.set(u"target_session_attrs"_s, hosts.size() > 1 ? u"prefer-standby"_s : u"any"_s);
    // The primary answers meanwhile: no need to be patient.
    if (settings.value(u"connect_timeout"_s).isEmpty())
        settings.set(u"connect_timeout"_s, u"5"_s);
    return settings;
}

QString standbyProblem(const QString &text)
{
    const QStringList entries = text.split(u',');
    if (text.trimmed().isEmpty())
        return {};
    for (const QString &entry : entries) {
        const StandbyAddress address = standbyAddress(entry);
        if (address.host.isEmpty() || entry.trimmed().contains(u' ')
            || address.host.indexOf(u'@') > 0 || entry.contains("//"_L1))
            return StandbyText::tr(
                "Write a standby as host or host:port; separate several with commas.");
        bool isNumber = false;
        const int port = address.port.toInt(&isNumber);
        if (!address.port.isEmpty() && (!isNumber || port < 1 || port > 65535))
            return StandbyText::tr("A port must be a number from 1 to 65535.");
    }
    return {};
}

} // namespace yardmaster
