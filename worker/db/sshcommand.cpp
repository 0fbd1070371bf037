#include "worker/db/sshcommand.h"

#include "worker/json/visibletext.h"

#include <QProcess>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Those of ssh that take a value, and those that do not, as far as they suit a tunnel.
constexpr auto kValueOptions = "BFIJbcilmop"_L1;
constexpr auto kSwitches = "46CKakqvx"_L1;
/// What would break the tunnel, or run or forward something else.
constexpr const char *kRefusedKeywords[] = {"controlmaster",
                                            "controlpath",
                                            "controlpersist",
                                            "dynamicforward",
                                            "exitonforwardfailure",
                                            "forkafterauthentication",
                                            "localcommand",
                                            "localforward",
                                            "permitlocalcommand",
                                            "remotecommand",
                                            "remoteforward",
                                            "requesttty",
                                            "sessiontype",
                                            "stdinnull",
                                            "tunnel",
                                            "clearallforwardings"};

/// ssh's lines without those that lead nowhere: debug output, warnings that it goes on after.
QStringList telling(const QString &standardError)
{
    static const QRegularExpression noise(
        u"^(debug\\d:|Warning: Permanently added|OpenSSH_|Pseudo-terminal|@+$|\\*\\*)"_s);
    QStringList lines;
    for (const QString &line : standardError.split(u'\n')) {
        const QString trimmed = visibleLine(line.trimmed());
        if (!trimmed.isEmpty() && !noise.match(trimmed).hasMatch())
            lines << trimmed;
    }
    return lines;
}

QString lastOf(const QStringList &lines)
{
    return lines.isEmpty() ? QString() : lines.last();
}

/// What the first group of `pattern` matches in `text`.
QString captured(const QString &text, const QString &pattern)
{
    const QRegularExpression form(pattern, QRegularExpression::MultilineOption);
    return visibleLine(form.match(text).captured(1).trimmed());
}

} // namespace

QString SshTarget::text() const
{
    if (host.startsWith(u'/'))
        return host;
    return u"%1 port %2"_s.arg(host).arg(port);
}

QString sshHostProblem(const QString &host)
{
    // ssh hands it to the commands of its configuration, which a shell reads.
    static const QRegularExpression form(uR"(\A(?:ssh://)?[\w.:@%\[\]+-]+/?\z)"_s,
                                         QRegularExpression::UseUnicodePropertiesOption);
    if (host.startsWith(u'-') || !form.match(host).hasMatch())
        return u"'%1' is not an SSH host; write HOST, USER@HOST or a name from ~/.ssh/config"_s.arg(
            visibleLine(host));
    return {};
}

QString sshOptionsProblem(const QString &options)
{
    const QStringList words = QProcess::splitCommand(options);
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString &word = words[i];
        const QString shown = visibleLine(word);
        if (word.size() < 2 || !word.startsWith(u'-'))
            return u"'%1' is not an option of ssh"_s.arg(shown);
        qsizetype at = 1;
        while (at < word.size() && kSwitches.contains(word[at]))
            ++at;
        if (at == word.size())
            continue;
        if (!kValueOptions.contains(word[at]))
            return u"ssh's option '%1' cannot be used for a tunnel"_s.arg(shown);
        const bool isAttached = at + 1 < word.size();
        if (!isAttached && ++i == words.size())
            return u"ssh's option '%1' needs a value"_s.arg(shown);
        const QString value = isAttached ? word.mid(at + 1) : words[i];
        if (word[at] != u'o')
            continue;
        const QString keyword
            = value.section(QRegularExpression(u"[=\\s]"_s), 0, 0).trimmed().toLower();
        for (const char *refused : kRefusedKeywords) {
            if (keyword == QLatin1StringView(refused))
                return u"ssh's option '%1' cannot be used for a tunnel"_s.arg(visibleLine(value));
        }
    }
    return {};
}

QStringList sshArguments(const SshRoute &route, const QList<quint16> &ports, bool mayAsk)
{
    // ssh uses the first value that it is given: what the tunnel needs, then what the user wants,
    // then defaults; ~/.ssh/config comes last.
    QStringList arguments{u"-N"_s, u"-T"_s};
    const auto set
        = [&arguments](const char *option) { arguments << u"-o"_s << QString::fromLatin1(option); };
    set("ExitOnForwardFailure=yes");
    set("ControlMaster=no"); // a master that is there would hold the tunnel, after our end too
    set("ControlPath=none");
    set("RemoteCommand=none");
    set("PermitLocalCommand=yes"); // run when the ports are open, and not before
    arguments << u"-o"_s << u"LocalCommand=echo '%1'"_s.arg(QLatin1StringView(kSshReady));
    set("LogLevel=INFO");
    if (!mayAsk)
        set("BatchMode=yes");
    arguments += QProcess::splitCommand(route.options);
    set("ConnectTimeout=10");
    set("ServerAliveInterval=5");
    set("ServerAliveCountMax=3");
    set("ForwardAgent=no");
    set("ForwardX11=no");
    for (qsizetype i = 0; i < route.targets.size(); ++i) {
        const SshTarget &target = route.targets[i];
        QString end = target.host.contains(u':') ? u"[%1]:%2"_s.arg(target.host).arg(target.port)
                                                 : u"%1:%2"_s.arg(target.host).arg(target.port);
        if (target.host.startsWith(u'/'))
            end = u"%1/.s.PGSQL.%2"_s.arg(target.host).arg(target.port);
        arguments << u"-L"_s << u"127.0.0.1:%1:%2"_s.arg(ports[i]).arg(end);
    }
    return arguments << u"--"_s << route.host;
}

