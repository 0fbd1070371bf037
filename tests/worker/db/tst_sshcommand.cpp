#include "tests/support/testprogram.h"
#include "worker/db/sshcommand.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

/// What ssh is started with, and what its messages mean.
class TestSshCommand : public QObject
{
    Q_OBJECT

private slots:
    void hostsAreJudged_data()
    {
        QTest::addColumn<bool>("isGood");
        for (const char *good : {"bastion", "ada@bastion.example.com", "ssh://ada@bastion:2222",
                                 "10.0.0.1", "ada@[::1]", "fe80::1%eth0", "bücher.example"})
            QTest::newRow(good) << true;
        for (const char *bad : {"", "-oProxyCommand=id", "a b", "a;b", "a$(id)", "a`id`", "a\nb",
                                "a|b", "a/b", "a'b", "a\"b", "a&b", "a>b"})
            QTest::newRow(bad) << false;
    }
    void hostsAreJudged()
    {
        QFETCH(const bool, isGood);
        const QString host = QString::fromUtf8(QTest::currentDataTag());
        QCOMPARE(sshHostProblem(host).isEmpty(), isGood);
        QVERIFY(!sshHostProblem(host).contains(u'\n'));
    }

    void optionsAreJudged_data()
    {
        QTest::addColumn<bool>("isGood");
        for (const char *good :
             {"", "-p 2222", "-p2222 -i \"/home/a b/key\" -J jump", "-4C", "-F none",
              "-o ServerAliveInterval=1 -oProxyJump=x", "-Cp 22", "-l ada"})
            QTest::newRow(good) << true;
        for (const char *bad :
             {"other", "-p", "-N", "-L 1:a:2", "-f", "-M", "-S x", "-W a:1", "-D 1080", "-E log",
              "-o LocalForward=1", "-oControlMaster=auto", "-o \"permitlocalcommand yes\"",
              "-o ClearAllForwardings=yes", "-p 22 host", "--", "-", "-G", "-n"})
            QTest::newRow(bad) << false;
    }
    void optionsAreJudged()
    {
        QFETCH(const bool, isGood);
        const QString options = QString::fromUtf8(QTest::currentDataTag());
        QCOMPARE(sshOptionsProblem(options).isEmpty(), isGood);
    }

    void argumentsLeadToTheTargets()
    {
        const SshRoute route{u"ada@bastion"_s,
                             u"-p 2222 -i \"a b\""_s,
                             {{u"db.internal"_s, 5432}, {u"::1"_s, 6432}, {u"/run/pg"_s, 5433}}};
        const QString line = sshArguments(route, {1001, 1002, 1003}, false).join(u' ');
        QVERIFY2(line.endsWith("-L 127.0.0.1:1001:db.internal:5432 -L 127.0.0.1:1002:[::1]:6432 "
                               "-L 127.0.0.1:1003:/run/pg/.s.PGSQL.5433 -- ada@bastion"_L1),
                 qPrintable(line));
        QVERIFY(line.contains(" -p 2222 -i a b "_L1));
        QVERIFY(line.contains("BatchMode=yes"_L1));
        QVERIFY(line.contains("ExitOnForwardFailure=yes"_L1));
        QVERIFY(!sshArguments(route, {1, 2, 3}, true).contains(u"BatchMode=yes"_s));
    }