QString sshProblem(const SshRoute &route, const QString &standardError, int exitCode, bool mayAsk)
{
    const QStringList lines = telling(standardError);
    const QString text = lines.join(u'\n');
    const QString &host = route.host;
    const auto says = [&text](const char *words) {
        return text.contains(QLatin1StringView(words), Qt::CaseInsensitive);
    };
    if (says("HOST IDENTIFICATION HAS CHANGED")) {
        const QString place = captured(text, u"^Offending .*key in (.*)$"_s);
        return u"the host key of the SSH host %1 is not the known one: the host was "
               "reinstalled, or another host is impersonating it; check the key with its "
               "administrator, then remove the old one%2"_s.arg(
                   host, place.isEmpty() ? QString() : u" from "_s + place);
    }
    if (says("Host key verification failed")) {
        return mayAsk
            ? u"the host key of the SSH host %1 was not accepted"_s.arg(host)
            : u"the host key of the SSH host %1 is not known; check and accept it once with: ssh %1"_s
                  .arg(host);
    }
    if (const QString reason = captured(text, u"Could not resolve hostname [^:]*: (.*)$"_s);
        !reason.isEmpty())
        return u"the SSH host %1 cannot be resolved: %2"_s.arg(host, reason);
    if (says("Permission denied (")) {
        const QString methods = captured(text, u"Permission denied \\(([^)]*)\\)"_s);
        const QString user = captured(text, u"^(.*): Permission denied \\("_s);
        QString sentence = u"the SSH host %1 refused the login%2; it accepts %3"_s.arg(
            host, user.isEmpty() ? QString() : u" of "_s + user, methods);
        if (says("UNPROTECTED PRIVATE KEY FILE"))
            sentence += u"; ssh does not use a key that others may read"_s;
        else if (says("no such identity"))
            sentence += u"; "_s + captured(text, u"^(no such identity: .*)$"_s);
        else if (!mayAsk)
            sentence += u"; ssh cannot ask for a passphrase or password here: add the key to its "
                        "agent (ssh-add)"_s;
        return sentence;
    }
    if (says("Too many authentication failures"))
        return u"the SSH host %1 refused the login after too many keys; name the right one with "
               "IdentityFile and IdentitiesOnly"_s.arg(host);
    if (const QString reason = captured(text, u"^ssh: connect to host .* port \\d+: (.*)$"_s);
        !reason.isEmpty()) {
        const QString port = captured(text, u"^ssh: connect to host .* port (\\d+): "_s);
        return says("Connection refused")
            ? u"no SSH server answers on %1 port %2: %3"_s.arg(host, port, reason)
            : u"the SSH host %1 cannot be reached on port %2: %3"_s.arg(host, port, reason);
    }
    if (says("Could not request local forwarding") || says("cannot listen to port"))
        return u"ssh cannot open a local port: %1"_s.arg(
            captured(text, u"^(bind.*|.*cannot listen to port.*)$"_s));
    if (says("remote port forwarding failed"))
        return u"ssh ended because a forwarding of its configuration failed: %1"_s.arg(
            captured(text, u"(remote port forwarding failed.*)$"_s));
    if (says("Bad configuration option") || says("Bad owner or permissions")
        || says("bad configuration options") || says("Can't open user config file"))
        return u"ssh rejects its configuration: %1"_s.arg(lines.first());
    if (const QString reason = captured(text, u"^(?:Timeout, server) (.*)$"_s); !reason.isEmpty())
        return u"the SSH host %1 no longer answers"_s.arg(host);
    if (says("Connection timed out during banner exchange") || says("kex_exchange_identification"))
        return u"the server on the SSH host %1 is not an SSH server, or refuses connections: %2"_s
            .arg(host, lastOf(lines));
    if (lines.isEmpty())
        return u"ssh to %1 ended with exit code %2"_s.arg(host).arg(exitCode);
    return u"ssh to %1 failed: %2"_s.arg(host, lastOf(lines));
}

bool isPortTaken(const QString &standardError, const QList<quint16> &ports)
{
    for (const quint16 port : ports) {
        if (standardError.contains(u"cannot listen to port: %1"_s.arg(port)))
            return true;
    }
    return false;
}

QString sshRefusal(const QString &line)
{
    static const QRegularExpression form(u"^channel \\d+: open failed: ([^:]+)(?:: (.*))?$"_s);
    const auto match = form.match(line.trimmed());
    if (!match.hasMatch())
        return {};
    const QString kind = match.captured(1);
    if (kind == "administratively prohibited"_L1)
        return u"it does not allow forwarding (AllowTcpForwarding, PermitOpen)"_s;
    const QString reason = visibleLine(match.captured(2).trimmed());
    return reason.isEmpty() || reason == "open failed"_L1 ? visibleLine(kind) : reason;
}

} // namespace yardmaster