    void problemsAreInWords_data()
    {
        QTest::addColumn<QString>("output");
        QTest::addColumn<QString>("words");
        QTest::newRow("unknown host")
            << u"ssh: Could not resolve hostname bastion: Name or service not known"_s
            << u"the SSH host bastion cannot be resolved: Name or service not known"_s;
        QTest::newRow("refused")
            << u"ssh: connect to host 10.0.0.1 port 22: Connection refused"_s
            << u"no SSH server answers on bastion port 22: Connection refused"_s;
        QTest::newRow("no way") << u"ssh: connect to host bastion port 22: No route to host"_s
                                << u"cannot be reached on port 22: No route to host"_s;
        QTest::newRow("host key unknown")
            << u"No ED25519 host key is known for bastion and you have requested strict "
               "checking.\r\nHost key verification failed."_s
            << u"is not known; check and accept it once with: ssh bastion"_s;
        QTest::newRow("host key changed")
            << u"@@@@@@@\n@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\n@@@@@@@\n"
               "IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!\n"
               "Offending ED25519 key in /home/ada/.ssh/known_hosts:7\n"
               "Host key for bastion has changed and you have requested strict checking.\n"
               "Host key verification failed."_s
            << u"remove the old one from /home/ada/.ssh/known_hosts:7"_s;
        QTest::newRow("login refused")
            << u"ada@bastion: Permission denied (publickey,password)."_s
            << u"refused the login of ada@bastion; it accepts publickey,password; ssh cannot ask"_s;
        QTest::newRow("open key")
            << u"WARNING: UNPROTECTED PRIVATE KEY FILE!\nada@bastion: Permission denied "
               "(publickey)."_s
            << u"does not use a key that others may read"_s;
        QTest::newRow("too many keys")
            << u"Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures"_s
            << u"after too many keys"_s;
        QTest::newRow("local port")
            << u"bind [127.0.0.1]:1001: Address already in use\nchannel_setup_fwd_listener_tcpip: "
               "cannot listen to port: 1001\nCould not request local forwarding."_s
            << u"ssh cannot open a local port: bind [127.0.0.1]:1001: Address already in use"_s;
        QTest::newRow("configuration")
            << u"/home/ada/.ssh/config: line 3: Bad configuration option: foo\n"
               "/home/ada/.ssh/config: terminating, 1 bad configuration options"_s
            << u"ssh rejects its configuration: /home/ada/.ssh/config: line 3"_s;
        QTest::newRow("silence") << u"Timeout, server bastion not responding."_s
                                 << u"no longer answers"_s;
        QTest::newRow("no SSH")
            << u"kex_exchange_identification: Connection closed by remote host"_s
            << u"is not an SSH server, or refuses connections"_s;
        QTest::newRow("something else") << u"debug1: hello\nWarning: x\nthe moon is full"_s
                                        << u"ssh to bastion failed: the moon is full"_s;
        QTest::newRow("nothing") << QString() << u"ended with exit code 255"_s;
        QTest::newRow("hostile") << u"\x1b]0;owned\x07 oops"_s << u"\\u001b]0;owned\\u0007 oops"_s;
    }
    void problemsAreInWords()
    {
        QFETCH(const QString, output);
        QFETCH(const QString, words);
        const SshRoute route{u"bastion"_s, {}, {{u"db"_s, 5432}}};
        const QString sentence = sshProblem(route, output, 255, false);
        QVERIFY2(sentence.contains(words), qPrintable(sentence));
        QVERIFY(!sentence.contains(u'\n') && !sentence.contains(u'\x1b'));
    }

    void refusalsOfConnectionsAreRecognised()
    {
        QCOMPARE(sshRefusal(u"channel 2: open failed: connect failed: Connection refused\r"_s),
                 u"Connection refused"_s);
        QCOMPARE(sshRefusal(u"channel 3: open failed: connect failed: Name or service not known"_s),
                 u"Name or service not known"_s);
        QVERIFY(sshRefusal(u"channel 3: open failed: administratively prohibited: open failed"_s)
                    .contains("AllowTcpForwarding"_L1));
        QVERIFY(sshRefusal(u"Connection to bastion closed."_s).isEmpty());
        QVERIFY(isPortTaken(u"cannot listen to port: 1001\n"_s, {1000, 1001}));
        QVERIFY(!isPortTaken(u"cannot listen to port: 1001\n"_s, {1000}));
    }
};

YARDMASTER_TEST(TestSshCommand)
#include "tst_sshcommand.moc"
